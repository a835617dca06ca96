// The machine that the installer's commands work on.

import type { Refused } from "../../install/formats/format.ts";
import { type Machine, thisMachine } from "../../install/machine.ts";
import type { World } from "./command.ts";

/** Without a home folder there is nothing to find. */
export function machineOf(world: World): Machine | Refused {
  const home = world.env("HOME");
  if (home === undefined) {
    return { refused: "HOME is not set, and the agents' configs are found from it", mend: "set it" };
  }
  return thisMachine(world.env, home.replace(/(?<=.)\/+$/, ""), world.paths());
}

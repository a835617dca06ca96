// The shape of the commands that look at the agents' configs and change none: `--agent NAME[,NAME]… [--json]`.

import type { AnyAgent } from "../../install/find_configs.ts";
import type { Refused } from "../../install/formats/format.ts";
import type { Machine } from "../../install/machine.ts";
import type { Finding } from "../domain/finding.ts";
import { agentsGiven } from "./agents_given.ts";
import { failed } from "./change_configs.ts";
import type { Command, Outcome, World } from "./command.ts";
import { machineOf } from "./this_machine.ts";

/** What such a command is asked. */
export type Asked = {
  /** Absent: no agent was named. */
  readonly named: readonly AnyAgent[] | undefined;
  readonly machine: Machine;
  readonly json: boolean;
};

export function lookAtAgents(look: (asked: Asked, world: World) => Promise<Outcome>): Command {
  return {
    accepts: { switches: ["json"], values: ["agent"], words: [0, 0] },
    async run(given, world) {
      const named = agentsGiven(given);
      if (named !== undefined && "wrong" in named) return named;
      const machine = machineOf(world);
      const json = given.switches.has("json");
      if ("refused" in machine) return failed(machine, world, json ? seenNothing(machine) : undefined);
      return await look({ named, machine, json }, world);
    },
  };
}

/** The members of all that such commands print, where they could not even look. */
function seenNothing({ refused, mend }: Refused): { readonly agents: []; readonly findings: readonly Finding[] } {
  return { agents: [], findings: [{ check: "home", level: "wrong", says: refused, mend }] };
}

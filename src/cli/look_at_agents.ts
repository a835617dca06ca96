// The shape of the commands that look at the agents' configs and change none: `--agent NAME[,NAME]… [--json]`.

import type { AnyAgent } from "../../install/find_configs.ts";
import type { Machine } from "../../install/machine.ts";
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
      if ("refused" in machine) return failed(machine, world);
      return await look({ named, machine, json: given.switches.has("json") }, world);
    },
  };
}

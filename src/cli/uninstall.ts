// `vults uninstall [--agent NAME[,NAME]]… [--approval] [--dry-run] [--yes] [--json]`: takes our entries out again, or only
// those that wait. What is taken out is remembered, so that nothing automatic brings it back.

import { agentFolders, type AnyAgent } from "../../install/find_configs.ts";
import type { Refused } from "../../install/formats/format.ts";
import { hostFacts, type Machine } from "../../install/machine.ts";
import { whyNotHere } from "../../install/may_install.ts";
import { uninstallNotes } from "../../install/notes.ts";
import { prepare, ungateWish, type Wish } from "../../install/prepare.ts";
import { TARGETS } from "../../install/target_name.ts";
import { agentsGiven } from "./agents_given.ts";
import { changeConfigs, CHANGING, nobodyToAsk, type Plan, stopped } from "./change_configs.ts";
import type { Command } from "./command.ts";
import { machineOf } from "./this_machine.ts";

export const uninstall: Command = {
  accepts: { switches: CHANGING, values: ["agent"], words: [0, 0] },
  async run(given, world) {
    const named = agentsGiven(given);
    if (named !== undefined && "wrong" in named) return named;
    const wrong = nobodyToAsk(given);
    if (wrong !== undefined) return wrong;
    const machine = machineOf(world);
    if ("refused" in machine) return stopped(machine, given, world);
    const job = {
      machine,
      whyNot: () => whyNotHere(hostFacts(machine, agentFolders(named ?? TARGETS, machine))),
      plan: () => planned(wishOf(named, given.switches.has("approval"), machine), machine),
    };
    return await changeConfigs(job, given, world);
  },
};

/** Without a name everything goes, but for the Gemini CLI's leftovers; with `--approval` entries that wait become plain ones. */
function wishOf(named: readonly AnyAgent[] | undefined, approval: boolean, machine: Machine): Wish {
  const agents = named ?? TARGETS;
  if (!approval) return { do: "uninstall", agents, everywhere: named === undefined };
  return ungateWish(agents.filter((agent) => agent !== "gemini"), machine);
}

async function planned(wish: Wish, machine: Machine): Promise<Plan | Refused> {
  const changes = await prepare(wish, machine);
  if ("refused" in changes) return changes;
  const memory = wish.do === "uninstall" ? "remember" : "keep";
  return { changes, notes: await uninstallNotes(changes, machine), task: { memory } };
}

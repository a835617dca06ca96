// `vults install [--agent NAME[,NAME]]… [--approval] [--dry-run] [--yes] [--json]`: adds our entries to the agents' configs.

import { configPlace } from "../../install/config_places.ts";
import { agentFolders } from "../../install/find_configs.ts";
import type { Refused } from "../../install/formats/format.ts";
import { hostFacts, type Machine } from "../../install/machine.ts";
import { temporaryFolders, whyNotHere, whyTemporary } from "../../install/may_install.ts";
import { BY_NAME_ONLY, installNotes } from "../../install/notes.ts";
import { installWish, prepare } from "../../install/prepare.ts";
import { type TargetName, TARGETS } from "../../install/target_name.ts";
import { ENV, OLD_ENV } from "../brand.ts";
import { BINARY_ENV } from "../permissions.ts";
import { agentsGiven } from "./agents_given.ts";
import { changeConfigs, CHANGING, nobodyToAsk, type Plan, stopped } from "./change_configs.ts";
import type { Command } from "./command.ts";
import { machineOf } from "./this_machine.ts";

export const install: Command = {
  accepts: { switches: CHANGING, values: ["agent"], words: [0, 0] },
  async run(given, world) {
    const named = agentsGiven(given);
    if (named !== undefined && "wrong" in named) return named;
    if (named?.includes("gemini")) {
      return { wrong: "Nothing is installed for gemini: its successor is --agent antigravity" };
    }
    const wrong = nobodyToAsk(given);
    if (wrong !== undefined) return wrong;
    const machine = machineOf(world);
    if ("refused" in machine) return stopped(machine, given, world);
    const agents = TARGETS.filter((agent) => named?.includes(agent) ?? isWired(agent, machine));
    const left = named === undefined ? BY_NAME_ONLY.filter((agent) => isConfigured(agent, machine)) : [];
    const job = {
      machine,
      whyNot: () => whyNot(agents, machine),
      plan: () => planned(agents, { approval: given.switches.has("approval"), left }, machine),
    };
    return await changeConfigs(job, given, world);
  },
};

type Asked = { readonly approval: boolean; readonly left: readonly TargetName[] };

async function planned(
  agents: readonly TargetName[],
  { approval, left }: Asked,
  machine: Machine,
): Promise<Plan | Refused> {
  const { wish, bash, why } = await installWish(agents, { approval }, machine);
  const changes = await prepare(wish, machine);
  if ("refused" in changes) return changes;
  const notes = [
    ...(agents.length === 0 ? ["No agent was found: name one with --agent"] : []),
    ...(why === undefined ? [] : [`Claude's version is unknown, so it gets what every recent one has: ${why}`]),
    ...installNotes(changes, { approval, version: wish.wanted.version, left }, machine),
  ];
  return { changes, notes, task: { memory: "forget", programs: { binary: runningProgram(machine), bash } } };
}

/** Empty from source, where only a dry run gets as far as this. */
function runningProgram({ env }: Machine): string {
  return (Deno.build.standalone ? Deno.execPath() : env(BINARY_ENV)) ?? "";
}

/** A variable that names no folder is told, not passed over. */
function isWired(agent: TargetName, machine: Machine): boolean {
  if (BY_NAME_ONLY.includes(agent)) return false;
  return "refused" in configPlace(agent, machine) || isConfigured(agent, machine);
}

function isConfigured(agent: TargetName, machine: Machine): boolean {
  const place = configPlace(agent, machine);
  return !("refused" in place) && place.configured;
}

function whyNot(agents: readonly TargetName[], machine: Machine): Refused | undefined {
  const { env, support, doors } = machine;
  if (runningProgram(machine) === "") {
    return { refused: "this is no built program, and only such a one can be put in place", mend: "deno task compile" };
  }
  const isNamed = [`${ENV}SUPPORT_DIR`, `${OLD_ENV}SUPPORT_DIR`].some((name) => env(name) !== undefined);
  return whyNotHere(hostFacts(machine, agentFolders(agents, machine))) ??
    whyTemporary(doors.files.realPath(support), isNamed, temporaryFolders(env));
}

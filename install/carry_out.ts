// Does what was prepared: the programs first, since entries must never name what is not there, then the configs, and after
// an uninstall the programs that nothing names any more (`installer.md` sections 10 and 11). The caller holds the lock.

import forwarder from "./assets/vults-forward" with { type: "text" };
import type { FilePlan, Report } from "./file_plan.ts";
import { findConfigs } from "./find_configs.ts";
import type { Refused } from "./formats/format.ts";
import type { Machine } from "./machine.ts";
import { readManifest } from "./manifest.ts";
import { ownEntriesOf } from "./own_entries.ts";
import { ownFiles } from "./own_files.ts";
import type { Clearing } from "./plan.ts";
import { perform, type PerformOptions } from "./perform.ts";
import type { Change } from "./prepare.ts";
import { documentOf } from "./read_config.ts";
import { placePrograms, removePrograms } from "./stable_binary.ts";
import { TARGETS } from "./target_name.ts";

export type Task = {
  readonly memory: PerformOptions["memory"];
  /** What entries are to name; absent where nothing is added. */
  readonly programs?: { readonly binary: string; readonly bash: string | undefined };
  /** Plans once more for what another program has changed: not where a person has seen the diff. */
  readonly replans: boolean;
};

/** `programs`: those that were written; `removed`: the folder of those that nothing names any more. */
export type Done = Report & { readonly programs: readonly string[]; readonly removed?: string };

/** Nothing is written to any config where the programs cannot be put in place. */
export async function carryOut(changes: readonly Change[], task: Task, machine: Machine): Promise<Done | Refused> {
  const plans = changes.flatMap(({ plan }) => "refused" in plan ? [] : [plan]);
  const placed = task.programs && plans.length > 0
    ? placePrograms(machine.doors.files, { bin: machine.bin, forwarder, ...task.programs })
    : { changed: [] };
  if ("refused" in placed) return placed;
  const report = await perform(plans, machine.doors, {
    support: machine.support,
    memory: task.memory,
    ...(task.replans ? { replan: (plan) => again(plan, changes) } : {}),
  });
  const { bin, doors: { files } } = machine;
  const isGone = task.memory === "remember" && files.lstat(bin) !== undefined && await isUnused(machine);
  const problem = isGone ? removePrograms(files, bin) : undefined;
  const problems = [...report.problems, ...(problem === undefined ? [] : [problem])];
  const removed = isGone && problem === undefined ? { removed: bin } : {};
  return { ...report, problems, programs: placed.changed, ...removed };
}

function again(plan: FilePlan, changes: readonly Change[]): Promise<FilePlan | Refused> {
  const change = changes.find((known) => known.plan === plan);
  if (change === undefined) throw new Error(`no config was prepared for "${plan.config}"`);
  return change.again();
}

/** Whoever wrote them: a line of the person's own may run our programs too. */
function linesOf(found: Clearing): readonly string[] {
  const { target, place, file } = found;
  const document = documentOf(file.before, target.format);
  const lines = document === undefined ? [] : target.commands(document, place.events);
  return [...lines, ...ownEntriesOf(found).map(({ command }) => command)];
}

/** No manifest entry and no config that can be read needs the programs. */
async function isUnused(machine: Machine): Promise<boolean> {
  const manifest = readManifest(machine.doors.files, ownFiles(machine.support).manifest);
  if ("refused" in manifest || manifest.entries.size > 0) return false;
  for (const agent of [...TARGETS, "gemini" as const]) {
    const found = await findConfigs(agent, machine, manifest);
    if ("refused" in found) continue;
    const lines = found.configs.flatMap((config) => "refused" in config.found ? [] : linesOf(config.found));
    if (lines.some((line) => line.includes(`${machine.bin}/`))) return false;
  }
  return true;
}

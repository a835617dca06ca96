// Does what was planned, config by config: one that fails does not stop the others. The caller holds the install lock and
// has put the binary in place; whatever ends the process, each config is old or new, and the next run mends the rest.

import { NAME } from "../src/brand.ts";
import { folderOf, nameOf, reason } from "../src/files.ts";
import { type Applied, applyPlan, removeEmpty, untouched } from "./apply_plan.ts";
import type { Doors } from "./doors.ts";
import type { FilePlan, Outcome, Report } from "./file_plan.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Refused } from "./formats/format.ts";
import { type Manifest, manifestKey, readManifest, withEntry, writeManifest } from "./manifest.ts";
import { nextEntry, type Written } from "./manifest_entry.ts";
import { backupFolder, type OwnFiles, ownFiles } from "./own_files.ts";
import { sweepTemporaries, temporaryOf } from "./replace_file.ts";
import { readUninstalled, remember } from "./uninstalled.ts";

export type PerformOptions = {
  readonly support: string;
  /** What the run means for the memory of what was uninstalled: part of it taken out means nothing. */
  readonly memory: "remember" | "forget" | "keep";
  /** Plans once more for a config that another changed; absent where a person has seen the diff. */
  readonly replan?: ((plan: FilePlan) => Promise<FilePlan | Refused>) | undefined;
};

/** Writes the plans. Nothing is written at all when our own records cannot be read. */
export async function perform(plans: readonly FilePlan[], doors: Doors, options: PerformOptions): Promise<Report> {
  const own = ownFiles(options.support);
  const state = readUninstalled(doors.files, own.state);
  const manifest = readManifest(doors.files, own.manifest);
  const unusable = [state, manifest].filter((read) => "refused" in read);
  if ("refused" in state || "refused" in manifest) return { outcomes: [], problems: unusable };
  sweepTemporaries(doors.files, own.support, (name) => temporaryOf(name) !== undefined);
  const run: Run = { doors, own, manifest, replan: options.replan };
  const done: { key: string; outcome: Outcome }[] = [];
  for (const plan of plans) done.push({ key: manifestKey(plan.agent, plan.real), outcome: await one(plan, run) });
  const keys = done.filter(({ outcome }) => outcome.problem === undefined).map(({ key }) => key);
  const change = {
    add: options.memory === "remember" ? keys : [],
    drop: options.memory === "forget" ? keys : [],
  };
  const problem = told(() => remember(doors, own.state, state, change), own.state);
  return { outcomes: done.map(({ outcome }) => outcome), problems: problem === undefined ? [] : [problem] };
}

/** What one run shares; the manifest grows with it. */
type Run = {
  readonly doors: Doors;
  readonly own: OwnFiles;
  manifest: Manifest;
  readonly replan: PerformOptions["replan"];
};

async function one(plan: FilePlan, run: Run): Promise<Outcome> {
  const first = await attempt(plan, run);
  if (first !== "changed") return first;
  if (run.replan === undefined) return untouched(plan, CHANGED);
  const again = await replanned(plan, run.replan);
  if ("refused" in again) return untouched(plan, again);
  const second = await attempt(again, run);
  return second === "changed" ? untouched(again, CHANGED) : second;
}

/** A planner that throws costs its own config alone. */
async function replanned(
  plan: FilePlan,
  replan: NonNullable<PerformOptions["replan"]>,
): Promise<FilePlan | Refused> {
  try {
    return await replan(plan);
  } catch (error) {
    return {
      refused: `it changed, and cannot be planned again: ${reason(error)}; nothing written`,
      mend: "report this",
    };
  }
}

const CHANGED: Refused = { refused: `changed while ${NAME} was working; nothing written`, mend: "run again" };

async function attempt(plan: FilePlan, run: Run): Promise<Outcome | "changed"> {
  const { files } = run.doors;
  const folder = await backupFolder(run.own, plan.agent, plan.real);
  sweepTemporaries(files, folder, (name) => temporaryOf(name) !== undefined);
  sweepTemporaries(files, folderOf(plan.real), (name) => temporaryOf(name) === nameOf(plan.real));
  const old = run.manifest.entries.get(manifestKey(plan.agent, plan.real));
  const applied = applyPlan(plan, run.doors, { folder, first: !old?.created });
  if (applied === "changed") return "changed";
  // A change that is not known to be whole is not recorded: the next run finds it by its commands.
  if (applied.outcome.problem !== undefined) return applied.outcome;
  return await record(plan, applied, run);
}

/** Config by config: what undoes a change exactly must not wait for the others. */
async function record(plan: FilePlan, { outcome, made }: Applied, run: Run): Promise<Outcome> {
  const key = manifestKey(plan.agent, plan.real);
  const old = run.manifest.entries.get(key);
  const written: Written | undefined = outcome.did === "nothing"
    ? undefined
    : { from: plan.fingerprint, to: await fingerprint(outcome.onDisk) };
  const folders = [...new Set([...(old?.folders ?? []), ...(plan.entry?.folders ?? []), ...made])];
  const entry = plan.entry && { ...plan.entry, folders };
  const next = entry && nextEntry(old, entry, written, run.doors.now());
  const manifest = withEntry(run.manifest, key, next);
  if (manifest === run.manifest) return outcome;
  // Folders that we made for a config go with it.
  if (next === undefined) removeEmpty(run.doors.files, folders);
  const problem = told(() => writeManifest(run.doors, run.own.manifest, manifest), run.own.manifest);
  if (problem !== undefined) return { ...outcome, problem };
  run.manifest = manifest;
  return outcome;
}

function told(write: () => void, path: string): Refused | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return { refused: `Cannot write "${path}": ${reason(error)}`, mend: "run again: the configs are as reported" };
  }
}

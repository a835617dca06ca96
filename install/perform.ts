// Does what was planned, config by config: one that fails does not stop the others. The caller holds the install lock and
// has put the binary in place; whatever ends the process, each config is old or new, and the next run mends the rest.

import { NAME } from "../src/brand.ts";
import { folderOf, nameOf, reason } from "../src/files.ts";
import { applyPlan, removeEmpty, untouched } from "./apply_plan.ts";
import type { Doors } from "./doors.ts";
import type { FilePlan, Outcome, Report } from "./file_plan.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Refused } from "./formats/format.ts";
import { handedOn, type Manifest, manifestKey, readManifest, withEntry, writeManifest } from "./manifest.ts";
import { type ManifestEntry, nextEntry, type Written } from "./manifest_entry.ts";
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
  const problem = told(() => named(own.state, () => remember(doors, own.state, state, change)));
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

/**
 * What undoes a change exactly is on disk before the change is: a process may end between the two. An entry of what was not
 * done is taken back, and says nothing where that could not be done either (`entryOf`).
 */
async function attempt(plan: FilePlan, run: Run): Promise<Outcome | "changed"> {
  const { files } = run.doors;
  const folder = await backupFolder(run.own, plan.agent, plan.real);
  sweepTemporaries(files, folder, (name) => temporaryOf(name) !== undefined);
  sweepTemporaries(files, folderOf(plan.real), (name) => temporaryOf(name) === nameOf(plan.real));
  const key = manifestKey(plan.agent, plan.real);
  const old = run.manifest.entries.get(key);
  const next = await entryAfter(plan, old, run);
  const backup = { folder, first: !(plan.entry ?? old)?.created };
  const applied = applyPlan(plan, run.doors, backup, () => next && record(key, next, run));
  if (applied === "changed" || isUndone(applied, plan)) {
    const problem = told(() => record(key, old, run));
    return applied === "changed" || problem === undefined ? applied : { ...applied, problem };
  }
  // What was taken out is known until it is gone.
  if (next !== undefined || applied.problem !== undefined) return applied;
  // Folders that we made for a config go with it.
  const folders = old?.folders ?? [];
  const left = removeEmpty(files, folders);
  const problem = told(() => save(handedOn(withEntry(run.manifest, key, undefined), folders), run));
  return { ...applied, ...(left.length > 0 ? { left } : {}), ...(problem === undefined ? {} : { problem }) };
}

/** What the manifest says once the plan is done; `undefined` where nothing of ours is left. */
async function entryAfter(
  { entry, action, fingerprint: from, next, missing }: FilePlan,
  old: ManifestEntry | undefined,
  { doors }: Run,
): Promise<ManifestEntry | undefined> {
  if (entry === undefined) return undefined;
  const folders = [...new Set([...(old?.folders ?? []), ...entry.folders, ...(action === "none" ? [] : missing)])];
  const written: Written | undefined = action === "none" ? undefined : { from, to: await fingerprint(next) };
  return nextEntry(old, { ...entry, folders }, written, doors.now());
}

function isUndone({ did, problem }: Outcome, { action }: FilePlan): boolean {
  return action !== "none" && did === "nothing" && problem !== undefined;
}

/** Config by config. Throws where it could not be written. */
function record(key: string, entry: ManifestEntry | undefined, run: Run): void {
  save(withEntry(run.manifest, key, entry), run);
}

/** Only what is new. */
function save(manifest: Manifest, run: Run): void {
  if (manifest === run.manifest) return;
  named(run.own.manifest, () => writeManifest(run.doors, run.own.manifest, manifest));
  run.manifest = manifest;
}

function told(write: () => void): Refused | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    return { refused: reason(error), mend: "run again: the configs are as reported" };
  }
}

/** A full disk does not say which file it was to hold. */
function named(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new Error(`Cannot write "${path}": ${reason(error)}`, { cause: error });
  }
}

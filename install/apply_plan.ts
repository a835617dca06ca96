// One planned change on disk, steps 4 to 6 of `installer.md` section 10: backup, temporary file, a last look, rename, and
// what is there afterwards. Any failure before the rename leaves the config as it was.

import { folderOf, reason } from "../src/files.ts";
import { backUp } from "./backup.ts";
import type { Doors, FileDoor } from "./doors.ts";
import type { FilePlan, Outcome } from "./file_plan.ts";
import { sameBytes } from "./fingerprint.ts";
import type { Refused } from "./formats/format.ts";
import { keepFolder, replaceFile, temporaryFor } from "./replace_file.ts";
import { stillThere } from "./target_file.ts";

/**
 * What became of it; "changed" when another wrote in between: then nothing was done. `folder` is that of the config's
 * backups, `first` whether its bytes may be the first kept; `note` writes down what will undo the change, or throws.
 */
export function applyPlan(
  plan: FilePlan,
  doors: Doors,
  backup: { readonly folder: string; readonly first: boolean },
  note: () => void,
): Outcome | "changed" {
  const made: string[] = [];
  try {
    if (plan.action === "none") return note(), untouched(plan);
    const why = unfit(plan, doors.files);
    if (why !== undefined) return untouched(plan, why);
    // Also before the backup: a person may have thought about the diff for long.
    if (!stillThere(plan, doors.files)) return "changed";
    if (plan.before !== undefined) backUp(doors, { ...backup, real: plan.real, bytes: plan.before });
    note();
    for (const folder of plan.missing) {
      // The config of another agent may have come into the same one since.
      if (doors.files.lstat(folder) !== undefined) continue;
      doors.files.makeFolder(folder);
      made.push(folder);
    }
    if (put(plan, doors) === "changed") {
      removeEmpty(doors.files, made);
      return "changed";
    }
  } catch (error) {
    removeEmpty(doors.files, made);
    return untouched(plan, failed(error));
  }
  return readBack(plan, doors.files);
}

/** Removes folders that hold nothing, the inner first; `folders` has the outer first. Gives those it could not look into. */
export function removeEmpty(files: FileDoor, folders: readonly string[]): readonly string[] {
  const left = folders.toReversed();
  for (const [index, folder] of left.entries()) {
    try {
      const there = files.lstat(folder);
      if (there !== undefined && (!there.isDirectory || files.list(folder).length > 0)) return [];
      if (there !== undefined) files.remove(folder);
    } catch {
      return left.slice(index); // an empty folder does no harm
    }
  }
  return [];
}

/** Nothing was done to it. */
export function untouched({ agent, config, before }: FilePlan, problem?: Refused): Outcome {
  return { agent, config, did: "nothing", onDisk: before, ...(problem === undefined ? {} : { problem }) };
}

/** A plan that must not be written: our own mistake is caught before it is on disk. */
function unfit(plan: FilePlan, files: FileDoor): Refused | undefined {
  if (plan.next === undefined) return behindLink(plan, files);
  const why = plan.check(new TextDecoder("utf-8", { ignoreBOM: true }).decode(plan.next));
  if (why === undefined) return undefined;
  return { refused: `the result would not be read: ${why}; nothing written`, mend: "report this" };
}

/** Deleting the real file would leave the person's link to nothing. */
function behindLink({ config }: FilePlan, files: FileDoor): Refused | undefined {
  if (!files.lstat(config)?.isSymlink) return undefined;
  return { refused: `"${config}" is a link; nothing deleted`, mend: "remove the link and its file yourself" };
}

function put(plan: FilePlan, { files, uuid }: Doors): "put" | "changed" {
  const unchanged = () => stillThere(plan, files);
  if (plan.next !== undefined) {
    const temporary = temporaryFor(plan.real, uuid());
    const { mode, gid } = plan.identity ?? { mode: 0o600, gid: undefined };
    return replaceFile(files, { path: plan.real, temporary, bytes: plan.next, mode, gid }, unchanged);
  }
  if (!unchanged()) return "changed";
  files.remove(plan.real);
  keepFolder(files, folderOf(plan.real));
  return "put";
}

function failed(error: unknown): Refused {
  return { refused: `${reason(error)}; nothing written`, mend: "mend this and run again" };
}

const DID = { create: "created", change: "changed", delete: "deleted", none: "nothing" } as const;

function readBack(plan: FilePlan, files: FileDoor): Outcome {
  const done = { agent: plan.agent, config: plan.config, did: DID[plan.action], onDisk: plan.next };
  try {
    const onDisk = files.lstat(plan.real) === undefined ? undefined : files.read(plan.real);
    if (sameBytes(onDisk, plan.next)) return done;
    const refused = "it was written, but another program has changed it since";
    return { ...done, onDisk, problem: { refused, mend: "look at it and run again" } };
  } catch (error) {
    const refused = `it was written, but cannot be read back: ${reason(error)}`;
    return { ...done, problem: { refused, mend: "run again" } };
  }
}

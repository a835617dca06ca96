// A damaged database is never deleted and never written again: it is moved away, with its side files, under a dated name.
// So is what stays of one that somebody took away while it was open.

import { exists, lstatIfThere } from "../../files.ts";
import type { Millis } from "../../domain/session.ts";

/** SQLite's files beside the database. */
export const SIDE_FILES = ["-wal", "-shm"] as const;

/** Device and inode of a file, or `undefined` where there is none. */
export function fileIdentity(path: string): string | undefined {
  const info = lstatIfThere(path);
  return info && `${info.dev}:${info.ino}`;
}

/**
 * Moves the side files of a database that is not at `path` any more, those whose identity is in `ours`, to
 * `path.lost-<time>[-N]`: SQLite would play an old log into the database that is there now.
 */
export function setLogAside(path: string, now: Millis, ours: readonly (string | undefined)[]): void {
  const left = SIDE_FILES.filter((side) => ours.includes(fileIdentity(path + side)) && exists(path + side));
  const target = freeName(`${path}.lost-${stamp(now)}`);
  for (const side of left) Deno.renameSync(path + side, target + side);
}

/** Renames `path` to `path.corrupt-<time>[-N]` and returns that; throws where the folder cannot be written. */
export function setAside(path: string, now: Millis): string {
  const target = freeName(`${path}.corrupt-${stamp(now)}`);
  // The side files first: a database that stays without them is damaged still, a new one with an old log might not be.
  for (const side of [...SIDE_FILES, ""]) {
    if (exists(path + side)) Deno.renameSync(path + side, target + side);
  }
  return target;
}

/** A time as a part of a file's name. */
export function stamp(now: Millis): string {
  return new Date(now).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
}

function freeName(wanted: string): string {
  for (let n = 1;; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (![...SIDE_FILES, ""].some((side) => exists(name + side))) return name;
  }
}

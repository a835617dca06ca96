// A damaged database is never deleted and never written again: it is moved away, with its side files, under a dated name.

import { exists } from "../../files.ts";
import type { Millis } from "../../domain/session.ts";

/** SQLite's files beside the database. */
export const SIDE_FILES = ["-wal", "-shm"] as const;

/** Renames `path` to `path.corrupt-<time>[-N]` and returns that; throws where the folder cannot be written. */
export function setAside(path: string, now: Millis): string {
  const target = freeName(`${path}.corrupt-${stamp(now)}`);
  // The side files first: a database that stays without them is damaged still, a new one with an old log might not be.
  for (const side of [...SIDE_FILES, ""]) {
    if (exists(path + side)) Deno.renameSync(path + side, target + side);
  }
  return target;
}

function stamp(now: Millis): string {
  return new Date(now).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
}

function freeName(wanted: string): string {
  for (let n = 1;; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (![...SIDE_FILES, ""].some((side) => exists(name + side))) return name;
  }
}

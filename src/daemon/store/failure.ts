// What can be wrong with the database or with one row, and how to mend it, in words. Errors of SQLite and of the file
// system are told by their text: it is what both have.

import { NAME } from "../../brand.ts";
import { reason } from "../../files.ts";

export type Failure = {
  readonly kind: "corrupt" | "full" | "read-only" | "locked" | "newer" | "unusable";
  readonly detail: string;
};

/** An error of SQLite or the file system as a failure. */
export function failureOf(error: unknown): Failure {
  const detail = reason(error);
  if (error instanceof Deno.errors.PermissionDenied) return { kind: "read-only", detail };
  const kind = KINDS.find(([pattern]) => pattern.test(detail))?.[1] ?? "unusable";
  return { kind, detail };
}

const KINDS: readonly (readonly [RegExp, Failure["kind"]])[] = [
  [/malformed|not a database/i, "corrupt"],
  [/disk is full|no space left|quota exceeded/i, "full"],
  [/readonly database|read-only file system/i, "read-only"],
  [/is locked/i, "locked"],
];

/** The row cannot be written to any database: a value of another type, or one that SQLite refuses. */
export function isRowFault(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return /datatype mismatch|constraint failed|too big/i.test(reason(error));
}

/** One line for a human: what is not done, why, and the mend. */
export function troubleText(path: string, failure: Failure, dropped: number): string {
  const lost = dropped === 0 ? "" : ` ${dropped} older rows found no place in memory and are lost.`;
  return `Cannot write history to "${path}": ${MENDS[failure.kind](failure.detail)}.${lost}`;
}

const WAITS = "what happens until then is kept in memory";

const MENDS: Readonly<Record<Failure["kind"], (detail: string) => string>> = {
  corrupt: (detail) => `it was damaged again (${detail}); look at the disk, then start again; ${WAITS}`,
  full: () => `the disk is full; free some space; ${WAITS}`,
  "read-only": () => `the file or its folder is read-only; make both writable for you; ${WAITS}`,
  locked: () => `another program holds it; close that program; ${WAITS}`,
  newer: (detail) => `${detail}; update ${NAME}, or move the file away; ${WAITS}`,
  unusable: (detail) => `${detail}; ${WAITS}`,
};

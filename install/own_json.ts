// JSON files of our own: read whole and checked, written whole. One that cannot be understood is never written over.

import type { z } from "zod";
import { reason } from "../src/files.ts";
import type { Doors, FileDoor } from "./doors.ts";
import type { Refused } from "./formats/format.ts";
import { replaceFile, temporaryFor } from "./replace_file.ts";

/** The file's value, `undefined` when there is none, or why it cannot be used. */
export function readOwnJson<Value>(
  files: FileDoor,
  path: string,
  shape: z.ZodType<Value>,
): { readonly value: Value | undefined } | Refused {
  try {
    const there = files.lstat(path);
    if (there === undefined) return { value: undefined };
    // A pipe would keep us waiting for ever; a link is read as what it leads to.
    if (!there.isFile && !files.lstat(files.realPath(path))?.isFile) return useless(path, "it is not a regular file");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(files.read(path));
    const { success, data, error } = shape.safeParse(JSON.parse(text));
    if (success) return { value: data };
    return useless(path, whyMisshapen(error));
  } catch (error) {
    return useless(path, reason(error));
  }
}

/** Throws where it could not be written: then the old one stands. */
export function writeOwnJson(doors: Doors, path: string, value: unknown): void {
  const bytes = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  replaceFile(doors.files, { path, temporary: temporaryFor(path, doors.uuid()), bytes, mode: 0o600 });
}

/** The first thing that is not as it has to be, and where. */
export function whyMisshapen({ issues: [issue] }: z.ZodError): string {
  const at = issue?.path.join(".") ?? "";
  return `${at === "" ? "" : `${at}: `}${issue?.message ?? "not the expected shape"}`;
}

/** What `installer.md` 3 calls an unreadable file. */
export function useless(path: string, why: string): Refused {
  return { refused: `Cannot use "${path}": ${why}`, mend: "mend it, or move it away, and run again" };
}

// `hooks-state.json`: what a person has taken out, so that nothing automatic puts it back (`installer.md` section 11).

import { z } from "zod";
import type { Doors, FileDoor } from "./doors.ts";
import type { Refused } from "./formats/format.ts";
import { readOwnJson, writeOwnJson } from "./own_json.ts";

/** Keys are those of the manifest. */
export type Uninstalled = { readonly keys: ReadonlySet<string>; readonly others: Readonly<Record<string, unknown>> };

/** What is remembered; nothing where there is no file. */
export function readUninstalled(files: FileDoor, path: string): Uninstalled | Refused {
  const read = readOwnJson(files, path, Shape);
  if ("refused" in read) return read;
  const { uninstalled = [], ...others } = read.value ?? {};
  return { keys: new Set(uninstalled), others };
}

/** Remembers or forgets these; writes only what is new. Throws where it could not be written. */
export function remember(
  doors: Doors,
  path: string,
  known: Uninstalled,
  { add, drop }: { readonly add: readonly string[]; readonly drop: readonly string[] },
): void {
  const keys = new Set(known.keys);
  for (const key of add) keys.add(key);
  for (const key of drop) keys.delete(key);
  if (keys.size === known.keys.size && [...keys].every((key) => known.keys.has(key))) return;
  writeOwnJson(doors, path, { ...known.others, uninstalled: [...keys].sort(), updatedAt: doors.now().toISOString() });
}

const Shape = z.looseObject({ uninstalled: z.array(z.string()).default([]) });

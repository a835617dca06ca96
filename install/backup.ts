// The bytes before each change, in a folder of our own: plugin and hook folders load every file in them (`installer.md`
// section 3). The very first are kept for ever, of the later ones the newest ten.

import { nameOf } from "../src/files.ts";
import type { Doors, FileDoor } from "./doors.ts";
import { sameBytes } from "./fingerprint.ts";
import { isoSeconds } from "./iso_seconds.ts";
import { keepFolder, replaceFile, temporaryFor } from "./replace_file.ts";

/** What is kept. `folder` is `<backups>/<agent>-<12 hex>`. */
export type Backup = {
  readonly folder: string;
  /** The config's own file, after links. */
  readonly real: string;
  readonly bytes: Uint8Array;
  /** False where the config was made by us: then there are no bytes from before. */
  readonly first: boolean;
};

/** Keeps the bytes, then prunes. Throws where they could not be kept. */
export function backUp(doors: Doors, { folder, real, bytes, first }: Backup): void {
  const { files } = doors;
  makePrivate(files, folder);
  const name = nameOf(real);
  const kept = files.list(folder);
  // A change that failed has left its backup: failing again must not push the others out.
  const [latest] = newestFirst(name, kept);
  if (latest !== undefined && sameBytes(files.read(`${folder}/${latest}`), bytes)) return;
  const isFirst = first && !kept.includes(`${name}.first`);
  const added = isFirst ? `${name}.first` : stamped(name, doors.now(), kept);
  const path = `${folder}/${added}`;
  replaceFile(files, { path, temporary: temporaryFor(path, doors.uuid()), bytes, mode: 0o600 });
  if (!isFirst) prune(files, folder, stampedOnes(name, kept));
}

/** Every kept state of one config, the newest first and the very first last. */
export function backupsOf(files: FileDoor, folder: string, real: string): { path: string; bytes: Uint8Array }[] {
  return newestFirst(nameOf(real), files.list(folder)).map((each) => {
    const path = `${folder}/${each}`;
    return { path, bytes: files.read(path) };
  });
}

/** With the one just added. */
const MOST_KEPT = 10;

function makePrivate(files: FileDoor, folder: string): void {
  const above = folder.slice(0, folder.lastIndexOf("/"));
  for (const path of [above, folder]) if (files.lstat(path) === undefined) files.makeFolder(path);
  keepFolder(files, above);
}

/** The next number of this second: a number that was pruned is not used again. */
function stamped(name: string, now: Date, kept: readonly string[]): string {
  const second = isoSeconds(now).replaceAll(/[-:]/g, "");
  const used = kept.flatMap((each) => {
    const stamp = stampOf(name, each);
    return stamp?.second === second ? [stamp.number] : [];
  });
  return `${name}.${second}-${String(Math.max(0, ...used) + 1).padStart(3, "0")}`;
}

/** The new one is not among `old`: a clock that went back must not cost it. */
function prune(files: FileDoor, folder: string, old: readonly string[]): void {
  for (const each of old.slice(MOST_KEPT - 1)) files.remove(`${folder}/${each}`);
}

function newestFirst(name: string, kept: readonly string[]): string[] {
  return [...stampedOnes(name, kept), ...kept.filter((each) => each === `${name}.first`)];
}

function stampedOnes(name: string, kept: readonly string[]): string[] {
  const stamps = kept.flatMap((each) => stampOf(name, each) ?? []);
  stamps.sort((a, b) => a.second === b.second ? b.number - a.number : a.second < b.second ? 1 : -1);
  return stamps.map(({ each }) => each);
}

function stampOf(name: string, each: string): { each: string; second: string; number: number } | undefined {
  if (!each.startsWith(`${name}.`)) return undefined;
  const [, second, number] = /^(\d{8}T\d{6}Z)-(\d{3,})$/.exec(each.slice(name.length + 1)) ?? [];
  return second === undefined ? undefined : { each, second, number: Number(number) };
}

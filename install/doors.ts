// What writing needs of the world, one function for one step, so that a test can fail or end the process at each. Every
// write of the installer goes through here; a failure throws what Deno throws.

import { lstatIfThere, realPath, writeAll } from "../src/files.ts";

/** Steps with files. Paths are whole. */
export type FileDoor = {
  /** `undefined` when nothing is there. */
  lstat(path: string): Deno.FileInfo | undefined;
  /** Without links; what is not there yet is where it would be made. */
  realPath(path: string): string;
  read(path: string): Uint8Array;
  /** Names in a folder; none when it is not there. */
  list(folder: string): string[];
  /** 0700; it must not be there yet. */
  makeFolder(path: string): void;
  /** A file that must not be there yet, 0600. */
  create(path: string): Deno.FsFile;
  write(file: Deno.FsFile, bytes: Uint8Array): void;
  sync(file: Deno.FsFile): void;
  close(file: Deno.FsFile): void;
  setMode(path: string, mode: number): void;
  setGroup(path: string, gid: number): void;
  rename(from: string, to: string): void;
  syncFolder(path: string): void;
  /** A file, or an empty folder. */
  remove(path: string): void;
};

/** What `perform` is handed. */
export type Doors = {
  readonly files: FileDoor;
  now(): Date;
  uuid(): string;
};

/** The real files. */
export const realFiles: FileDoor = {
  lstat: lstatIfThere,
  realPath,
  read: (path) => Deno.readFileSync(path),
  list,
  makeFolder: (path) => Deno.mkdirSync(path, { mode: 0o700 }),
  create: (path) => Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }),
  write: writeAll,
  sync: (file) => file.syncSync(),
  close: (file) => file.close(),
  setMode: (path, mode) => Deno.chmodSync(path, mode),
  setGroup: (path, gid) => Deno.chownSync(path, null, gid),
  rename: (from, to) => Deno.renameSync(from, to),
  syncFolder,
  remove: (path) => Deno.removeSync(path),
};

/** The real world. */
export const realDoors: Doors = {
  files: realFiles,
  now: () => new Date(),
  uuid: () => crypto.randomUUID(),
};

function list(folder: string): string[] {
  if (lstatIfThere(folder) === undefined) return [];
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

function syncFolder(path: string): void {
  using folder = Deno.openSync(path, { read: true });
  folder.syncSync();
}

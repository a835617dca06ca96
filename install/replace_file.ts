// The one way a file is written: a temporary file beside it, on disk before it takes the place, and gone on every path.
// Whenever the process ends, the file is the old one or the new one, whole (DESIGN R5).

import { NAME } from "../src/brand.ts";
import { folderOf, nameOf } from "../src/files.ts";
import type { FileDoor } from "./doors.ts";

/** A whole file to be put in place. `temporary` stands in the same folder. */
export type Write = {
  readonly path: string;
  readonly temporary: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
  /** The group that the file has to keep. */
  readonly gid?: number | null | undefined;
};

/** Where a config's new bytes stand until they take its place: never a name that a CLI loads. */
export function temporaryFor(path: string, uuid: string): string {
  return `${folderOf(path)}/.${nameOf(path)}.${NAME}-${uuid}`;
}

/** Puts the file in place unless `unchanged` says that another was faster. Throws where nothing was put. */
export function replaceFile(files: FileDoor, write: Write, unchanged: () => boolean = () => true): "put" | "changed" {
  try {
    fill(files, write);
    if (!unchanged()) {
      files.remove(write.temporary);
      return "changed";
    }
    files.rename(write.temporary, write.path);
  } catch (error) {
    dropTemporary(files, write.temporary);
    throw error;
  }
  keepFolder(files, folderOf(write.path));
  return "put";
}

/** Makes the folder's change outlast a power cut, where the file system can. */
export function keepFolder(files: FileDoor, folder: string): void {
  try {
    files.syncFolder(folder);
  } catch {
    return; // the change is made and shows; not every file system can sync a folder
  }
}

/** Removes what a killed run left in `folder`: only under the lock is it certain that nobody still writes it. */
export function sweepTemporaries(files: FileDoor, folder: string, mine: (name: string) => boolean): void {
  try {
    for (const name of files.list(folder)) if (mine(name)) dropTemporary(files, `${folder}/${name}`);
  } catch {
    return; // nothing is lost by what stays, and the next run looks again
  }
}

/** What stands before a temporary name's uuid: the file's own name; `undefined` when it is no temporary name. */
export function temporaryOf(name: string): string | undefined {
  return TEMPORARY.exec(name)?.[1];
}

const TEMPORARY = new RegExp(`^\\.(.+)\\.${NAME}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

function fill(files: FileDoor, { temporary, bytes, mode, gid }: Write): void {
  const file = files.create(temporary);
  try {
    files.write(file, bytes);
    // The group first: changing it may take bits of the mode away.
    if (gid !== undefined && gid !== null && files.lstat(temporary)?.gid !== gid) files.setGroup(temporary, gid);
    files.setMode(temporary, mode);
    files.sync(file);
  } finally {
    files.close(file);
  }
}

function dropTemporary(files: FileDoor, temporary: string): void {
  try {
    const info = files.lstat(temporary);
    if (info?.isFile && info.uid === Deno.uid()) files.remove(temporary);
  } catch {
    return; // the failure that led here is the one to tell; the next run sweeps
  }
}

// A config as it lies on disk: its bytes, which file it really is, and why it must not be replaced (`installer.md`
// section 10). A file that cannot be looked at for any reason is refused, never taken for an empty one; one that can be read
// though not replaced still says what is in it.

import { folderOf, reason, shellWord } from "../src/files.ts";
import { type FileDoor, realFiles } from "./doors.ts";
import { fingerprint, sameBytes } from "./fingerprint.ts";
import type { Refused } from "./formats/format.ts";

/** Which file it is, and what a file in its place has to have. */
export type Identity = {
  readonly device: number;
  readonly inode: number | null;
  readonly mode: number;
  readonly gid: number | null;
};

/** A config as it was seen. */
export type Seen = {
  /** As named. */
  readonly config: string;
  /** After links: the file that is written. */
  readonly real: string;
  readonly before: Uint8Array | undefined;
  /** `undefined` when nothing is there. */
  readonly identity: Identity | undefined;
  /** Folders that have to be made, the outer first. */
  readonly missing: readonly string[];
  /** Why it may only be read. */
  readonly fixed?: Refused | undefined;
};

/** A config that can be planned for. */
export type Target = Seen & { readonly fingerprint: string };

/** Reads a config through its links. */
export async function readTarget(config: string, files: FileDoor = realFiles): Promise<Target | Refused> {
  const seen = lookAt(config, files);
  return "refused" in seen ? seen : { ...seen, fingerprint: await fingerprint(seen.before) };
}

/** The same without the fingerprint, at once: for the look just before a rename. */
export function lookAt(config: string, files: FileDoor): Seen | Refused {
  try {
    const real = files.realPath(config);
    const info = files.lstat(real);
    return info === undefined ? notThere(config, real, files) : there(config, real, info, files);
  } catch (error) {
    if (error instanceof Deno.errors.FilesystemLoop) {
      return refuse(`${quoted(config)} is a link to itself`, REMOVE_LINK);
    }
    return refuse(`it cannot be read: ${reason(error)}`, "mend this and run again");
  }
}

/** True when the same file with the same bytes is still there. */
export function stillThere(then: Seen, files: FileDoor): boolean {
  const now = lookAt(then.config, files);
  if ("refused" in now || now.fixed !== undefined || now.real !== then.real) return false;
  return sameIdentity(now.identity, then.identity) && sameBytes(now.before, then.before);
}

const REMOVE_LINK = "remove the link and run again";

function there(config: string, real: string, info: Deno.FileInfo, files: FileDoor): Seen | Refused {
  // A path that could not be followed to its end still has its link.
  if (info.isSymlink) return refuse(`${quoted(config)} is a link to nothing`, REMOVE_LINK);
  if (!info.isFile) return refuse("it is not a regular file", "move it away and run again");
  const identity = { device: info.dev, inode: info.ino, mode: (info.mode ?? 0o600) & 0o7777, gid: info.gid };
  const fixed = whyFixed(config, real, info) ?? readOnlyFolder(folderOf(real), files);
  return { config, real, before: files.read(real), identity, missing: [], fixed };
}

/** Read-only comes before the owner: a store of generated files is both, and only the first can be mended. */
function whyFixed(config: string, real: string, info: Deno.FileInfo): Refused | undefined {
  if (((info.mode ?? 0o600) & 0o200) === 0) return refuse(`${quoted(real)} is read-only`, writable(config, real));
  if (info.uid !== Deno.uid()) {
    return refuse(`${quoted(real)} belongs to another user (uid ${info.uid})`, "run as that user");
  }
  if ((info.nlink ?? 1) === 1) return undefined;
  const [file, copy] = [shellWord(real), shellWord(`${real}.own`)];
  return refuse(
    `${quoted(real)} has ${info.nlink} hard links, which replacing it would split`,
    `make it a file of its own: cp -p ${file} ${copy} && mv ${copy} ${file}`,
  );
}

function writable(config: string, real: string): string {
  if (config !== real) return `${quoted(config)} leads there: change it where it is made`;
  return `make it writable: chmod u+w ${shellWord(real)}`;
}

function notThere(config: string, real: string, files: FileDoor): Seen | Refused {
  const missing: string[] = [];
  let folder = folderOf(real);
  for (; files.lstat(folder) === undefined; folder = folderOf(folder)) missing.unshift(folder);
  const why = readOnlyFolder(folder, files);
  return why ?? { config, real, before: undefined, identity: undefined, missing };
}

/** Of a folder of another user only its bits are known; what they do not show, the write will. */
function readOnlyFolder(folder: string, files: FileDoor): Refused | undefined {
  const info = files.lstat(folder);
  if (info?.isSymlink) return refuse(`${quoted(folder)} is a link to nothing`, REMOVE_LINK);
  if (!info?.isDirectory) return refuse(`${quoted(folder)} is not a folder`, "move it away and run again");
  const bits = info.uid === Deno.uid() ? 0o200 : 0o022;
  if (((info.mode ?? 0o700) & bits) !== 0) return undefined;
  return refuse(`the folder ${quoted(folder)} is read-only`, `make it writable: chmod u+w ${shellWord(folder)}`);
}

function sameIdentity(a: Identity | undefined, b: Identity | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.device === b.device && a.inode === b.inode && a.mode === b.mode && a.gid === b.gid;
}

function refuse(refused: string, mend: string): Refused {
  return { refused, mend };
}

function quoted(path: string): string {
  return `"${path}"`;
}

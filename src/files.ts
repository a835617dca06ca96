// The file door: folders that are ours alone, whole files or none, locks. Synchronous, because what it guards (tokens,
// configs, the daemon's start) must be done before anything else happens.

import { NAME } from "./brand.ts";

/** Makes `path` 0700 where it is missing; returns why it is not private, or `undefined`. */
export function privateFolder(path: string): string | undefined {
  try {
    ensureDir(path, 0o700);
  } catch (error) {
    return `Cannot create the folder "${path}": ${reason(error)}`;
  }
  return notPrivate(path);
}

/** Why a folder is not ours alone: a link, not a folder, another owner, open to group or others. */
export function notPrivate(path: string): string | undefined {
  const info = lstatIfThere(path);
  if (info === undefined) return `Cannot use the folder "${path}": it does not exist`;
  if (info.isSymlink) return `Cannot use the folder "${path}": it is a link (name the real folder instead)`;
  if (!info.isDirectory) return `Cannot use the folder "${path}": it is not a folder (move it away)`;
  return notOurs(info, `the folder "${path}"`, `chmod 700 ${shellWord(path)}`);
}

/** A path as a shell takes it for one word: what is pasted must never run what is in a name. */
export function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Why something is not ours alone; `mend` is the command that makes it so. */
export function notOurs(info: Deno.FileInfo, what: string, mend: string): string | undefined {
  if (info.uid !== Deno.uid()) return `Cannot use ${what}: it belongs to another user (uid ${info.uid})`;
  if (((info.mode ?? 0o777) & 0o077) === 0) return undefined;
  const mode = ((info.mode ?? 0) & 0o777).toString(8).padStart(4, "0");
  return `Cannot use ${what}: mode ${mode} lets others in (mend it with: ${mend})`;
}

/** Puts a whole file in place, or leaves what was there: a temporary file beside it, synced, then renamed. */
export function atomicWrite(path: string, data: string | Uint8Array, mode: number): void {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    writeNew(temporary, bytes, mode);
    Deno.renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
}

/** Writes a file that must not exist yet, and waits for the disk. */
export function writeNew(path: string, data: string | Uint8Array, mode: number): void {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  using file = Deno.openSync(path, { write: true, createNew: true, mode });
  writeAll(file, bytes);
  // The umask may have taken bits away.
  Deno.chmodSync(path, mode);
  file.syncSync();
}

/** A file's text, or `undefined` when there is none; any other failure throws. */
export function readIfThere(path: string): string | undefined {
  return ifThere(() => Deno.readTextFileSync(path));
}

/** Like `Deno.lstatSync`, but `undefined` when nothing is there. */
export function lstatIfThere(path: string): Deno.FileInfo | undefined {
  return ifThere(() => Deno.lstatSync(path));
}

/**
 * The path without links, dots and doubled slashes, as far as we may look; what is not there yet is where it would be made.
 * For comparing: two spellings of one place give the same.
 */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (path === "/" || path === ".") return path;
    if (!(UNSEEN.some((kind) => error instanceof kind))) throw error;
  }
  const cut = path.lastIndexOf("/");
  const above = realPath(cut < 0 ? "." : path.slice(0, cut) || "/");
  const name = path.slice(cut + 1);
  if (name === "" || name === ".") return above;
  if (name === "..") return above.slice(0, above.lastIndexOf("/")) || "/";
  return `${above === "/" ? "" : above}/${name}`;
}

/** Removes a file; nothing there is fine. */
export function removeIfThere(path: string): void {
  ifThere(() => Deno.removeSync(path));
}

/** True when something is there, a dangling link too. */
export function exists(path: string): boolean {
  return lstatIfThere(path) !== undefined;
}

/** Makes a folder and its parents; one that is there stays as it is. */
export function ensureDir(path: string, mode = 0o777): void {
  Deno.mkdirSync(path, { recursive: true, mode });
}

/** Not there, or not for us to see. */
const UNSEEN = [Deno.errors.NotFound, Deno.errors.NotCapable, Deno.errors.PermissionDenied];

export type Lock = { readonly held: true; release(): void } | { readonly held: false; readonly pid?: number };

/** Takes the advisory lock of a file without waiting; the file names its holder. The lock ends with the process. */
export function takeLock(path: string): Lock {
  const file = Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 });
  if (!file.tryLockSync(true)) {
    file.close();
    const pid = Number(Deno.readTextFileSync(path).trim());
    return Number.isInteger(pid) && pid > 0 ? { held: false, pid } : { held: false };
  }
  nameHolder(file);
  return { held: true, release: () => file.close() };
}

/** The name is only for people: on a full disk the lock holds without it. */
function nameHolder(file: Deno.FsFile): void {
  try {
    file.truncateSync(0);
    writeAll(file, new TextEncoder().encode(`${Deno.pid}\n`));
  } catch {
    return; // see above
  }
}

/** The folder a path stands in, without its trailing slash. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** The last word of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** An unknown failure as words. The runtime's advice on its own flags is for whoever runs a script, not a program. */
export function reason(error: unknown): string {
  if (error instanceof Deno.errors.NotCapable) return error.message.replace(ADVICE, `, which ${NAME} is not granted`);
  return error instanceof Error ? error.message : String(error);
}

/** What follows the path (seen 2.9.6), of a script as of a compiled program. */
const ADVICE = /, [^"]*--allow-[^"]*$/;

function ifThere<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Writes the whole of it: one call may take less. */
export function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += file.writeSync(bytes.subarray(done));
}

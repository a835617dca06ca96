// The programs that entries name, under paths that outlive every version: a copy of the running binary, and the
// forwarder. Each is swapped by a rename, so that there is no moment without one and a running old one goes on
// (`installer.md` section 13).

import { NAME } from "../src/brand.ts";
import { reason } from "../src/files.ts";
import type { FileDoor } from "./doors.ts";
import { sameBytes } from "./fingerprint.ts";
import type { Refused } from "./formats/format.ts";
import { replaceFile } from "./replace_file.ts";

/** What is put in place. */
export type Programs = {
  /** `<support>/bin`, in the private support folder. */
  readonly bin: string;
  /** The built binary, the one that runs or another. */
  readonly binary: string;
  /** The forwarder's text, and the bash for its first line; without bash there is no forwarder. */
  readonly forwarder: string;
  readonly bash: string | undefined;
};

/** What entries may name, and what was changed for it. */
export type Placed = { readonly forwards: boolean; readonly changed: readonly string[] };

/** Puts the programs in place. What is refused here stops the whole run before any config is opened. */
export function placePrograms(files: FileDoor, { bin, binary, forwarder, bash }: Programs): Placed | Refused {
  try {
    const why = makeBin(files, bin);
    if (why !== undefined) return why;
    const changed: string[] = [];
    if (place(files, `${bin}/${NAME}`, files.read(binary))) changed.push(NAME);
    const forwardPath = `${bin}/${NAME}-forward`;
    if (bash === undefined) drop(files, forwardPath);
    else if (place(files, forwardPath, new TextEncoder().encode(forwarderText(forwarder, bash)))) {
      changed.push(`${NAME}-forward`);
    }
    return notThere(files, bin, bash !== undefined) ?? { forwards: bash !== undefined, changed };
  } catch (error) {
    return { refused: `Cannot put the programs into "${bin}": ${reason(error)}`, mend: "mend this and run again" };
  }
}

/** Takes the programs away; what else is in the folder stays, and the folder with it. */
export function removePrograms(files: FileDoor, bin: string): Refused | undefined {
  try {
    sweep(files, bin);
    for (const name of PROGRAMS) drop(files, `${bin}/${name}`);
    if (files.lstat(bin)?.isDirectory && files.list(bin).length === 0) files.remove(bin);
    return undefined;
  } catch (error) {
    return { refused: `Cannot remove the programs in "${bin}": ${reason(error)}`, mend: "remove them yourself" };
  }
}

/** The forwarder as it is written for this machine. Throws when it is not what it was when this was written. */
export function forwarderText(asset: string, bash: string): string {
  if (!asset.startsWith(FIRST_LINE)) throw new Error(`the forwarder does not start with "${FIRST_LINE.trim()}"`);
  return `#!${bash} -p\n${asset.slice(FIRST_LINE.length)}`;
}

/** `-p` keeps the agent's environment out of it. */
const FIRST_LINE = "#!/bin/bash -p\n";

const PROGRAMS = [NAME, `${NAME}-forward`, `${NAME}-statusline`];

function makeBin(files: FileDoor, bin: string): Refused | undefined {
  const info = files.lstat(bin);
  if (info === undefined) files.makeFolder(bin);
  else if (!info.isDirectory) return { refused: `"${bin}" is not a folder`, mend: "move it away and run again" };
  else if (info.uid !== Deno.uid()) {
    return { refused: `"${bin}" belongs to another user (uid ${info.uid})`, mend: "move it away and run again" };
  }
  sweep(files, bin);
  return undefined;
}

/** What a killed run left: under the install lock nobody writes it any more. */
function sweep(files: FileDoor, bin: string): void {
  for (const name of files.list(bin)) {
    const [, program = ""] = /^(.+)\.new-\d+$/.exec(name) ?? [];
    if (PROGRAMS.includes(program)) files.remove(`${bin}/${name}`);
  }
}

/** True when it had to be written: the same bytes stay, with their time. */
function place(files: FileDoor, path: string, bytes: Uint8Array): boolean {
  const info = files.lstat(path);
  if (!info?.isFile || !sameBytes(files.read(path), bytes)) {
    replaceFile(files, { path, temporary: `${path}.new-${Deno.pid}`, bytes, mode: 0o755 });
    return true;
  }
  if (((info.mode ?? 0) & 0o7777) !== 0o755) files.setMode(path, 0o755);
  return false;
}

function drop(files: FileDoor, path: string): void {
  if (files.lstat(path) !== undefined) files.remove(path);
}

function notThere(files: FileDoor, bin: string, forwards: boolean): Refused | undefined {
  const wanted = PROGRAMS.slice(0, forwards ? 2 : 1);
  const missing = wanted.find((name) => {
    const info = files.lstat(`${bin}/${name}`);
    return !info?.isFile || ((info.mode ?? 0) & 0o100) === 0;
  });
  if (missing === undefined) return undefined;
  return { refused: `"${bin}/${missing}" is not there although it was written`, mend: "run again" };
}

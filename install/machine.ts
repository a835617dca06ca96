// What an install knows of the computer it runs on. Everything is handed in, so that no test touches a person's own home.

import { CONTAINER_MARKS, type HostFacts } from "./may_install.ts";
import { exists, folderOf } from "../src/files.ts";
import type { Paths } from "../src/paths.ts";
import type { Run } from "./choose_bash.ts";
import { type Doors, realDoors } from "./doors.ts";
import { isProgram } from "./reach.ts";
import { runProgram } from "./run_program.ts";

export type Machine = {
  /** Reads one variable; empty counts as unset. */
  readonly env: (name: string) => string | undefined;
  readonly home: string;
  readonly support: string;
  readonly bin: string;
  /** A Linux inside Windows. */
  readonly wsl: boolean;
  readonly doors: Doors;
  /** What is not ours to look at counts as missing. */
  readonly exists: (path: string) => boolean;
  readonly isProgram: (path: string) => boolean;
  /** This process may write there. */
  readonly mayWrite: (path: string) => boolean;
  readonly run: Run;
};

/** This one. */
export function thisMachine(env: Machine["env"], home: string, { support, bin }: Paths): Machine {
  return {
    env,
    home,
    support,
    bin,
    wsl: Deno.build.os === "linux" && /microsoft/i.test(Deno.osRelease()),
    doors: realDoors,
    exists: isThere,
    isProgram,
    mayWrite: (path) => Deno.permissions.querySync({ name: "write", path }).state === "granted",
    run: runProgram,
  };
}

/** What decides whether anything may be written here; `folders` are those of the agents. */
export function hostFacts({ env, home }: Machine, folders: readonly string[]): HostFacts {
  return {
    uid: Deno.uid() ?? -1,
    homeOwner: look(home)?.uid ?? undefined,
    env,
    marks: CONTAINER_MARKS.filter(isThere),
    // The system's own files are on the device of `/`, which itself is not ours to read.
    rootDevice: look("/bin/sh")?.dev ?? 0,
    folders: folders.flatMap((path) => {
      const device = deviceOf(path);
      return device === undefined ? [] : [{ path, device }];
    }),
  };
}

/** That of the folder, or of what it would be made in. */
function deviceOf(path: string): number | undefined {
  const info = look(path);
  if (info !== undefined || path === "/") return info?.dev;
  return deviceOf(folderOf(path));
}

function isThere(path: string): boolean {
  try {
    return exists(path);
  } catch {
    return false; // not for us to see
  }
}

/** Behind every link. */
function look(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined; // not there, or not for us to see
  }
}

// One daemon per user: private folders, and advisory locks held for life (`daemon.md` section 1). The lock says whether one
// runs; the pid in it is for people.

import { privateFolder, takeLock } from "../files.ts";
import type { Paths } from "../paths.ts";
import { folderFault } from "./socket/hook_doors.ts";

/** Locks the support folder and each socket's place; returns why that cannot be. What was locked is pushed to `taken`. */
export function takeLocks(paths: Paths, taken: (() => void)[]): string | undefined {
  const { support, endpoint, alsoListen, lock } = paths;
  const fault = privateFolder(support) ?? folderFault(endpoint);
  if (fault !== undefined) return fault;
  const second = alsoListen && folderFault(alsoListen) === undefined ? [`${alsoListen.socket}.lock`] : [];
  for (const path of [`${support}/daemon.lock`, lock, ...second]) {
    const held = takeLock(path);
    if (!held.held) return heldBy(path, held.pid);
    taken.push(held.release);
  }
  return undefined;
}

function heldBy(path: string, pid: number | undefined): string {
  const who = pid === undefined ? "another daemon" : `the daemon with pid ${pid}`;
  return `Cannot start: ${who} holds "${path}" (use it, or stop it first${pid === undefined ? "" : `: kill ${pid}`})`;
}

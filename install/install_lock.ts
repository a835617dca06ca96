// One install at a time: the lock is held for the whole of plan and perform, and ends with the process (`installer.md`
// section 10, step 1).

import { NAME } from "../src/brand.ts";
import { privateFolder, reason, takeLock } from "../src/files.ts";
import type { Refused } from "./formats/format.ts";
import { ownFiles } from "./own_files.ts";

export type InstallLock = { release(): void };

/** How long another install is waited for. */
const PATIENCE_MS = 5_000;
const POLL_MS = 50;

/** Takes the lock in the support folder, which is made where it is missing. */
export async function installLock(support: string, patience: number = PATIENCE_MS): Promise<InstallLock | Refused> {
  const why = privateFolder(support);
  if (why !== undefined) return { refused: why, mend: "mend this and run again" };
  const until = Date.now() + patience;
  for (;;) {
    const lock = tryLock(ownFiles(support).lock);
    if ("refused" in lock) return lock;
    if (lock.held) return lock;
    if (Date.now() >= until) return busy(lock.pid);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function tryLock(path: string): ReturnType<typeof takeLock> | Refused {
  try {
    return takeLock(path);
  } catch (error) {
    return { refused: `Cannot lock "${path}": ${reason(error)}`, mend: "mend this and run again" };
  }
}

function busy(pid: number | undefined): Refused {
  const holder = pid === undefined ? "" : ` (pid ${pid})`;
  return { refused: `another ${NAME} install is running${holder}`, mend: "wait for it, or end it, and run again" };
}

// The processes of one throw-away home, found by it: a client may leave some running (Codex has a daemon of its own).

import { until } from "./until.ts";

/** Ends whatever still runs with this HOME, by pid, and waits until nothing does. */
export async function endAll(home: string): Promise<void> {
  signal(home, "SIGTERM");
  const gentle = Date.now() + 5_000;
  await until(`the processes under ${home} to end`, () => {
    const left = running(home);
    if (left.length > 0 && Date.now() > gentle) signal(home, "SIGKILL");
    return left.length === 0 ? true : undefined;
  });
}

function signal(home: string, name: Deno.Signal): void {
  for (const pid of running(home)) {
    try {
      Deno.kill(pid, name);
    } catch (error) {
      // It ended in between.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

/** A zombie has no environment any more, so it is not among them. */
function running(home: string): number[] {
  const pids = [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).map(({ name }) => Number(name));
  return pids.filter((pid) => pid !== Deno.pid && environment(pid).includes(`HOME=${home}`));
}

function environment(pid: number): readonly string[] {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/environ`).split("\0");
  } catch {
    return []; // it has ended
  }
}

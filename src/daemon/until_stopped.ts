// A daemon in the foreground: it runs until it is asked to stop, then stops cleanly.

import type { Daemon } from "./start.ts";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Resolves after a clean stop. */
export async function untilStopped(daemon: Pick<Daemon, "stop">): Promise<void> {
  await new Promise<void>((asked) => {
    for (const signal of SIGNALS) Deno.addSignalListener(signal, () => asked());
  });
  await daemon.stop();
}

// A daemon in the foreground: it runs until it is asked to stop, then stops cleanly. Nothing else ends it: a failure that
// nobody awaited is logged, and cards that are open stay open.

import { reason } from "../files.ts";
import type { Daemon } from "./start.ts";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Resolves after a clean stop. */
export async function untilStopped(daemon: Pick<Daemon, "stop">, log: (text: string) => void): Promise<void> {
  goOn(log);
  await new Promise<void>((asked) => {
    for (const signal of SIGNALS) Deno.addSignalListener(signal, () => asked());
  });
  await daemon.stop();
}

function goOn(log: (text: string) => void): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    log(`Went on after a failure: ${reason(event.reason)}`);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    log(`Went on after a failure: ${reason(event.error)}`);
  });
}

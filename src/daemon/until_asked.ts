// What may end a daemon in the foreground: being asked to, and nothing else. A failure that nobody awaited is logged, and
// cards that are open stay open.

import { reason } from "../files.ts";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Resolves when it is asked to stop. Call it before the start: who asks meanwhile gets a clean stop too. */
export function untilAsked(log: (text: string) => void): Promise<void> {
  goOn(log);
  return new Promise((asked) => {
    for (const signal of SIGNALS) Deno.addSignalListener(signal, () => asked());
  });
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

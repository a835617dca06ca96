// A server that is kept up. Deno's ends for good when it cannot accept one connection, and anybody on this machine can use
// up our file descriptors; so it is opened again at the same place until the daemon stops.

import { reason } from "../../files.ts";
import { ACCEPT_RETRY_MS } from "../../wire/limits.ts";

export type Running = {
  /** Settles when it serves no longer; rejects with why it failed. */
  readonly finished: Promise<void>;
  stop(): Promise<void>;
};

export type Refused = { readonly refused: string };

const LONGEST_WAIT_MS = 5_000;
/** Whoever makes it fail does so as often as they like, and must not fill the log. */
const QUIET_MS = 10_000;

/** Watches `first`. `open` opens it again, at once: a port that is left alone is somebody else's soon. */
export function kept(first: Running, open: () => Promise<Running | Refused>, log: (text: string) => void): Running {
  let server = first;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let said = -Infinity;

  function say(text: string): void {
    if (performance.now() - said < QUIET_MS) return;
    said = performance.now();
    log(text);
  }
  async function watch(): Promise<void> {
    for (;;) {
      const why = await server.finished.then(() => undefined, reason);
      if (why === undefined || stopped) return;
      say(`A server failed: ${why}; listening again`);
      const next = await again();
      if (next === undefined) return;
      server = next;
      if (stopped) return await server.stop();
    }
  }
  async function again(): Promise<Running | undefined> {
    for (let wait = ACCEPT_RETRY_MS; !stopped; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const next = await open().catch((error) => ({ refused: reason(error) }));
      if (!("refused" in next)) return next;
      say(`${next.refused}; trying again`);
      await new Promise<void>((over) => timer = setTimeout(over, wait));
    }
    return undefined;
  }

  return {
    finished: watch(),
    stop() {
      stopped = true;
      clearTimeout(timer);
      return server.stop();
    },
  };
}

// A prompt that a client works on: without a terminal a process that ends by itself; others say when they are done.

import type { Checks } from "./checks.ts";
import { ends, type Running } from "./running.ts";

export type Talk = {
  /** How the client ended, if it has. */
  over(): string | undefined;
  /** Waits until the prompt is worked off. */
  finish(check: Checks): Promise<void>;
};

/** A process that works on one prompt and ends. */
export function headless(running: Running): Talk {
  return {
    over() {
      const ran = running.soFar();
      return ran && `it ended with ${ran.code}`;
    },
    async finish(check) {
      const { code } = await ends(running);
      check.equal("the client ends with", code, 0);
    },
  };
}

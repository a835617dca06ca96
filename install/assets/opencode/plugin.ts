// The plugin's inside: an event in, a hook run, an answer posted. Its doors are handed in, so that `replay` and the tests
// run the very same.

import { type HookName, reader } from "./read.ts";
import { type Doors, type Outcome, relays } from "./relay.ts";

export type { Doors, Outcome };

export type Plugin = {
  /** What came of one event: nothing, or one hook. Reads its arguments before it returns. */
  handle(hook: HookName, input: unknown, output?: unknown): Promise<Outcome | undefined>;
  /** Ends every hook that waits. */
  close(): void;
};

/** `directory` is where OpenCode runs; without `asks` no request waits. */
export function openPlugin(directory: string | undefined, doors: Doors, asks = true): Plugin {
  const read = reader(directory, asks);
  const running = relays(doors);
  return {
    // Async, so that whatever a malformed event throws is a rejection.
    // deno-lint-ignore require-await
    async handle(hook, input, output) {
      const step = read(hook, input, output);
      for (const request of step?.over ?? []) running.over(request);
      return step?.relay && running.run(step.relay);
    },
    close: running.close,
  };
}

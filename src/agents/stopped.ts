// The end of a turn, for agents that tell nothing of what still runs.

import type { Origin, Stopped } from "../domain/input.ts";
import { given } from "./fields.ts";

/** No background task and no recurring job is known. */
export function stopped(from: Origin, how: Stopped["how"], text?: string): Stopped {
  return { is: "stopped", from, how, ...given("text", text), background: [], recurring: false };
}

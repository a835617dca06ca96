// Factory Droid: Claude's shape, observed only (`agents.md` section 9). It has no permission event, so nothing is ever
// printed. Nothing is kept of `CLAUDE_ENV_FILE`, a path that its SessionStart carries: no reading holds the payload.

import type { AgentInput } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent } from "./agent.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { asks } from "./other.ts";

export { answer, asks, fits } from "./other.ts";

/** `agents.md` 14.2; fixture droid headless. */
export const tools: Agent["tools"] = {
  names: new Map([["Execute", "Bash"], ["Create", "Write"], ["LS", "Glob"]]),
  members: new Map([["old_str", "old_string"], ["new_str", "new_string"]]),
};

/** `agents.md` section 9 lists no event that would end a compaction. */
const DROID: Dialect = { agent: "droid", asks, tools, compactsUntold: true };

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  return claudeShape(event, DROID);
}

// Any tool without an adapter of its own: read in Claude's shape, shown, never answered (`agents.md` section 12).

import type { AgentInput } from "../domain/input.ts";
import type { Verdict } from "../domain/effect.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Asked, Fits } from "./agent.ts";
import { claudeShape } from "./claude_shape.ts";

/** Keyed by the tool's own name; its permission events are waits without a card. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const input = claudeShape(event, event.agent_name ?? event.agent);
  if (typeof input === "string" || input.is !== "waits") return input;
  const { offer: _never, ...seen } = input;
  return seen;
}

/** Nothing fits: the tool has no answer that we know. */
export function fits(_asked: Asked): Fits {
  return "nothing";
}

/** Nothing is ever printed. */
export function answer(_verdict: Verdict, _asked: Asked): string | undefined {
  return undefined;
}

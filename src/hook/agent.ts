// The one agent whose words are printed, loaded only once there is something to say. The imports are literal, so that a
// compiled binary holds them and the hook loads one, not all.

import type { Agent, Asked } from "../agents/agent.ts";
import type { Verdict } from "../domain/effect.ts";
import type { Kind } from "../wire/event.ts";

/** The text for the agent; `undefined` = print nothing. */
export async function answerText(kind: Kind, verdict: Verdict, asked: Asked): Promise<string | undefined> {
  const agent = await load(kind);
  return agent?.fits(asked) === verdict.kind ? agent.answer(verdict, asked) : undefined;
}

function load(kind: Kind): Promise<Pick<Agent, "fits" | "answer">> | undefined {
  switch (kind) {
    case "claude":
      return import("../agents/claude.ts");
    case "codex":
      return import("../agents/codex.ts");
    case "opencode":
      return import("../agents/opencode.ts");
    case "qwen":
      return import("../agents/qwen.ts");
    case "copilot":
      return import("../agents/copilot.ts");
    case "grok":
      return import("../agents/grok.ts");
    case "cursor":
      return import("../agents/cursor.ts");
    case "agentica":
      return import("../agents/agentica.ts");
    case "other":
      // No answer of theirs is known: their own prompt asks.
      return undefined;
    default:
      return kind satisfies never;
  }
}

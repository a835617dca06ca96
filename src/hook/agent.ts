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
    default:
      // Kinds that are not answered here: their own prompt asks.
      return undefined;
  }
}

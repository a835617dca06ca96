// A prompt, whichever way its agent spells it (`agents.md` 0.2).

import type { Origin, Prompted } from "../domain/input.ts";
import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import { text } from "./fields.ts";

const PROMPT_CHARACTERS = 4_000;

/** What the person, or the agent itself, told the session to do. */
export function prompted(payload: JsonObject, from: Origin): Prompted {
  const words = promptText(payload);
  // A finished background agent speaks to its own session (fixture life-subagent).
  const human = !words.startsWith("<task-notification>");
  return { is: "prompted", from, text: [...words].slice(0, PROMPT_CHARACTERS).join(""), human };
}

function promptText(payload: JsonObject): string {
  const parts = Array.isArray(payload.prompt) ? payload.prompt.map(partText).join("") : "";
  return parts || (text(payload, "prompt", "initialPrompt", "message") ?? "");
}

/** Kimi's prompt is a list of `{type,text}` (fixture kimi tui). */
function partText(part: Json): string {
  return isObject(part) ? text(part, "text") ?? "" : "";
}

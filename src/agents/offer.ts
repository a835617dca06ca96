// What a card is made of. A card shows everything that an Allow would authorise, or it has no Allow (R7).

import type { Question } from "../domain/card.ts";
import type { Offer } from "../domain/input.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import { isShallow } from "./canonical.ts";
import { showsCut } from "./cut.ts";
import { object, text } from "./fields.ts";
import { readQuestions } from "./questions.ts";
import { readSuggestions } from "./suggestions.ts";

/** A tool without these members is shown, but cannot be allowed: the card could not say what would run. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  Bash: ["command"],
  Read: ["file_path"],
  Write: ["file_path", "content"],
  Edit: ["file_path", "new_string"],
  NotebookEdit: ["notebook_path"],
  WebFetch: ["url"],
  ExitPlanMode: ["plan"],
};

/** `undefined` when no card can be read from the payload: the terminal asks. `exact` is the input uncut, when sent. */
export function readOffer(
  payload: JsonObject,
  exact: JsonObject | undefined,
  hold: Millis,
): Offer | undefined {
  const tool = text(payload, "tool_name", "toolName");
  const input = exact ?? object(payload, "tool_input", "toolInput");
  if (tool === undefined || input === undefined) return undefined;
  // Too deep to show or to send on: the card says so by having no input and no Allow.
  if (!isShallow(input)) return { input: {}, whole: false, suggestions: [], hold };
  const whole = (exact !== undefined || !showsCut(input)) && hasNeeded(tool, input);
  const offer = { input, whole, suggestions: readSuggestions(payload.permission_suggestions), hold };
  if (tool !== "AskUserQuestion") return offer;
  const questions = readQuestions(input.questions);
  return questions && offerQuestions(offer, questions);
}

/** An answer names its question by its text, so a cut question cannot be answered. */
function offerQuestions(offer: Offer, questions: readonly Question[]): Offer | undefined {
  return offer.whole ? { ...offer, questions } : undefined;
}

function hasNeeded(tool: string, input: JsonObject): boolean {
  return (NEEDED[tool] ?? []).every((member) => isGiven(member, input[member]));
}

/** A file's text may be empty; a command, path or plan may not. */
function isGiven(member: string, value: Json | undefined): boolean {
  if (typeof value !== "string") return false;
  return member === "content" || member === "new_string" || value.trim() !== "";
}

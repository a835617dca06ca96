// What a card is made of. A card shows everything that an Allow would authorise, or it has no Allow (R7).

import type { Question } from "../domain/card.ts";
import type { Offer } from "../domain/input.ts";
import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import { cutStrings } from "../wire/cut.ts";
import { STRING_BYTES } from "../wire/limits.ts";
import { canonical, isShallow } from "./canonical.ts";
import { showsCut } from "./cut.ts";
import { readQuestions } from "./questions.ts";
import { readSuggestions } from "./suggestions.ts";

/** A tool without these members is shown, but cannot be allowed: the card could not say what would run. */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ["Bash", ["command"]],
  ["Read", ["file_path"]],
  ["Write", ["file_path", "content"]],
  ["Edit", ["file_path", "new_string"]],
  ["NotebookEdit", ["notebook_path"]],
  ["WebFetch", ["url"]],
  ["ExitPlanMode", ["plan"]],
]);

/**
 * `undefined` when no card can be read from the payload: the terminal asks. `exact` is the input uncut, when sent. Only
 * Claude's own spellings count here: what the agent's `answer` does not read, it could not answer.
 */
export function readOffer(
  payload: JsonObject,
  exact: JsonObject | undefined,
  hold: Millis,
): Offer | undefined {
  const { tool_name: tool, tool_input: trimmed, permission_suggestions } = payload;
  if (typeof tool !== "string" || tool === "" || !isObject(trimmed)) return undefined;
  const input = exact ?? trimmed;
  // Too deep to show or to send on: the card says so by having no input and no Allow.
  if (!isShallow(input)) return { input: {}, whole: false, suggestions: [], hold };
  const complete = exact === undefined ? !showsCut(trimmed) : agrees(exact, trimmed);
  const whole = complete && isFaithful(input) && hasNeeded(tool, input);
  const offer = { input, whole, suggestions: readSuggestions(permission_suggestions), hold };
  if (tool !== "AskUserQuestion") return offer;
  const questions = readQuestions(input.questions);
  return questions && offerQuestions(offer, questions);
}

/** An answer names its question by its text, so a cut question cannot be answered. */
function offerQuestions(offer: Offer, questions: readonly Question[]): Offer | undefined {
  return offer.whole ? { ...offer, questions } : undefined;
}

/** The exact input is the trimmed one uncut, or one of the two is not what the agent asks. */
function agrees(exact: JsonObject, trimmed: JsonObject): boolean {
  return isShallow(trimmed) && canonical(cutStrings(exact, STRING_BYTES)) === canonical(trimmed);
}

/** No number has lost digits on its way through JSON: what is shown is what was asked. */
function isFaithful(value: Json): boolean {
  if (typeof value === "number") {
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  }
  if (Array.isArray(value)) return value.every(isFaithful);
  return !isObject(value) || Object.values(value).every(isFaithful);
}

function hasNeeded(tool: string, input: JsonObject): boolean {
  return (NEEDED.get(tool) ?? []).every((member) => isGiven(member, input[member]));
}

/** A file's text may be empty; a command, path or plan may not. */
function isGiven(member: string, value: Json | undefined): boolean {
  if (typeof value !== "string") return false;
  return member === "content" || member === "new_string" || value.trim() !== "";
}

// What a card is made of. A card shows everything that an Allow would authorise, or it has no Allow (R7).

import type { Offer, ToolUse, Waits } from "../domain/input.ts";
import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import { cutStrings } from "../wire/cut.ts";
import { STRING_BYTES } from "../wire/limits.ts";
import type { ToolWords } from "./agent.ts";
import { canonical, isShallow } from "./canonical.ts";
import { showsCut } from "./cut.ts";
import { readQuestions } from "./questions.ts";
import { readSuggestions } from "./suggestions.ts";
import { inWords } from "./tool_use.ts";

/**
 * What must be there for a person to see what would run, by tool; one of the lists. A tool without it is shown, but
 * cannot be allowed.
 */
const NEEDED: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ["Bash", [["command"]]],
  ["Read", [["file_path"]]],
  ["Write", [["file_path", "content"], ["file_path", "diff"]]],
  // A patch stands in Codex's `command`, a diff beside the path in OpenCode's request (`agents.md` sections 2 and 3).
  ["Edit", [["file_path", "new_string"], ["command"], ["file_path", "diff"]]],
  ["NotebookEdit", [["notebook_path"]]],
  ["WebFetch", [["url"]]],
  ["ExitPlanMode", [["plan"]]],
]);

/** A request for a call, as its agent spells it. */
export type Asking = {
  readonly tool: ToolUse;
  readonly words: ToolWords;
  /** As it came over the wire. */
  readonly trimmed: JsonObject;
  /** The input uncut, when sent. */
  readonly exact?: JsonObject | undefined;
  readonly hold: Millis | null;
  readonly suggestions?: Json | undefined;
};

/** `undefined` when no card can be read from the request: the terminal asks. */
export function readOffer({ tool, words, trimmed, exact, hold, suggestions }: Asking): Offer | undefined {
  const held = hold === null ? {} : { hold };
  // Too deep to show or to send on: the card says so by having no input and no Allow.
  if (!isShallow(exact ?? trimmed)) return { input: {}, whole: false, suggestions: [], ...held };
  const complete = exact === undefined ? !showsCut(trimmed) : agrees(exact, trimmed);
  const input = inWords(exact ?? trimmed, words);
  const whole = complete && isFaithful(input) && hasNeeded(tool.name, input) && !isTwofold(input, words);
  const offer = { input, whole, suggestions: readSuggestions(suggestions), ...held };
  return tool.name === "AskUserQuestion" ? offerQuestions(offer, words) : offer;
}

/** A wait that the terminal answers. */
export function withoutOffer({ offer: _none, ...wait }: Waits): Waits {
  return wait;
}

/** An answer names its question by its text, so a cut question cannot be answered. */
function offerQuestions(offer: Offer, words: ToolWords): Offer | undefined {
  const questions = offer.whole ? readQuestions(offer.input.questions, words) : undefined;
  return questions && { ...offer, questions };
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

/** Two members that are both read as one, with two values: which one the agent takes is not known. */
function isTwofold(input: JsonObject, { members }: ToolWords): boolean {
  return [...members].some(([own, name]) => {
    const [value, read] = [input[own], input[name]];
    return value !== undefined && read !== undefined && canonical(value) !== canonical(read);
  });
}

function hasNeeded(tool: string, input: JsonObject): boolean {
  const lists = NEEDED.get(tool);
  return lists === undefined || lists.some((members) => members.every((member) => isGiven(member, input[member])));
}

/** A file's text may be empty; a command, path, diff or plan may not. */
function isGiven(member: string, value: Json | undefined): boolean {
  if (typeof value !== "string") return false;
  return member === "content" || member === "new_string" || value.trim() !== "";
}

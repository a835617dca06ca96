// What agentica asks a person, as a card (`agents.md` section 11, `egress.md` section 11). Of a call it sends a preview only,
// and it cuts its texts: what is cut is not allowed, and no cut text goes back as an answer (R7).

import type { Choice } from "../domain/card.ts";
import type { Offer, ToolUse } from "../domain/input.ts";
import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import { showsCut } from "./cut.ts";
import { given, list, text } from "./fields.ts";

/** The words it takes, and what each decides. */
export const DECIDES: ReadonlyMap<string, "allow" | "deny"> = new Map([
  ["allow", "allow"],
  ["allow_prefix", "allow"],
  ["deny", "deny"],
  ["deny_prefix", "deny"],
]);

const NOTE = 'agentica takes no words with a deny. "Always" answers hold for the whole project.';

/** 500 and the ellipsis. */
const CUT_CHARACTERS = 501;

/** A permission; `undefined` when no word is offered that could be answered. */
export function approvalOffer(payload: JsonObject, tool: ToolUse): Offer | undefined {
  const similar_label = text(payload, "similar_label");
  const choices = [...new Set(list(payload, "options"))].flatMap((word) => choice(word, similar_label) ?? []);
  if (choices.length === 0) return undefined;
  const preview = text(payload, "preview");
  const input = {
    ...given("question", text(payload, "question")),
    tool_name: tool.rawName,
    ...given(previewMember(tool.name), preview),
    ...given("similar_label", similar_label),
  };
  const whole = preview !== undefined && preview.trim() !== "" && isWhole(preview);
  return { input, whole, suggestions: [], choices, wordless: true, note: NOTE };
}

/** What the preview is: the command itself for `execute`. */
export function previewMember(tool: string): "command" | "preview" {
  return tool === "Bash" ? "command" : "preview";
}

/** An `always` without its label, or with a cut one, does not say what it grants. */
function choice(word: Json, similar: string | undefined): Choice | undefined {
  const decision = typeof word === "string" ? DECIDES.get(word) : undefined;
  if (typeof word !== "string" || decision === undefined) return undefined;
  if (word === decision) return { word, label: decision === "allow" ? "Allow" : "Deny", decision };
  return similar && isWhole(similar) ? { word, label: `Always ${decision} ${similar}`, decision } : undefined;
}

/** One question; a typed answer is as good as an option. */
export function questionOffer(payload: JsonObject): Offer | undefined {
  const question = text(payload, "question");
  if (question === undefined || question.trim() === "") return undefined;
  const options = list(payload, "options").flatMap((option) => {
    const label = isObject(option) ? option.label : option;
    return typeof label === "string" && label.trim() !== "" && isWhole(label) ? [{ label, description: "" }] : [];
  });
  const questions = [{ question, header: "", options, multi: false }];
  const input = { questions: [{ question, options: options.map(({ label }) => ({ label })) }] };
  return { input, whole: isWhole(question), questions, suggestions: [] };
}

/** Cut neither by agentica nor on the wire. */
function isWhole(words: string): boolean {
  return !showsCut(words) && !(words.endsWith("…") && [...words].length >= CUT_CHARACTERS);
}

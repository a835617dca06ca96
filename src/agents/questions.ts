// Questions with options (`approvals.md` 1.1 and 3.1).

import type { Question } from "../domain/card.ts";
import { isObject, type Json } from "../domain/json.ts";
import type { ToolWords } from "./agent.ts";

const MOST = 4;
const CLAUDES = ["multiSelect"];

/** 1 to 4 questions of 1 to 4 options without blank or equal texts; anything else stays in the terminal. */
export function readQuestions(value: Json | undefined, { several }: ToolWords): readonly Question[] | undefined {
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST) return undefined;
  const questions: Question[] = [];
  for (const entry of value) {
    const question = readQuestion(entry, several ?? CLAUDES);
    // Equal texts would share one key of the answers.
    if (question === undefined || questions.some((known) => known.question === question.question)) return undefined;
    questions.push(question);
  }
  return questions;
}

function readQuestion(entry: Json, several: readonly string[]): Question | undefined {
  if (!isObject(entry)) return undefined;
  // Cursor calls it `prompt` (`agents.md` section 7).
  const question = entry.question ?? entry.prompt;
  if (!isText(question)) return undefined;
  const options = Array.isArray(entry.options) ? entry.options.map(readOption) : [];
  if (options.length < 1 || options.length > MOST) return undefined;
  const known = options.filter((option) => option !== undefined);
  if (known.length !== options.length) return undefined;
  const header = typeof entry.header === "string" ? entry.header : "";
  return { question, header, options: known, multi: several.some((member) => entry[member] === true) };
}

function readOption(entry: Json): { label: string; description: string } | undefined {
  if (!isObject(entry) || !isText(entry.label)) return undefined;
  return { label: entry.label, description: typeof entry.description === "string" ? entry.description : "" };
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

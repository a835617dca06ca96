// What a person said to a card beyond allow and deny, as one line for the record (R6: redacted, bounded).

import type { Card, Words } from "../domain/card.ts";
import { clipText } from "./clip.ts";

/** Nothing when the end's name says it all. */
export function saying(words: Words, card: Card): { said?: string } {
  const text = textOf(words, card);
  return text === undefined ? {} : { said: clipText(text) };
}

function textOf(words: Words, card: Card): string | undefined {
  if ("answers" in words) return answersText(words.answers, card);
  if ("suggestion" in words) return card.suggestions.find(({ index }) => index === words.suggestion)?.label;
  if ("choice" in words) return card.choices?.find(({ word }) => word === words.choice)?.label ?? words.choice;
  if ("handBack" in words) return undefined;
  if (words.decision === "deny") return words.message?.trim() || undefined;
  if (words.session) return "this exact request for the rest of the session";
  return words.mode;
}

function answersText(answers: readonly (string | readonly string[])[], card: Card): string {
  const given = answers.map((answer) => typeof answer === "string" ? answer : answer.join(", "));
  return given.map((answer, index) => `${card.questions?.[index]?.question ?? ""} ${answer}`.trim()).join("; ");
}

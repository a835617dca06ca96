// What `vults answer` says it did: how the card ended, the words that went to the agent, and what it was about. Pure.

import type { Question, Words } from "../domain/card.ts";
import type { CardView } from "../domain/view.ts";
import { visible } from "./visible.ts";

/** One line. `card` is what was shown when the words were sent. */
export function answeredText(id: string, outcome: string, words: Words, card: CardView): string {
  const end = outcome === "handed-back" ? "handed back to the terminal" : outcome;
  const parts = [`${id} ${end}`, saidText(words, card), `${card.tool} ${card.target}`.trim()];
  return parts.filter((part) => part !== "").map(visible).join(": ");
}

/** One line for each question that got none of its own choices: a typing error looks the same. */
export function ownWords(words: Words, { questions = [] }: CardView): string[] {
  if (!("answers" in words)) return [];
  return questions.flatMap((question, index) => [words.answers[index] ?? []].flat().flatMap(unoffered(question)));
}

function unoffered({ options }: Question): (answer: string) => string[] {
  const labels = options.map(({ label }) => label);
  return (answer) => {
    if (labels.length === 0 || labels.includes(answer)) return [];
    return [visible(`"${answer}" is none of ${labels.join(", ")}: sent as your own words`)];
  };
}

/** The words beyond the end's name: a person's own, or the button's. */
function saidText(words: Words, card: CardView): string {
  if ("answers" in words) return words.answers.map((answer) => quoted([answer].flat().join(", "))).join(", ");
  if ("choice" in words) return quoted(words.choice);
  if ("handBack" in words) return "";
  if ("decision" in words && words.decision === "deny") return words.message === undefined ? "" : quoted(words.message);
  return quoted(labelOf(words, card));
}

function quoted(text: string): string {
  return text === "" ? "" : `"${text}"`;
}

/** A plain allow has said it all. */
function labelOf(words: Extract<Words, { suggestion: number } | { decision: "allow" }>, { buttons }: CardView): string {
  if ("suggestion" in words) return buttons.find(({ index }) => index === words.suggestion)?.label ?? "";
  if (words.mode === undefined && !words.session) return "";
  return buttons.find(({ mode, session }) => mode === words.mode && session === words.session)?.label ?? "";
}

// Whether a person's words fit a card, and what they make of it. Nothing is guessed: words that do not fit change nothing
// and the card stays (R3).

import type { Card, CardEnd, PlanMode, Question, Words } from "../domain/card.ts";
import type { Verdict } from "../domain/effect.ts";
import { buttons } from "./buttons.ts";

export type Fit =
  | { readonly ok: true; readonly end: CardEnd; readonly verdict?: Verdict; readonly forSession?: true }
  | { readonly ok: false; readonly message: string };

const ANSWER_BYTES = 2_000;

/** The verdict for these words on this card; a hand-back has none. */
export function fit(card: Card, words: Words): Fit {
  if ("handBack" in words) return { ok: true, end: "handed-back" };
  if ("answers" in words) return answers(card, words.answers);
  if ("suggestion" in words) return suggestion(card, words.suggestion);
  if ("choice" in words) return choice(card, words.choice);
  if (card.kind === "question") return no(`${card.id} asks a question: answer it, allow and deny mean nothing here`);
  return words.decision === "deny" ? deny(card, words.message) : allow(card, words);
}

function choice(card: Card, word: string): Fit {
  const offered = card.choices?.find((known) => known.word === word);
  if (offered === undefined) {
    return no(
      `${card.id} offers no choice ${JSON.stringify(word)}${only((card.choices ?? []).map((entry) => entry.word))}`,
    );
  }
  const { decision } = offered;
  if (decision === "allow" && !card.whole) return no(refusal(card, undefined, false));
  const end = decision === "allow" ? "allowed" : "denied";
  return { ok: true, end, verdict: { kind: "decision", decision, choice: word } };
}

function deny(card: Card, message: string | undefined): Fit {
  if (!buttons(card).some((button) => button.word === "deny")) return no(`${card.id} cannot be denied from here`);
  if (message?.trim() && card.wordless) {
    return no(`${card.id} cannot carry words: ${card.agent} takes none with a deny`);
  }
  const said = message?.trim() ? { message } : {};
  return { ok: true, end: "denied", verdict: { kind: "decision", decision: "deny", ...said } };
}

function allow(card: Card, words: { readonly mode?: PlanMode; readonly session?: boolean }): Fit {
  const session = words.session ?? false;
  const offered = buttons(card).some((button) => {
    return button.word === "allow" && button.mode === words.mode && (button.session ?? false) === session;
  });
  if (!offered) return no(refusal(card, words.mode, session));
  const verdict: Verdict = { kind: "decision", decision: "allow", ...(words.mode ? { mode: words.mode } : {}) };
  return { ok: true, end: "allowed", verdict, ...(session ? { forSession: true } : {}) };
}

function refusal(card: Card, mode: PlanMode | undefined, session: boolean): string {
  if (!card.whole) return `${card.id} does not show all that would run, so it cannot be allowed from here`;
  if (session && card.namesUs) return `${card.id} names this program, so it is asked each time`;
  if (session) return `${card.id} cannot be allowed for a session`;
  if (mode === undefined) return `${card.id} cannot be allowed from here`;
  return `${card.id} takes no mode "${mode}"`;
}

function suggestion(card: Card, index: number): Fit {
  const offered = buttons(card).some((button) => button.word === "suggestion" && button.index === index);
  if (!offered) {
    return no(`${card.id} offers no suggestion ${index}${only(card.suggestions.map((entry) => entry.index))}`);
  }
  return { ok: true, end: "allowed", verdict: { kind: "decision", decision: "allow", suggestion: index } };
}

/** One answer per question, in order, none blank: Claude takes a part without a word (`approvals.md` 3.1). */
function answers(card: Card, given: readonly (string | readonly string[])[]): Fit {
  const questions = card.questions;
  if (questions === undefined) return no(`${card.id} asks no question`);
  if (given.length !== questions.length) {
    return no(`${card.id} asks ${count(questions.length, "question")}, and got ${count(given.length, "answer")}`);
  }
  for (const [index, question] of questions.entries()) {
    const wrong = wrongAnswer(question, given[index]);
    if (wrong !== undefined) return no(`Answer ${index + 1} (${JSON.stringify(question.question)}) ${wrong}`);
  }
  return { ok: true, end: "answered", verdict: { kind: "answer", answers: given } };
}

function wrongAnswer(question: Question, given: string | readonly string[] | undefined): string | undefined {
  if (Array.isArray(given) && !question.multi) return "takes one answer, not a list";
  const texts = typeof given === "string" ? [given] : given ?? [];
  if (texts.length === 0) return "is empty";
  if (texts.some((text) => text.trim() === "")) return "is blank";
  if (texts.some((text) => new TextEncoder().encode(text).length > ANSWER_BYTES)) {
    return `is over ${ANSWER_BYTES} bytes`;
  }
  return undefined;
}

function only(offered: readonly (string | number)[]): string {
  return offered.length === 0 ? "" : `, only ${offered.join(", ")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function no(message: string): Fit {
  return { ok: false, message };
}

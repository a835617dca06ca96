// Answers for an agent whose question tool gives nothing back: they travel as the words of a refusal (`agents.md` section 7).
// All or nothing, like everywhere else (`approvals.md` 3.1).

import type { Question } from "../domain/card.ts";

/** One line a question, and a last one that says what they are; `undefined` when an answer is missing, blank or too many. */
export function answersInWords(
  answers: readonly (string | readonly string[])[],
  questions: readonly Question[] | undefined,
): string | undefined {
  if (questions === undefined || questions.length !== answers.length) return undefined;
  const lines = questions.map((question, index) => line(question, answers[index] ?? ""));
  return lines.every((text) => text !== undefined) ? [...lines, GO_ON].join("\n") : undefined;
}

const GO_ON = "These are the user's answers, not a refusal: do not ask again, go on with them.";

function line({ question, multi }: Question, answer: string | readonly string[]): string | undefined {
  const one = typeof answer === "string";
  const texts = one ? [answer] : answer;
  if ((!one && !multi) || texts.length === 0 || texts.some((text) => text.trim() === "")) return undefined;
  // Quoted where there may be several: a label may hold a comma.
  return `${question}: ${one ? answer : texts.map((text) => JSON.stringify(text)).join(", ")}`;
}

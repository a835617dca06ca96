// Texts for the store and the session list: redacted first, then cut, so that no half secret survives at a cut (R6).

import { redact } from "./redact.ts";

const SUMMARY_CHARACTERS = 200;
const PROMPT_CHARACTERS = 4_000;

/** One line for a list. */
export function clipSummary(text: string): string {
  return cut(redact(text).replaceAll(/\s+/g, " ").trim(), SUMMARY_CHARACTERS);
}

/** A prompt or an ending, whole enough to search. */
export function clipText(text: string): string {
  return cut(redact(text), PROMPT_CHARACTERS);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

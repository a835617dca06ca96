// Texts for the store and the session list: redacted first, then cut, so that no half secret survives at a cut (R6).

import { redact } from "./redact.ts";

const SUMMARY_CHARACTERS = 200;
const TARGET_CHARACTERS = 300;
const PROMPT_CHARACTERS = 4_000;

/** One line for a list. */
export function clipSummary(text: string): string {
  return cut(redact(text).replaceAll(/\s+/g, " ").trim(), SUMMARY_CHARACTERS);
}

/** What a tool works on, for history. */
export function clipTarget(text: string): string {
  return clip(text, TARGET_CHARACTERS);
}

/** The beginning of what a tool works on, for whoever is asked: nothing is taken out. */
export function shortTarget(text: string): string {
  return cut(text, TARGET_CHARACTERS);
}

/** A prompt or an ending, whole enough to search. */
export function clipText(text: string): string {
  return clip(text, PROMPT_CHARACTERS);
}

/** At most `most` characters, the ellipsis among them. */
export function clip(text: string, most: number): string {
  return cut(redact(text), most);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

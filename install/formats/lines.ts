// A text as lines: where one starts and ends, how it ends, and how whole lines come in and go.

import type { Splice } from "./splice.ts";

/** A stretch of a text, its end left out. */
export type Span = { readonly from: number; readonly to: number };

/** The offset at which the line of `offset` starts. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The offset at which the next line starts; the end of the text where there is none. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

/** Where the lines of something that ends at `end` are over; a block of text may bring its newline along. */
export function afterLines(text: string, end: number): number {
  return end > 0 && text[end - 1] === "\n" ? end : nextLine(text, end);
}

/** The offset at which the line of `offset` ends, its line ending left out. */
export function lineEnd(text: string, offset: number): number {
  const next = nextLine(text, offset);
  if (text[next - 1] !== "\n" || next === offset) return next;
  return text[next - 2] === "\r" ? next - 2 : next - 1;
}

/** Counted from 1, as people and messages do. */
export function lineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** True where only spaces stand between the start of the line and `offset`. */
export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/** The blanks a line begins with. */
export function indentation(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

/** The ending of the line before `offset`, else of the first line, else a plain newline. */
export function lineEnding(text: string, offset: number): string {
  const before = text.lastIndexOf("\n", offset - 1);
  const at = offset > 0 && before !== -1 ? before : text.indexOf("\n");
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** Whole lines at the start of a line, or at the end of a text whose last line has no ending and then gets none. */
export function linesInserted(text: string, at: number, lines: readonly string[]): Splice {
  const ending = lineEnding(text, at);
  const open = at === text.length && at > 0 && text[at - 1] !== "\n";
  const added = lines.map((line) => open ? ending + line : line + ending).join("");
  return { from: at, to: at, text: added };
}

/** Takes the lines from `from` to `to` away, but for those that are a comment and nothing else. */
export function linesRemoved(text: string, span: Span, comments: readonly Span[]): Splice[] {
  const kept = comments
    .filter(({ from }) => from >= span.from && from < span.to && isFirstOnLine(text, from))
    .map(({ from }) => ({ from: lineStart(text, from), to: nextLine(text, from) }));
  const bounds = [lineStart(text, span.from), ...kept.flatMap(({ from, to }) => [from, to]), span.to];
  const removed: Splice[] = [];
  for (let index = 0; index < bounds.length; index += 2) {
    removed.push({ from: bounds[index] ?? 0, to: bounds[index + 1] ?? 0, text: "" });
  }
  return removed.filter(({ from, to }) => from < to);
}

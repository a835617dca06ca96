// Replacements in a text, by offset. Whatever no splice covers comes out as it was.

export type Splice = { readonly from: number; readonly to: number; readonly text: string };

/** The text with all splices done; removals may overlap, insertions at one place keep their order. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = "";
  let done = 0;
  for (const { from, to, text: added } of splices.toSorted((a, b) => a.from - b.from)) {
    result += text.slice(done, Math.max(done, from)) + added;
    done = Math.max(done, to);
  }
  return result + text.slice(done);
}

/**
 * A text without a final newline keeps none: when its last lines go, the newline before them goes too. `splices` with
 * that one more, if it is needed.
 */
export function withoutNewEnding(text: string, splices: readonly Splice[]): readonly Splice[] {
  if (text.endsWith("\n")) return splices;
  let from = text.length;
  for (const splice of splices.toSorted((a, b) => b.to - a.to)) {
    if (splice.to >= from) from = Math.min(from, splice.from);
  }
  if (from === text.length || text[from - 1] !== "\n") return splices;
  return [...splices, { from: from - (text[from - 2] === "\r" ? 2 : 1), to: from, text: "" }];
}

// Text of an agent as a terminal may show it: what would move the cursor, reorder, hide or imitate is written out, so
// that a person sees all that an answer would allow (R7). Pure.

/**
 * Controls, formats (bidi, zero width, tags), lone surrogates, unassigned and private characters, line and paragraph
 * separators, characters that are drawn as nothing, and every space but the common one; Braille's blank is one too.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** One line: a line break is written out too. Nothing is cut. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `⟨${name(character)}⟩`);
}

/** The text's own lines, each visible. */
export function visibleLines(text: string): string[] {
  return text.split("\n").map(visible);
}

/** `U+202E`, as Unicode writes it. */
function name(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

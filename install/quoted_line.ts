// A list of words as one line that a shell splits into the very same words: how entries without a shell are judged and
// recorded like all others (`installer.md` section 5).

/** The words, each between single quotes, inside which nothing is expanded. */
export function quotedLine(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

// A list of words as one line that a shell splits into the very same words: how entries without a shell are judged and
// recorded like all others (`installer.md` section 5), and how messages name a path in a command that people paste.

/** The words, each between single quotes, inside which nothing is expanded. */
export function quotedLine(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

/** One word, between quotes only where it needs them. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

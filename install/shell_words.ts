// A command line as the words that a POSIX shell would see. Whatever could run something else, or be another word at run
// time, is not read at all: substitutions, comments, line breaks, other operators. Patterns and `~` stay as they are
// written, and nothing is ever run.

/** A word, or one of the operators that our own lines and tails are made of. */
export type Token = string | { readonly operator: "||" | "&&" | ";" | ">" | "2>&1" };

/**
 * The tokens of a line; `undefined` when it cannot be read. `home` stands for a leading `"$HOME/…"`, the form of the
 * entries that people copied from docs/wiring/; without it that is a substitution like any other.
 */
export function shellTokens(line: string, home?: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let at = skipBlanks(line, 0);
  while (at < line.length) {
    const read = operatorAt(line, at) ?? wordAt(line, at, home);
    if (read === undefined) return undefined;
    tokens.push(read.token);
    at = skipBlanks(line, read.end);
  }
  return tokens;
}

/** The words of a simple command without any operator; `undefined` for every other line. */
export function shellWords(line: string, home?: string): readonly string[] | undefined {
  const tokens = shellTokens(line, home);
  return tokens && onlyWords(tokens);
}

/** The tokens, if they are words that start a command; an assignment in front of one changes what it does. */
export function onlyWords(tokens: readonly Token[]): readonly string[] | undefined {
  const words = tokens.filter((token) => typeof token === "string");
  if (words.length < tokens.length || words.length === 0) return undefined;
  return ASSIGNMENT.test(words[0] ?? "") ? undefined : words;
}

type Read = { readonly token: Token; readonly end: number };

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const BLANKS = /[ \t]*/y;
const OPERATOR = /2>&1(?=[ \t;&|]|$)|&&|\|\||;|>(?![>&|])/y;
/** One piece of a word. In double quotes a backslash counts only before the four characters that it can quote. */
const PIECE =
  /'(?<single>[^']*)'|"(?<home>\$HOME(?=\/)|\$\{HOME\}(?=\/))?(?<double>(?:[^"\\$`]|\\[^])*)"|\\(?<escaped>[^\n])|(?<bare>[^ \t\n\0'"\\$`;&|<>()]+)/y;

function skipBlanks(line: string, at: number): number {
  return at + (matchAt(BLANKS, line, at)?.[0].length ?? 0);
}

function operatorAt(line: string, at: number): Read | undefined {
  const text = matchAt(OPERATOR, line, at)?.[0];
  switch (text) {
    case "||":
    case "&&":
    case ";":
    case ">":
    case "2>&1":
      return { token: { operator: text }, end: at + text.length };
    default:
      return undefined;
  }
}

function wordAt(line: string, start: number, home: string | undefined): Read | undefined {
  // A comment; further on in a word it is a character like any other.
  if (line[start] === "#") return undefined;
  let word = "";
  let at = start;
  for (let piece = matchAt(PIECE, line, at); piece !== null; piece = matchAt(PIECE, line, at)) {
    const text = textOf(piece.groups ?? {}, home);
    if (text === undefined) return undefined;
    word += text;
    at += piece[0].length;
  }
  if (at === start || word.includes("\0")) return undefined;
  // Digits right before a redirection name what is redirected: they are no word.
  if (line[at] === ">" && /^\d+$/.test(line.slice(start, at))) return undefined;
  return { token: word, end: at };
}

function textOf(groups: Readonly<Record<string, string | undefined>>, home: string | undefined): string | undefined {
  const { single, double, escaped, bare } = groups;
  if (double === undefined) return single ?? escaped ?? bare;
  if (groups.home !== undefined && home === undefined) return undefined;
  const unquoted = double.replaceAll(/\\([$`"\\\n])/g, (_, character: string) => character === "\n" ? "" : character);
  return groups.home === undefined ? unquoted : `${home}${unquoted}`;
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

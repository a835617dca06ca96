// The tokens of a JSON or JSONC text, whitespace left out: where each stands, and what is wrong with it. A scan is flat,
// so it holds for a text of any depth; the parser, which recurses, sees only what passed it.

import { createScanner, type JSONScanner } from "jsonc-parser";

/** One token; `fault` says why its text is not JSON. */
export type Token = {
  readonly kind: "open" | "close" | "comma" | "line comment" | "block comment" | "string" | "other";
  readonly start: number;
  readonly end: number;
  readonly fault?: Fault;
};
export type Fault = "comment" | "string" | "number" | "unicode" | "escape" | "control" | "surrogate";

// The numbers of jsonc-parser's SyntaxKind and ScanError, whose names are types only.
const KINDS: Readonly<Record<number, Token["kind"]>> = {
  1: "open",
  2: "close",
  3: "open",
  4: "close",
  5: "comma",
  10: "string",
  12: "line comment",
  13: "block comment",
};
const LINE_BREAK = 14;
const WHITESPACE = 15;
const END = 17;
const FAULTS: readonly (Fault | undefined)[] = [
  undefined,
  "comment",
  "string",
  "number",
  "unicode",
  "escape",
  "control",
];

/** Every token of the text, in order. */
export function tokensOf(text: string): readonly Token[] {
  const scanner = createScanner(text, false);
  const tokens: Token[] = [];
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (kind !== LINE_BREAK && kind !== WHITESPACE) tokens.push(tokenAt(scanner, kind, text));
  }
  return tokens;
}

/** True for a text with a comment in it. */
export function hasComment(text: string): boolean {
  return tokensOf(text).some(isComment);
}

/** True for both kinds of comment. */
export function isComment({ kind }: Token): boolean {
  return kind === "line comment" || kind === "block comment";
}

/** The index of the first token that starts at `offset` or after it; the number of tokens where none does. */
export function tokenFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The text with every comment blanked, every offset and line kept: what is left is strict JSON. */
export function withoutComments(text: string, tokens: readonly Token[]): string {
  let plain = "";
  let done = 0;
  for (const { start, end } of tokens.filter(isComment)) {
    plain += text.slice(done, start) + text.slice(start, end).replace(/[^\r\n]/g, " ");
    done = end;
  }
  return plain + text.slice(done);
}

function tokenAt(scanner: JSONScanner, kind: number, text: string): Token {
  const start = scanner.getTokenOffset();
  const end = start + scanner.getTokenLength();
  const whole = text.slice(start, end).isWellFormed() && scanner.getTokenValue().isWellFormed();
  const fault = FAULTS[scanner.getTokenError()] ?? (whole ? undefined : "surrogate");
  return { kind: KINDS[kind] ?? "other", start, end, ...(fault === undefined ? {} : { fault }) };
}

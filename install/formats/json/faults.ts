// Why a text cannot be edited safely: the first fault in it, its line, and how to mend it (`installer.md` sections 9
// and 11). The words end up in `cannot safely update <path>:<line>: <reason>; <mend>`.

import type { ParseError } from "jsonc-parser";
import type { Refused } from "../format.ts";
import { MAX_DEPTH } from "../unsafe_text.ts";
import { type Fault, isComment, type Token } from "./tokens.ts";

/** A fault and where it stands. `tooDeep`: no recursive parser may see this text. */
export type Found = { readonly offset: number; readonly refusal: Refused; readonly tooDeep?: true };

const REMOVE = "remove it and run again";
const MEND = "mend it and run again";
const FAULTS: Readonly<Record<Fault, string>> = {
  comment: "a comment without an end",
  string: "a string without an end",
  number: "a number that is cut off",
  unicode: "a broken \\u escape in a string",
  escape: "an unknown escape in a string",
  control: "a control character in a string",
  surrogate: "half a surrogate pair in a string",
};
// The numbers of jsonc-parser's ParseErrorCode, whose names are types only.
const SYNTAX: Readonly<Record<number, readonly [reason: string, mend: string]>> = {
  1: ["a word that is not JSON", MEND],
  3: ["a member's name is missing or not in double quotes", MEND],
  4: ["a value is missing", MEND],
  5: ["a colon is missing", MEND],
  6: ["a comma is missing", MEND],
  7: ["a closing } is missing", MEND],
  8: ["a closing ] is missing", MEND],
  9: ["content after the value", REMOVE],
};

/** The first fault that the tokens alone show. */
export function lexicalFault(text: string, tokens: readonly Token[], strict: boolean): Found | undefined {
  const deep = tooDeep(tokens);
  if (deep !== undefined) {
    const reason = `nested deeper than ${MAX_DEPTH}`;
    return { ...found(text, deep.start, reason, "make it flatter and run again"), tooDeep: true };
  }
  const bad = tokens.find((token) => token.fault !== undefined || (strict && isComment(token)));
  if (bad === undefined) return undefined;
  if (strict && isComment(bad)) return found(text, bad.start, "a comment, which its reader refuses", REMOVE);
  return found(text, bad.start, bad.fault === undefined ? "unreadable" : FAULTS[bad.fault], MEND);
}

/** The parser's first error; `tokens` without comments. */
export function syntaxFault(text: string, tokens: readonly Token[], errors: readonly ParseError[]): Found | undefined {
  const error = errors[0];
  if (error === undefined) return undefined;
  const next = tokens.findIndex(({ start }) => start >= error.offset);
  const before = tokens[(next < 0 ? tokens.length : next) - 1];
  if (before?.kind === "comma" && tokens[next]?.kind === "close") {
    return found(text, before.start, "trailing comma", REMOVE);
  }
  if (next < 0) return found(text, text.length, "the file ends before its value does", MEND);
  const [reason, mend] = SYNTAX[error.error] ?? ["not JSON", MEND];
  return found(text, error.offset, reason, mend);
}

/** The line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length;
}

function tooDeep(tokens: readonly Token[]): Token | undefined {
  let depth = 0;
  return tokens.find(({ kind }) => {
    if (kind === "open") depth++;
    if (kind === "close") depth--;
    return depth > MAX_DEPTH;
  });
}

function found(text: string, offset: number, refused: string, mend: string): Found {
  return { offset, refusal: { refused, line: lineOf(text, offset), mend } };
}

// TOML text as values that still know their lines. One parser gives both: it refuses a key that is set twice, and takes a
// second for what costs `@std/toml` minutes (30,000 keys: 0.8 s against 168 s).

import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { reason } from "../files.ts";

export type Toml = {
  readonly values: Readonly<Record<string, unknown>>;
  /** The line of a key, or of the nearest one above it that stands in the text. */
  lineOf(path: readonly string[]): number;
};

/** Why a text is no TOML, and where, if that is known. */
export type NoToml = { readonly where?: string; readonly why: string };

/** Reads a whole text. */
export function parseToml(text: string): Toml | NoToml {
  const deep = deepKey(text);
  if (deep !== undefined) return { where: `line ${deep}`, why: `a key has more than ${MOST_PARTS} parts` };
  try {
    const program = parseTOML(text, { tomlVersion: "1.0" });
    const lines = new Map<string, number>();
    for (const node of program.body[0].body) note(node, [], lines);
    return { values: getStaticTOMLValue(program), lineOf: (path) => nearest(path, lines) };
  } catch (error) {
    if (error instanceof ParseError) return { where: place(error), why: error.message };
    return { why: reason(error) }; // nested so deep that the parser's stack ends
  }
}

const MOST_PARTS = 8;
const DEEP = new RegExp(`^[ \\t]*(?:\\[{1,2}[ \\t]*)?(?:[\\w"'-]+[ \\t]*\\.[ \\t]*){${MOST_PARTS}}`, "m");

/** The line of a key with thousands of parts, which would cost the parser minutes. */
function deepKey(text: string): number | undefined {
  const found = DEEP.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split("\n").length;
}

/** What is missing at the end of a line is found out at the beginning of the next. */
function place({ lineNumber, column }: ParseError): string {
  return column === 0 && lineNumber > 1 ? `line ${lineNumber - 1} or ${lineNumber}` : `line ${lineNumber}`;
}

/** Nobody asks for the line of anything deeper. */
const DEEPEST = 4;

/** The first line of every key; tables may be reopened further down. */
function note(node: AST.TOMLTable | AST.TOMLKeyValue, above: readonly string[], lines: Map<string, number>): void {
  let path = above;
  for (const key of node.key.keys.slice(0, DEEPEST - above.length)) {
    path = [...path, key.type === "TOMLBare" ? key.name : key.value];
    const name = JSON.stringify(path);
    if (!lines.has(name)) lines.set(name, key.loc.start.line);
  }
  if (path.length >= DEEPEST) return;
  const inner = node.type === "TOMLTable" ? node.body : node.value.type === "TOMLInlineTable" ? node.value.body : [];
  for (const entry of inner) note(entry, path, lines);
}

function nearest(path: readonly string[], lines: ReadonlyMap<string, number>): number {
  for (let length = path.length; length > 0; length--) {
    const line = lines.get(JSON.stringify(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}

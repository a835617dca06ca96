// What the nodes of a YAML text do not tell: every comment, a tab used as indentation, where the document ends. Read from
// the tokens.

import { type CST, Parser } from "yaml";
import type { Span } from "../lines.ts";

export type Scan = {
  readonly comments: readonly Span[];
  /** The offset of the first tab that indents something. */
  readonly tab: number | undefined;
  /** Where `...` stands, else the end of the text. */
  readonly end: number;
};

type Group = { readonly [member: string]: unknown };
const MEMBERS = ["start", "props", "key", "sep", "value", "items", "end"];

/** Goes through the tokens of a text in order. */
export function scan(text: string): Scan {
  const tokens: CST.SourceToken[] = [];
  let end = text.length;
  for (const token of new Parser().parse(text)) {
    if (token.type === "doc-end") end = Math.min(end, token.offset);
    gather(token, tokens);
  }
  const comments = tokens.filter(({ type }) => type === "comment")
    .map(({ offset, source }) => ({ from: offset, to: offset + source.length }))
    .toSorted((a, b) => a.from - b.from);
  const tab = tokens.find(({ type, offset, source }) =>
    type === "space" && source.includes("\t") && (offset === 0 || text[offset - 1] === "\n")
  );
  return { comments, tab: tab?.offset, end };
}

function gather(part: unknown, found: CST.SourceToken[]): void {
  if (Array.isArray(part)) { for (const inner of part) gather(inner, found); }
  if (!isGroup(part)) return;
  if (isSource(part)) found.push(part);
  for (const member of MEMBERS) gather(part[member], found);
}

function isGroup(part: unknown): part is Group {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

function isSource(part: Group): part is Group & CST.SourceToken {
  return (part.type === "comment" || part.type === "space") && typeof part.source === "string";
}

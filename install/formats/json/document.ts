// A JSON or JSONC text as places with offsets, or the reason why it is not touched (`installer.md` section 9). What the
// owning CLI cannot read is refused: strict JSON takes no comment, neither takes a trailing comma (Qwen and Droid stop on
// one, `agents.md` sections 4 and 9).

import { type Node, type ParseError, parseTree } from "jsonc-parser";

import type { Json } from "../../../src/domain/json.ts";
import type { Path, Refused } from "../format.ts";
import { lexicalFault, lineOf, syntaxFault } from "./faults.ts";
import { isComment, type Token, tokensOf, withoutComments } from "./tokens.ts";

/** Which of the two a file is. */
export type Dialect = "json" | "jsonc";

/** A value where it stands. */
export type Place = {
  readonly kind: "object" | "list" | "scalar";
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Entry[];
};

/** A member or an element: `start` is its key's, where it has one. */
export type Entry = {
  readonly key?: { readonly name: string; readonly end: number };
  readonly start: number;
  readonly end: number;
  readonly value: Place;
};

export type JsonDocument = {
  readonly dialect: Dialect;
  readonly text: string;
  /** The same text with its comments blanked. */
  readonly plain: string;
  readonly tokens: readonly Token[];
  readonly root: Place;
};

/** The text, which has no BOM and is not blank, as a document whose root is an object. */
export function readDocument(text: string, dialect: Dialect): JsonDocument | Refused {
  const value = readValue(text, dialect);
  if ("refused" in value) return value;
  const { tokens, root } = value;
  if (root.kind === "object") return { dialect, text, plain: withoutComments(text, tokens), tokens, root };
  return {
    refused: "the file holds no object",
    line: lineOf(text, root.start),
    mend: "make it an object, { … }, and run again",
  };
}

/** The text of any one value, or what is wrong with it. */
export function readValue(text: string, dialect: Dialect): { tokens: readonly Token[]; root: Place } | Refused {
  const tokens = tokensOf(text);
  const lexical = lexicalFault(text, tokens, dialect === "json");
  if (lexical?.tooDeep) return lexical.refusal;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false });
  const syntax = syntaxFault(text, tokens.filter((token) => !isComment(token)), errors);
  if (syntax !== undefined && syntax.offset < (lexical?.offset ?? Infinity)) return syntax.refusal;
  if (lexical !== undefined) return lexical.refusal;
  if (tree !== undefined) return { tokens, root: placeOf(tree) };
  return { refused: "the file holds no value", mend: "make it an object, { … }, and run again" };
}

/** True where reading ended in a refusal. */
export function isRefused(result: JsonDocument | Refused): result is Refused {
  return "refused" in result;
}

/** The value of a place, as every JSON parser gives it: of two equal keys the last one counts. */
export function valueAt({ plain }: JsonDocument, { start, end }: Place): Json {
  return JSON.parse(plain.slice(start, end));
}

/** The line of a path, or of the nearest place above it. */
export function lineAt({ text, root }: JsonDocument, path: Path): number {
  let place = root;
  let start = root.start;
  for (const step of path) {
    // Of two equal keys the last one counts.
    const entry = typeof step === "number"
      ? place.entries[step]
      : place.entries.findLast(({ key }) => key?.name === step);
    if (entry === undefined) break;
    ({ value: place, start } = entry);
  }
  return lineOf(text, start);
}

/** The first member under a place that its object has twice. */
export function twiceIn(place: Place, path: Path): Path | undefined {
  const names = new Set<string>();
  for (const [index, { key, value }] of place.entries.entries()) {
    const inner = [...path, key?.name ?? index];
    if (key !== undefined && names.has(key.name)) return inner;
    if (key !== undefined) names.add(key.name);
    const found = twiceIn(value, inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

function placeOf(node: Node): Place {
  const kind = node.type === "object" ? "object" : node.type === "array" ? "list" : "scalar";
  const entries = (node.children ?? []).flatMap((child) => kind === "object" ? memberOf(child) : elementOf(child));
  return { kind, start: node.offset, end: node.offset + node.length, entries };
}

function elementOf(node: Node): Entry[] {
  const value = placeOf(node);
  return [{ start: value.start, end: value.end, value }];
}

function memberOf({ children: [key, value] = [] }: Node): Entry[] {
  if (key === undefined || value === undefined) return [];
  const place = placeOf(value);
  const name = { name: String(key.value), end: key.offset + key.length };
  return [{ key: name, start: key.offset, end: place.end, value: place }];
}

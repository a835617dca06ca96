// A TOML text with every value's place in it, or why it is not touched. Offsets are the parser's; nothing is written here.

import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { isObject, type JsonObject } from "../../../src/domain/json.ts";
import { reason } from "../../../src/files.ts";
import type { Path, Refused } from "../format.ts";
import { startsWith } from "../intent.ts";
import { lineNumber, type Span } from "../lines.ts";
import { plainValue } from "../plain_value.ts";
import { unsafeDepth, unsafeText } from "../unsafe_text.ts";

/** A key with its value on lines of its own. */
export type Line = Span & { readonly path: Path; readonly node: AST.TOMLKeyValue };

/** The root, `[a.b]`, or one block of `[[a.b]]`, with the lines that stand under its header. */
export type Table = { readonly path: Path; readonly header: Span | undefined; readonly lines: readonly Line[] };

export type Place =
  | { readonly kind: "table"; readonly table: Table }
  /** All the blocks of `[[a.b]]`. */
  | { readonly kind: "blocks" }
  /** There only because of a longer header, or of a dotted key. */
  | { readonly kind: "implied" | "dotted" }
  /** After an equals sign. `holder`: the list or table between brackets it is the entry `index` of. */
  | {
    readonly kind: "value";
    readonly node: AST.TOMLContentNode;
    readonly holder?: { readonly path: Path; readonly node: Holder; readonly index: number };
  };
export type Holder = AST.TOMLArray | AST.TOMLInlineTable;

export type TomlDocument = {
  readonly text: string;
  readonly value: JsonObject;
  readonly tables: readonly Table[];
  readonly comments: readonly Span[];
  place(path: Path): Place | undefined;
  /** The line of a path, or of the nearest place above it. */
  lineOf(path: Path): number;
};

type Places = Map<string, { readonly place: Place; readonly at: number }>;

/** Reads a text without its byte order mark. */
export function tomlDocument(text: string): TomlDocument | Refused {
  const unsafe = unsafeText(text);
  if (unsafe !== undefined) return unsafe;
  try {
    const program = parseTOML(text, { tomlVersion: "1.0" });
    const value = plainValue(getStaticTOMLValue(program));
    return unsafeDepth(value) ?? documentOf(text, program, isObject(value) ? value : {});
  } catch (error) {
    const mend = "mend it and run again";
    if (!(error instanceof ParseError)) return { refused: `the parser stopped: ${reason(error)}`, mend };
    return { refused: `no valid TOML: ${error.message}`, line: faultyLine(error), mend };
  }
}

/** What is missing at the end of a line is found out at the beginning of the next; what is too much, where it stands. */
function faultyLine({ column, lineNumber: line, message }: ParseError): number {
  const isMissing = column === 0 && !/^(?:Defining a key|Unexpected token)/.test(message);
  return isMissing && line > 1 ? line - 1 : line;
}

function documentOf(text: string, program: AST.TOMLProgram, value: JsonObject): TomlDocument {
  const places: Places = new Map();
  const tables = tablesOf(program);
  for (const table of tables) notePlaces(places, table);
  return {
    text,
    value,
    tables,
    comments: program.comments.map(spanOf),
    place: (path) => places.get(JSON.stringify(path))?.place,
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const found = places.get(JSON.stringify(path.slice(0, length)));
        if (found !== undefined) return lineNumber(text, found.at);
      }
      return 1;
    },
  };
}

export function spanOf({ range: [from, to] }: { readonly range: AST.TOMLNode["range"] }): Span {
  return { from, to };
}

/** The names of a key, in order. */
export function namesOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => key.type === "TOMLBare" ? key.name : key.value);
}

function tablesOf(program: AST.TOMLProgram): Table[] {
  const nodes = program.body[0].body;
  const tables = nodes.filter((node) => node.type === "TOMLTable");
  const root: Table = {
    path: [],
    header: undefined,
    lines: nodes.filter((node) => node.type === "TOMLKeyValue").map((node) => lineOf([], node)),
  };
  return [root, ...tables.map(tableOf)];
}

function tableOf(node: AST.TOMLTable): Table {
  // A header ends with its bracket, one behind the key for each of its own.
  const header = { from: node.range[0], to: node.key.range[1] };
  return { path: node.resolvedKey, header, lines: node.body.map((line) => lineOf(node.resolvedKey, line)) };
}

function lineOf(above: Path, node: AST.TOMLKeyValue): Line {
  return { ...spanOf(node), path: [...above, ...namesOf(node.key)], node };
}

function notePlaces(places: Places, table: Table): void {
  const { path, header, lines } = table;
  const at = header?.from ?? 0;
  for (let length = 1; length < path.length; length++) {
    const blocks = typeof path[length] === "number";
    note(places, path.slice(0, length), { kind: blocks ? "blocks" : "implied" }, at);
  }
  places.set(JSON.stringify(path), { place: { kind: "table", table }, at });
  for (const line of lines) {
    noteDotted(places, line.path, path.length, line.from);
    noteValue(places, line.path, { kind: "value", node: line.node.value }, line.from);
  }
}

function noteDotted(places: Places, path: Path, above: number, at: number): void {
  for (let length = above + 1; length < path.length; length++) {
    note(places, path.slice(0, length), { kind: "dotted" }, at);
  }
}

function noteValue(places: Places, path: Path, place: Place & { kind: "value" }, at: number): void {
  note(places, path, place, at);
  const { node } = place;
  if (node.type === "TOMLArray") {
    for (const [index, element] of node.elements.entries()) {
      const holder = { path, node, index };
      noteValue(places, [...path, index], { kind: "value", node: element, holder }, element.range[0]);
    }
  }
  if (node.type !== "TOMLInlineTable") return;
  for (const [index, member] of node.body.entries()) {
    const inner = [...path, ...namesOf(member.key)];
    noteDotted(places, inner, path.length, member.range[0]);
    noteValue(places, inner, { kind: "value", node: member.value, holder: { path, node, index } }, member.range[0]);
  }
}

function note(places: Places, path: Path, place: Place, at: number): void {
  const name = JSON.stringify(path);
  if (!places.has(name)) places.set(name, { place, at });
}

/** Everything that stands at `path` or below it and is not between brackets: headers and lines. */
export function topLevel({ tables }: TomlDocument, path: Path): { headers: Span[]; lines: Line[] } {
  const headers: Span[] = [];
  const lines: Line[] = [];
  for (const table of tables) {
    if (table.header !== undefined && startsWith(table.path, path)) headers.push(table.header);
    lines.push(...table.lines.filter((line) => startsWith(line.path, path)));
  }
  return { headers, lines };
}

// What an intent comes to in one TOML text: splices in the lines that are there, and tables that come at the end of the
// file, where a header cannot change the meaning of anything before it.

import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";
import { flowList, flowSplices } from "../flow_list.ts";
import type { Edited, Path, Refused } from "../format.ts";
import { type Addition, type Intent, shifted } from "../intent.ts";
import { indentation, lineEnding, linesInserted, linesRemoved, lineStart, nextLine, type Span } from "../lines.ts";
import { pathText } from "../path_text.ts";
import type { Splice } from "../splice.ts";
import { type Holder, type Place, spanOf, type Table, type TomlDocument, topLevel } from "./document.ts";
import { inlineValue, isTableLike, keyLine, tableBlocks } from "./text.ts";

export type Work = {
  readonly splices: Splice[];
  /** Tables for the end of the file, each as its lines. */
  readonly tail: string[][];
  readonly undo: Edited["undo"][number][];
};

/** What goes and what comes between one pair of brackets. */
type Flow = {
  readonly path: Path;
  readonly node: Holder;
  readonly removed: Set<number>;
  readonly added: string[];
  /** What stood there before anything of ours did. */
  oldText?: string;
};
type Draft = Work & { readonly document: TomlDocument; readonly flows: Map<Holder, Flow> };

const INDENT = "  ";
const MEND_INLINE = "write it as a table under a header of its own and run again";

/** The work, or why this text does not let itself be changed so. */
export function tomlWork(document: TomlDocument, intent: Intent): Work | Refused {
  const draft: Draft = { document, splices: [], tail: [], undo: [], flows: new Map() };
  for (const path of intent.removed) {
    const refused = remove(draft, path);
    if (refused !== undefined) return refused;
  }
  for (const { path, value } of intent.replaced) {
    const refused = replace(draft, path, value);
    if (refused !== undefined) return refused;
  }
  for (const addition of intent.additions) {
    const refused = add(draft, addition);
    if (refused !== undefined) return refused;
  }
  for (const { path, text } of intent.restored) {
    const place = document.place(path);
    if (place?.kind === "value" && place.node.type !== "TOMLValue") {
      flowAt(draft, { path, node: place.node }).oldText = text;
    }
  }
  for (const flow of draft.flows.values()) finish(draft, flow, intent.removed);
  return draft;
}

function remove(draft: Draft, path: Path): Refused | undefined {
  const { document, splices } = draft;
  const { text, comments } = document;
  const place = document.place(path);
  if (place?.kind === "value" && place.holder !== undefined) {
    flowAt(draft, place.holder).removed.add(place.holder.index);
    return undefined;
  }
  const { headers, lines } = topLevel(document, path);
  if (headers.length + lines.length === 0) {
    return { refused: `${pathText(path)} is written with dots`, line: document.lineOf(path), mend: MEND_INLINE };
  }
  for (const span of headers) splices.push(...linesRemoved(text, withBlankLine(text, span), comments));
  for (const { from, to } of lines) splices.push(...linesRemoved(text, { from, to: nextLine(text, to) }, comments));
  return undefined;
}

/** A header's line with the empty line before it. */
function withBlankLine(text: string, { from, to }: Span): Span {
  const start = lineStart(text, from);
  const next = nextLine(text, to);
  const blank = /(?:^|\n)\r?\n$/.exec(text.slice(Math.max(0, start - 3), start));
  if (blank === null) return { from: start, to: next };
  return { from: lineStart(text, start - 1), to: next };
}

function replace(draft: Draft, path: Path, value: Json): Refused | undefined {
  const { document, splices } = draft;
  const place = document.place(path);
  const line = document.lineOf(path);
  if (place?.kind !== "value") {
    return { refused: `${pathText(path)} is a table`, line, mend: "write it as a single value and run again" };
  }
  if (place.holder?.node.type === "TOMLInlineTable" && !isElement(document, place.holder.path)) {
    return { refused: `${pathText(place.holder.path)} is written between braces`, line, mend: MEND_INLINE };
  }
  splices.push({ ...spanOf(place.node), text: inlineValue(value) });
  return undefined;
}

/** A table between braces is changed only where it is an element of a list, which leaves it no other form. */
function isElement(document: TomlDocument, path: Path): boolean {
  const place = document.place(path);
  return place?.kind === "value" && place.holder?.node.type === "TOMLArray";
}

function add(draft: Draft, addition: Addition): Refused | undefined {
  const { path, items, members } = addition;
  const { document } = draft;
  // The root is always there.
  const place: Place = document.place(path) ?? { kind: "implied" };
  if (items.length > 0) return addItems(draft, path, place, items);
  if (place.kind === "table") return addToTable(draft, place.table, addition);
  const line = document.lineOf(path);
  if (place.kind === "implied" && Object.values(members).every(isTableLike)) {
    for (const [key, value] of Object.entries(members)) {
      if (isTableLike(value)) addTable(draft, [...path, key], value);
    }
    return undefined;
  }
  if (place.kind === "value" && place.node.type === "TOMLInlineTable" && isElement(document, path)) {
    flowAt(draft, { path, node: place.node }).added.push(
      ...Object.entries(members).map(([key, value]) => keyLine(key, value)),
    );
    return undefined;
  }
  const form = { value: "is written between braces", dotted: "is written with dots", implied: "has no header" };
  const why = place.kind === "blocks" ? "is a list of tables" : form[place.kind];
  return { refused: `${pathText(path)} ${why}`, line, mend: MEND_INLINE };
}

function addItems(draft: Draft, path: Path, place: Place, items: readonly Json[]): Refused | undefined {
  if (place.kind === "value" && place.node.type === "TOMLArray") {
    flowAt(draft, { path, node: place.node }).added.push(...items.map(inlineValue));
    return undefined;
  }
  const blocks = items.filter(isObject);
  if (blocks.length === items.length && path.every((step) => typeof step === "string")) {
    draft.tail.push(...tableBlocks(path, blocks));
    return undefined;
  }
  const line = draft.document.lineOf(path);
  return { refused: `${pathText(path)} is a list of tables inside another`, line, mend: "add the entry by hand" };
}

/** Tables of their own come at the end of the file, but inside a block of a list, which ends with its lines. */
function addToTable(draft: Draft, table: Table, { members, first }: Addition): undefined {
  const inBlock = table.path.some((step) => typeof step === "number");
  const keys: [string, Json][] = [];
  for (const [key, value] of Object.entries(members)) {
    if (isTableLike(value) && !inBlock) addTable(draft, [...table.path, key], value);
    else keys.push([key, value]);
  }
  const { text } = draft.document;
  const { start, end } = edges(draft.document, table);
  const line = lineLike(text, table);
  // A blank file has no lines to stand between.
  if (text.trim() === "" && keys.length > 0) draft.tail.unshift(keys.map(line));
  if (text.trim() === "") return;
  draft.splices.push(
    linesInserted(text, start, keys.filter(([key]) => first.has(key)).map(line)),
    linesInserted(text, end, keys.filter(([key]) => !first.has(key)).map(line)),
  );
}

function addTable(draft: Draft, path: Path, value: JsonObject | JsonObject[]): void {
  draft.tail.push(...tableBlocks(path, value));
}

/** Where the first key of a table would stand, and where the next one. */
function edges({ text, tables }: TomlDocument, { header, lines }: Table): { start: number; end: number } {
  const last = lines.at(-1) ?? header;
  const end = last !== undefined ? nextLine(text, last.to) : tables.length === 1 ? text.length : 0;
  const sibling = lines[0];
  return { start: sibling === undefined ? end : lineStart(text, sibling.from), end };
}

/** Writes a key as its nearest sibling is written. */
function lineLike(text: string, { header, lines }: Table): (member: readonly [string, Json]) => string {
  const sibling = lines[0];
  const model = sibling ?? header;
  const indent = model === undefined ? "" : indentation(text, model.from);
  const equals = sibling && text.slice(sibling.node.key.range[1], sibling.node.value.range[0]);
  return ([key, value]) => indent + keyLine(key, value, equals);
}

function flowAt({ flows }: Draft, { path, node }: { readonly path: Path; readonly node: Holder }): Flow {
  const flow = flows.get(node) ?? { path, node, removed: new Set(), added: [] };
  flows.set(node, flow);
  return flow;
}

function finish(draft: Draft, flow: Flow, removed: readonly Path[]): void {
  const { document: { text, comments }, splices, undo } = draft;
  const { node, added, oldText } = flow;
  const span = spanOf(node);
  const entries = node.type === "TOMLArray" ? node.elements : node.body;
  const list = flowList(text, { from: span.from + 1, to: span.to - 1 }, entries.map(spanOf), comments);
  const emptied = flow.removed.size === entries.length && added.length === 0;
  // A comment that came in since would be lost with the old text in its place.
  const isKnown = ({ from, to }: Span) => oldText?.includes(text.slice(from, to));
  if (emptied && oldText !== undefined && list.comments.every(isKnown)) {
    splices.push({ ...span, text: oldText });
    return;
  }
  if (entries.length > 0 || added.length === 0) {
    splices.push(...flowSplices(text, list, flow));
    return;
  }
  undo.push({ path: shifted(flow.path, removed), text: text.slice(span.from, span.to) });
  if (list.comments.length > 0) splices.push(...flowSplices(text, list, flow));
  else splices.push({ ...list, text: filled(text, node, added) });
}

/** What stands between the brackets of an empty list or table: in a list an element a line. */
function filled(text: string, node: Holder, added: readonly string[]): string {
  if (node.type === "TOMLInlineTable") return ` ${added.join(", ")} `;
  const gap = lineEnding(text, node.range[0]) + indentation(text, node.range[0]);
  return added.map((element) => `${gap}${INDENT}${element},`).join("") + gap;
}

// Where the parts of a parsed YAML node stand: its colon or dash, its end, its column. A value without text (`hooks:` and
// nothing behind it) ends where its colon does.

import { isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLSeq } from "yaml";
import { lineStart } from "../lines.ts";
import type { Steps } from "./text.ts";

export type Entry = Pair<ParsedNode, ParsedNode | null>;
export type Node = ParsedNode | null;

const DEFAULT_STEP = 2;

/** Behind an entry's colon, where it has one. */
export function colonOf({ srcToken }: Entry): number | undefined {
  const colon = srcToken?.sep?.find(({ type }) => type === "map-value-ind");
  return colon === undefined ? undefined : colon.offset + 1;
}

/** The dashes of a block list, one per element. */
export function dashesOf({ srcToken }: YAMLSeq): number[] {
  if (srcToken === undefined || !("items" in srcToken)) return [];
  return srcToken.items.flatMap(({ start }) => start.filter(({ type }) => type === "seq-item-ind"))
    .map(({ offset }) => offset);
}

/** Where a value's text ends; `from` is behind what stands before it, for a value that has no text. */
export function endOf(node: Node, from: number): number {
  if (node === null || node.range[0] === node.range[1]) return from;
  if (isMap(node) && !node.flow) return entryEnd(node.items.at(-1), from);
  if (isSeq(node) && !node.flow) return endOf(node.items.at(-1) ?? null, (dashesOf(node).at(-1) ?? from) + 1);
  return node.range[1];
}

/** Where an entry of a map ends. */
export function entryEnd(entry: Entry | undefined, from: number): number {
  return entry === undefined ? from : endOf(entry.value, colonOf(entry) ?? entry.key.range[1]);
}

/** Counted from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The name of a key that is a single value. */
export function nameOf(key: unknown): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

/** How a file indents, from the first place that shows it. */
export function stepsOf(text: string, root: Node): Steps {
  const found = { map: 0, list: -1 };
  look(text, root, found);
  const map = found.map || DEFAULT_STEP;
  return { map, list: found.list === -1 ? map : found.list };
}

function look(text: string, node: Node, found: { map: number; list: number }): void {
  if (isSeq(node)) { for (const item of node.items) look(text, item, found); }
  if (!isMap(node) || node.flow) return;
  for (const { key, value } of node.items) {
    if ((isMap(value) || isSeq(value)) && !value.flow) {
      const step = columnOf(text, value.range[0]) - columnOf(text, key.range[0]);
      if (isMap(value)) found.map ||= Math.max(step, 0);
      else if (found.list === -1) found.list = Math.max(step, 0);
    }
    look(text, value, found);
  }
}

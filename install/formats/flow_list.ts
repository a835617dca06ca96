// A list between brackets whose elements are parted by commas, as TOML and YAML both write it: what comes in and what goes,
// as splices. The last element keeps or lacks its comma as before, and a comment of the user's stays.

import { indentation, isFirstOnLine, lineEnd, lineEnding, type Span } from "./lines.ts";
import type { Splice } from "./splice.ts";

/** One element, and where the comma after it stands. */
export type FlowItem = Span & { readonly comma?: number };

/** `from` is behind the opening bracket, `to` at the closing one. */
export type FlowList = Span & {
  readonly items: readonly FlowItem[];
  /** Comments between the elements. */
  readonly comments: readonly Span[];
};

/** What goes, by index, and the texts that come before all others and behind them. */
export type FlowChange = {
  readonly removed: ReadonlySet<number>;
  readonly first?: readonly string[];
  readonly added: readonly string[];
};

/** The splices of one change. */
export function flowSplices(
  text: string,
  list: FlowList,
  { removed, first = [], added }: FlowChange,
): Splice[] {
  const head = list.items[0];
  if (head === undefined) return insertion(text, list, undefined, [...first, ...added]);
  const splices = list.items.flatMap((item, index) => removed.has(index) ? [removal(text, list, index, item)] : []);
  for (const element of first) splices.push({ from: head.from, to: head.from, text: `${element}, ` });
  const last = list.items.findLast((_, index) => !removed.has(index));
  const final = list.items.at(-1);
  if (added.length > 0) return [...splices, ...insertion(text, list, last, added)];
  if (last?.comma !== undefined && final?.comma === undefined) {
    splices.push({ from: last.comma, to: last.comma + 1, text: "" });
  }
  return splices;
}

/** The elements with their commas; all else between the brackets must be blank or a comment. */
export function flowList(text: string, inner: Span, items: readonly Span[], comments: readonly Span[]): FlowList {
  const between = comments.filter(({ from, to }) =>
    from >= inner.from && to <= inner.to && !items.some((item) => from >= item.from && to <= item.to)
  );
  const placed = items.map((item, index) => {
    const comma = commaIn(text, { from: item.to, to: items[index + 1]?.from ?? inner.to }, between);
    return comma === undefined ? item : { ...item, comma };
  });
  return { ...inner, items: placed, comments: between };
}

function commaIn(text: string, gap: Span, comments: readonly Span[]): number | undefined {
  for (let at = text.indexOf(",", gap.from); at !== -1 && at < gap.to; at = text.indexOf(",", at + 1)) {
    if (!comments.some(({ from, to }) => at >= from && at < to)) return at;
  }
  return undefined;
}

/** One element with its comma and the blanks that part it from its neighbour. */
function removal(text: string, list: FlowList, index: number, item: FlowItem): Splice {
  const next = list.items[index + 1];
  const before = list.items[index - 1];
  if (before === undefined && next !== undefined && text.slice(list.from, next.from).indexOf("\n") === -1) {
    return { from: item.from, to: next.from, text: "" };
  }
  const comment = list.comments.findLast(({ to }) => to <= item.from);
  const from = Math.max(list.from, before?.comma === undefined ? list.from : before.comma + 1, comment?.to ?? 0);
  const to = item.comma === undefined ? item.to : item.comma + 1;
  return { from, to: isFirstOnLine(text, item.from) ? withComment(text, list, to) : to, text: "" };
}

function insertion(text: string, list: FlowList, last: FlowItem | undefined, added: readonly string[]): Splice[] {
  const model = last ?? list.items[0];
  if (model === undefined) return filling(text, list, added);
  const onLines = isFirstOnLine(text, model.from);
  const gap = onLines ? lineEnding(text, model.from) + indentation(text, model.from) : " ";
  const start = last === undefined ? list.from : last.comma === undefined ? last.to : last.comma + 1;
  const at = last !== undefined && onLines ? withComment(text, list, start) : start;
  const ending = list.items.at(-1)?.comma === undefined ? "" : ",";
  const splices = [{ from: at, to: at, text: added.map((element) => gap + element).join(",") + ending }];
  if (last === undefined || last.comma !== undefined) return splices;
  return [{ from: last.to, to: last.to, text: "," }, ...splices];
}

/** An empty list: an element a line where there are lines, so that comments keep theirs. */
function filling(text: string, list: FlowList, added: readonly string[]): Splice[] {
  const comment = list.comments.at(-1);
  if (comment === undefined) return [{ from: list.from, to: list.to, text: added.join(", ") }];
  const gap = lineEnding(text, comment.to) + indentation(text, comment.from);
  return [{ from: comment.to, to: comment.to, text: added.map((element) => `${gap}${element},`).join("") }];
}

/** Behind a comment that ends the line of `offset`. */
function withComment(text: string, list: FlowList, offset: number): number {
  const end = lineEnd(text, offset);
  const comment = list.comments.find(({ from }) => from >= offset && from < end);
  return comment === undefined || text.slice(offset, comment.from).trim() !== "" ? offset : comment.to;
}

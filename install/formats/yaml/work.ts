// What an intent comes to in one YAML text, as splices. Block containers get and lose whole lines, containers between
// brackets get and lose elements, and an empty container becomes a block, its old text kept for the way back.

import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import type { Json, JsonObject } from "../../../src/domain/json.ts";
import { flowList, flowSplices } from "../flow_list.ts";
import type { Edited, Path, Refused } from "../format.ts";
import { type Addition, type Intent, shifted } from "../intent.ts";
import { afterLines, isFirstOnLine, lineEnding, lineNumber, linesInserted, linesRemoved } from "../lines.ts";
import { pathText } from "../path_text.ts";
import type { Splice } from "../splice.ts";
import type { Place, YamlDocument } from "./document.ts";
import { columnOf, dashesOf, endOf, entryEnd } from "./node.ts";
import { flowMembers, flowText, itemLines, memberLines, type Steps } from "./text.ts";

export type Work = { readonly splices: Splice[]; readonly undo: Edited["undo"][number][] };

/** All that happens in one container. */
type Job = {
  readonly place: Place;
  readonly removed: Set<number>;
  addition?: Addition;
  /** What stood there before anything of ours did. */
  oldText?: string;
};
type BlockNode = YAMLMap.Parsed | YAMLSeq.Parsed;
type Draft = Work & { readonly document: YamlDocument; readonly gone: readonly Path[] };

/** The work, or why this text does not let itself be changed so. */
export function yamlWork(document: YamlDocument, intent: Intent): Work | Refused {
  const draft: Draft = { document, splices: [], undo: [], gone: intent.removed };
  for (const { path, value } of intent.replaced) {
    const place = document.place(path);
    const refused = "refused" in place ? place : replace(draft, place, value);
    if (refused !== undefined) return refused;
  }
  const jobs = jobsOf(document, intent);
  if ("refused" in jobs) return jobs;
  // The innermost first: where two containers end with the same line, its new lines come before those of the outer one.
  for (const job of jobs.toSorted((a, b) => b.place.path.length - a.place.path.length)) {
    const refused = perform(draft, job);
    if (refused !== undefined) return refused;
  }
  return draft;
}

function replace({ document, splices, undo, gone }: Draft, place: Place, value: Json): Refused | undefined {
  const { path, node, behind } = place;
  const text = flowText(value);
  const isSingle = isScalar(node) && node.type !== "BLOCK_LITERAL" && node.type !== "BLOCK_FOLDED";
  if (isSingle && node.range[0] < node.range[1]) {
    splices.push({ from: node.range[0], to: node.range[1], text });
    return undefined;
  }
  if (!isSingle || behind === undefined) {
    const mend = "make it one and run again";
    return { refused: `${pathText(path)} is not a single value`, line: document.lineOf(path), mend };
  }
  splices.push({ from: behind, to: behind, text: ` ${text}` });
  undo.push({ path: shifted(path, gone), text: "" });
  return undefined;
}

function jobsOf(document: YamlDocument, { removed, additions, restored }: Intent): Job[] | Refused {
  const jobs = new Map<string, Job>();
  const jobAt = (place: Place): Job => {
    const name = JSON.stringify(place.path);
    const job = jobs.get(name) ?? { place, removed: new Set() };
    jobs.set(name, job);
    return job;
  };
  for (const path of removed) {
    const place = document.place(path);
    if ("refused" in place) return place;
    if (place.parent !== undefined) jobAt(place.parent).removed.add(place.index);
  }
  for (const addition of additions) {
    const place = document.place(addition.path);
    if ("refused" in place) return place;
    jobAt(place).addition = addition;
  }
  for (const { path, text } of restored) {
    const place = document.place(path);
    if ("refused" in place) return place;
    jobAt(place).oldText = text;
  }
  return [...jobs.values()];
}

function perform(draft: Draft, job: Job): Refused | undefined {
  const { place, addition, oldText } = job;
  const { node, behind } = place;
  if (isMap(node) || isSeq(node)) {
    if (!node.flow) return performBlock(draft, job);
    if (node.items.length > 0 || place.inFlow || addition === undefined) return performFlow(draft, job);
  }
  if (addition !== undefined) {
    return place.parent === undefined ? fillRoot(draft, place, addition) : fill(draft, place, addition);
  }
  if (oldText !== undefined && behind !== undefined) {
    draft.splices.push({ from: behind, to: endOf(node, behind), text: oldText });
  }
  return undefined;
}

/** An empty container, or nothing at all, becomes a block on the lines behind its key. */
function fill({ document, splices, undo, gone }: Draft, place: Place, addition: Addition): Refused | undefined {
  const { text, steps } = document;
  const { node, behind, path } = place;
  const old = behind === undefined || place.inFlow ? undefined : text.slice(behind, endOf(node, behind));
  if (behind === undefined || old === undefined || old.includes("\n")) return unfillable(document, path);
  const end = behind + old.length;
  const step = addition.items.length === 0 || isSeq(place.parent?.node) ? steps.map : steps.list;
  splices.push({ from: behind, to: end, text: "" });
  splices.push(linesInserted(text, afterLines(text, end), linesOf(addition, place.column + step, steps)));
  undo.push({ path: shifted(path, gone), text: old });
  return undefined;
}

/** A file without a value gets lines at its end; the old text of one that is `{}` is kept whole. */
function fillRoot({ document, splices, undo }: Draft, { node, path }: Place, addition: Addition): Refused | undefined {
  const { text, steps, end } = document;
  const lines = linesOf(addition, 0, steps);
  if (!isMap(node)) {
    splices.push(linesInserted(text, end, lines));
    return undefined;
  }
  const [from, to] = node.range;
  if (!isFirstOnLine(text, from)) return unfillable(document, path);
  splices.push({ from, to, text: lines.join(lineEnding(text, from)) });
  undo.push({ path, text });
  return undefined;
}

function linesOf({ items, members }: Addition, column: number, steps: Steps): string[] {
  return items.length > 0 ? itemLines(items, column, steps) : memberLines(members, column, steps);
}

function unfillable(document: YamlDocument, path: Path): Refused {
  const mend = "write its brackets on the line of its key and run again";
  return { refused: `${pathText(path)} is empty in a form that cannot be filled`, line: document.lineOf(path), mend };
}

function performFlow({ document, splices, undo, gone }: Draft, { place, removed, addition, oldText }: Job): undefined {
  const { text, comments } = document;
  const { node, path } = place;
  if (!isMap(node) && !isSeq(node)) return;
  const whole = { from: place.behind ?? node.range[0], to: node.range[1] };
  const spans = isMap(node)
    ? node.items.map((entry) => ({ from: entry.key.range[0], to: entryEnd(entry, whole.from) }))
    : node.items.map((item) => ({ from: item.range[0], to: endOf(item, item.range[0]) }));
  const list = flowList(text, { from: node.range[0] + 1, to: node.range[1] - 1 }, spans, comments);
  const isEmptied = removed.size === spans.length && addition === undefined;
  // A comment that came in since would be lost with the old text in its place.
  if (
    isEmptied && oldText !== undefined && list.comments.every(({ from, to }) => oldText.includes(text.slice(from, to)))
  ) {
    splices.push({ ...whole, text: oldText });
    return;
  }
  if (spans.length === 0 && addition !== undefined) {
    undo.push({ path: shifted(path, gone), text: text.slice(whole.from, whole.to) });
  }
  splices.push(...flowSplices(text, list, { removed, ...addedTo(isMap(node), addition) }));
}

function addedTo(isMap: boolean, addition: Addition | undefined): { first: string[]; added: string[] } {
  if (addition === undefined) return { first: [], added: [] };
  if (!isMap) return { first: [], added: addition.items.map(flowText) };
  const { first, last } = parted(addition);
  return { first: flowMembers(first), added: flowMembers(last) };
}

function parted({ members, first }: Addition): { first: JsonObject; last: JsonObject } {
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(members).filter(([key]) => first.has(key) === wanted));
  return { first: part(true), last: part(false) };
}

function performBlock(draft: Draft, job: Job): Refused | undefined {
  const { splices } = draft;
  const { place: { node, behind, parent }, addition, removed, oldText } = job;
  if (!isMap(node) && !isSeq(node)) return undefined;
  for (const index of removed) {
    const taken = isMap(node) ? memberRemoved(draft, job, index) : elementRemoved(draft, job, index);
    if ("refused" in taken) return taken;
    splices.push(...taken);
  }
  const isEmptied = removed.size === node.items.length && addition === undefined;
  if (isEmptied && behind !== undefined && parent !== undefined) {
    splices.push({ from: behind, to: behind, text: oldText ?? (isMap(node) ? " {}" : " []") });
  }
  if (addition !== undefined) addLines(draft, node, addition);
  return undefined;
}

function addLines({ document, splices }: Draft, node: BlockNode, addition: Addition): void {
  const { text, steps } = document;
  const end = afterLines(text, endOf(node, node.range[0]));
  if (isSeq(node)) {
    const column = columnOf(text, dashesOf(node)[0] ?? 0);
    splices.push(linesInserted(text, end, itemLines(addition.items, column, steps)));
    return;
  }
  const start = node.items[0]?.key.range[0] ?? 0;
  const column = columnOf(text, start);
  const { first, last } = parted(addition);
  splices.push(linesInserted(text, end, memberLines(last, column, steps)));
  // The first key may stand behind a dash, so its line stays and the new one goes between its indentation and itself.
  const ending = lineEnding(text, start) + " ".repeat(column);
  for (const line of memberLines(first, 0, steps)) splices.push({ from: start, to: start, text: line + ending });
}

function memberRemoved({ document }: Draft, { place: { node }, removed }: Job, index: number): Splice[] | Refused {
  const { text, comments } = document;
  const entry = isMap(node) ? node.items[index] : undefined;
  if (!isMap(node) || entry === undefined) return [];
  const from = entry.key.range[0];
  const end = entryEnd(entry, from);
  if (isFirstOnLine(text, from)) return linesRemoved(text, { from, to: afterLines(text, end) }, comments);
  // Behind a dash: the next member that stays moves up to it.
  const next = node.items.find((_, later) => later > index && !removed.has(later));
  const to = next?.key.range[0] ?? end;
  if (comments.some((comment) => comment.from >= from && comment.to <= to)) return tangled(document, from);
  return [{ from, to, text: "" }];
}

function elementRemoved({ document }: Draft, { place: { node } }: Job, index: number): Splice[] | Refused {
  const { text, comments } = document;
  if (!isSeq(node)) return [];
  const from = dashesOf(node)[index] ?? 0;
  if (!isFirstOnLine(text, from)) return tangled(document, from);
  const end = endOf(node.items[index] ?? null, from + 1);
  return linesRemoved(text, { from, to: afterLines(text, end) }, comments);
}

function tangled({ text }: YamlDocument, offset: number): Refused {
  const line = lineNumber(text, offset);
  return { refused: "an entry of ours shares its line with another", line, mend: "take it out by hand" };
}

// The changes of one edit as splices of the text. Every place is one of the document as it was read; a place that cannot
// be what the change needs is a refusal, with its line (`installer.md` section 9).

import type { Json } from "../../../src/domain/json.ts";
import type { Edited, Path, Refused } from "../format.ts";
import { behindComments } from "./comments.ts";
import { type Entry, type JsonDocument, type Place, valueAt } from "./document.ts";
import { lineOf } from "./faults.ts";
import { type Added, insertions } from "./insertions.ts";
import { isOnOneLine, layoutAt, lineIndent, render } from "./layout.ts";
import { removals } from "./removals.ts";
import { restoration } from "./restoration.ts";
import { pathText } from "../path_text.ts";
import { same } from "../same.ts";
import type { Span, Splice } from "./splices.ts";
import type { Wish } from "./wishes.ts";

/** `named`: what the changes name to be replaced or taken away. */
export type EditPlan = {
  readonly splices: Splice[];
  readonly named: Span[];
  readonly made: Path[];
  readonly undo: Edited["undo"][number][];
};

/** A place, how it is reached in the document as read and in the new one. */
type Spot = { readonly place: Place; readonly path: Path; readonly next: Path };

/** The plan for everything that is wished, or why the file is not touched. */
export function planEdit(document: JsonDocument, wish: Wish): EditPlan | Refused {
  const plan: EditPlan = { splices: [], named: [], made: [], undo: [] };
  return visit(document, plan, { place: document.root, path: [], next: [] }, wish) ?? plan;
}

function visit(document: JsonDocument, plan: EditPlan, spot: Spot, wish: Wish): Refused | undefined {
  if (wish.set !== undefined) return replace(document, plan, spot.place, wish.set.value);
  if (wish.restore !== undefined) {
    const restored = restoration(document, spot.place, wish.restore);
    if ("refused" in restored) return restored;
    plan.splices.push(...restored.splices);
    plan.named.push(...restored.named);
    return undefined;
  }
  const kind = neededKind(wish);
  if (kind !== undefined && spot.place.kind !== kind) return notA(document, spot, kind);
  return visitEntries(document, plan, spot, wish);
}

function visitEntries(document: JsonDocument, plan: EditPlan, spot: Spot, wish: Wish): Refused | undefined {
  const { place, path } = spot;
  const gone = new Set<number>();
  for (const [step, inner] of wish.inner) {
    const twice = duplicate(place, step);
    if (twice !== undefined) return givenTwice(document, [...path, step], twice);
    if (inner.remove) gone.add(indexOf(place, step));
  }
  gone.delete(-1);
  const added = additions(document, plan, spot, wish, gone);
  if ("refused" in added) return added;
  const kept = place.entries.filter((_, index) => !gone.has(index));
  const count = added.first.length + added.last.length;
  if (count > 0 && place.entries.length === 0) {
    plan.undo.push({ path: spot.next, text: document.text.slice(place.start, place.end) });
  }
  plan.named.push(...place.entries.filter((_, index) => gone.has(index)));
  plan.splices.push(...insertions(document, place, kept, added));
  if (gone.size > 0) plan.splices.push(...removals(document, place, gone, kept.length + count === 0));
  return undefined;
}

/** Goes into the entries that are there, and gathers those that are not. */
function additions(
  document: JsonDocument,
  plan: EditPlan,
  { place, path, next }: Spot,
  wish: Wish,
  gone: ReadonlySet<number>,
): { first: Added[]; last: Added[] } | Refused {
  const first: Added[] = [];
  const last: Added[] = wish.appended.map((value) => ({ value }));
  for (const [step, inner] of wish.inner) {
    if (inner.remove) continue;
    const index = indexOf(place, step);
    const entry = place.entries[index];
    const nextStep = typeof step === "number" ? index - [...gone].filter((other) => other < index).length : step;
    const at = { path: [...path, step], next: [...next, nextStep] };
    if (entry !== undefined) {
      const refused = visit(document, plan, { place: entry.value, ...at }, inner);
      if (refused !== undefined) return refused;
      continue;
    }
    if (!wants(inner)) continue;
    const value = typeof step === "string" ? newValue(inner, at.next, plan.made) : undefined;
    if (typeof step !== "string" || value === undefined) return missing(document, at.path, place);
    (inner.set?.first ? first : last).push({ name: step, value });
  }
  return { first, last };
}

/** What is made where nothing is; `undefined` where something had to be there. */
function newValue(wish: Wish, path: Path, made: Path[]): Json | undefined {
  if (wish.set !== undefined) return wish.set.value;
  if (wish.restore !== undefined) return undefined;
  made.push(path);
  if (wish.appended.length > 0) return wish.inner.size === 0 ? [...wish.appended] : undefined;
  const members: [string, Json][] = [];
  for (const [step, inner] of wish.inner) {
    if (!wants(inner)) continue;
    const value = typeof step === "string" ? newValue(inner, [...path, step], made) : undefined;
    if (value === undefined) return undefined;
    members.push([String(step), value]);
  }
  return Object.fromEntries(members);
}

/** An equal value is no change, however it is laid out; the comments of another one come before the new one. */
function replace(document: JsonDocument, plan: EditPlan, place: Place, value: Json): undefined {
  const old = valueAt(document, place);
  if (same(old, value)) return;
  const { text, root } = document;
  const spread = place.entries.length > 0 ? !isOnOneLine(document, place) : !isOnOneLine(document, root);
  const form = { indent: lineIndent(text, place.start), expanded: spread };
  plan.named.push(place);
  plan.splices.push({
    start: place.start,
    end: place.end,
    text: behindComments(document, place, render(value, layoutAt(document, [place], place.start), form)),
  });
}

/** True where the wish is for more than to take things away. */
function wants({ set, restore, appended, inner }: Wish): boolean {
  return set !== undefined || restore !== undefined || appended.length > 0 || [...inner.values()].some(wants);
}

/** What a place must be for the wish; to take things away, it may be anything. */
function neededKind({ appended, inner }: Wish): "list" | "object" | undefined {
  if (appended.length > 0) return "list";
  const step = [...inner].find(([, wish]) => wants(wish))?.[0];
  if (step === undefined) return undefined;
  return typeof step === "number" ? "list" : "object";
}

function indexOf({ kind, entries }: Place, step: string | number): number {
  if (typeof step === "string") return entries.findIndex(({ key }) => key?.name === step);
  return kind === "list" && step < entries.length ? step : -1;
}

function duplicate({ entries }: Place, step: string | number): Entry | undefined {
  return entries.filter(({ key }) => key !== undefined && key.name === step)[1];
}

function givenTwice({ text }: JsonDocument, path: Path, { start }: Entry): Refused {
  return {
    refused: `${pathText(path)} is given twice`,
    line: lineOf(text, start),
    mend: "remove one of the two and run again",
  };
}

function notA({ text }: JsonDocument, { place, path }: Spot, kind: "list" | "object"): Refused {
  const article = kind === "list" ? "a list" : "an object";
  return {
    refused: `${pathText(path)} is not ${article}`,
    line: lineOf(text, place.start),
    mend: `make it ${article} and run again`,
  };
}

function missing({ text }: JsonDocument, path: Path, { start }: Place): Refused {
  return {
    refused: `${pathText(path)} is not there`,
    line: lineOf(text, start),
    mend: "run again; the file is not what was read",
  };
}

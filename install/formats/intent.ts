// What a list of changes comes to in one document: which containers get something, which values are replaced, which
// places go. The same for every format; no text is looked at here.

import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import type { Change, Path, Refused } from "./format.ts";
import { pathText } from "./path_text.ts";
import { same } from "./same.ts";

/** What one container of the document as it was read gets. */
export type Addition = {
  readonly path: Path;
  readonly members: JsonObject;
  /** Members that come before those already there. */
  readonly first: ReadonlySet<string>;
  readonly items: readonly Json[];
};

export type Intent = {
  readonly additions: readonly Addition[];
  readonly replaced: readonly { readonly path: Path; readonly value: Json }[];
  /** No place inside another removed one, and none that is not there. */
  readonly removed: readonly Path[];
  /** Containers that are there; what they hold is among `removed`. */
  readonly restored: readonly { readonly path: Path; readonly text: string }[];
  /** As they are called in the new text. */
  readonly made: readonly Path[];
};

/** A path that does not fit the document: what is wrong with the place, and how to mend it. */
export type Misfit = { readonly at: Path; readonly why: string; readonly mend: string };

type Growing = { path: Path; members: JsonObject; first: Set<string>; items: Json[] };

/** Reads `changes` against a document's value; an equal value is no change, neither is the removal of what is not there. */
export function intentOf(value: Json, changes: readonly Change[]): Intent | Misfit {
  const additions = new Map<string, Growing>();
  const replaced = new Map<string, { path: Path; value: Json }>();
  const made: Path[] = [];
  for (const change of changes) {
    if (change.do === "remove" || change.do === "restore") continue;
    const { path } = change;
    const there = descend(value, path);
    if (change.do === "set" && there.depth === path.length) {
      if (!same(there.value, change.value)) replaced.set(JSON.stringify(path), { path, value: change.value });
      continue;
    }
    const misfit = grow(growing(additions, path.slice(0, there.depth)), there, change, made);
    if (misfit !== undefined) return misfit;
  }
  const { removed, restored } = leaving(value, changes);
  const moved = made.map((path) => shifted(path, removed));
  return { additions: [...additions.values()], replaced: [...replaced.values()], removed, restored, made: moved };
}

/** What goes; what a restored container holds goes with it. */
function leaving(value: Json, changes: readonly Change[]): Pick<Intent, "removed" | "restored"> {
  const restored: { path: Path; text: string }[] = [];
  const gone = new Map<string, Path>();
  for (const change of changes) {
    if (change.do !== "remove" && change.do !== "restore") continue;
    const there = descend(value, change.path);
    if (there.depth < change.path.length) continue;
    if (change.do === "restore") restored.push(change);
    const entries = change.do === "restore"
      ? entriesOf(there.value).map((step) => [...change.path, step])
      : [change.path];
    for (const path of entries) gone.set(JSON.stringify(path), path);
  }
  const paths = [...gone.values()];
  const removed = paths.filter((path) => !paths.some((other) => other.length < path.length && startsWith(path, other)));
  return {
    removed,
    restored: restored.filter(({ path }) => !removed.some((other) => startsWith(path, other))),
  };
}

/** A misfit as the refusal of its file. */
export function misfitting(
  { at, why, mend }: Misfit,
  document: { readonly lineOf: (path: Path) => number },
): Refused {
  return { refused: `${pathText(at)} ${why}`, line: document.lineOf(at), mend };
}

/** Where a path leads once the elements before it are gone. */
export function shifted(path: Path, removed: readonly Path[]): Path {
  return path.map((step, depth) => {
    if (typeof step !== "number") return step;
    const before = removed.filter((other) =>
      other.length === depth + 1 && Number(other[depth]) < step && startsWith(path, other.slice(0, depth))
    );
    return step - before.length;
  });
}

/** True where `path` is `above` or lies inside it. */
export function startsWith(path: Path, above: Path): boolean {
  return above.every((step, index) => path[index] === step);
}

/** The deepest place of `path` that is there. */
export function descend(root: Json, path: Path): { readonly value: Json; readonly depth: number } {
  let value = root;
  for (const [depth, step] of path.entries()) {
    const next: Json | undefined = memberOf(value, step);
    if (next === undefined) return { value, depth };
    value = next;
  }
  return { value, depth: path.length };
}

function memberOf(value: Json, step: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof step === "number" ? value[step] : undefined;
  return isObject(value) && typeof step === "string" && Object.hasOwn(value, step) ? value[step] : undefined;
}

function entriesOf(value: Json): (string | number)[] {
  if (Array.isArray(value)) return [...value.keys()];
  return isObject(value) ? Object.keys(value) : [];
}

function growing(additions: Map<string, Growing>, path: Path): Growing {
  const name = JSON.stringify(path);
  const addition = additions.get(name) ?? { path, members: {}, first: new Set(), items: [] };
  additions.set(name, addition);
  return addition;
}

/** Puts a new value into an addition. */
function grow(
  addition: Growing,
  there: { readonly value: Json },
  change: Change & { do: "append" | "set" },
  made: Path[],
): Misfit | undefined {
  const keys = change.path.slice(addition.path.length);
  const number = keys.find((key) => typeof key === "number");
  if (number !== undefined) {
    return { at: addition.path, why: `has no element ${number}`, mend: "run again; the file is not what was read" };
  }
  // Nothing between a key and the next one is an empty container in YAML.
  const hollow = there.value === null;
  if (keys.length === 0) {
    if (!hollow && !Array.isArray(there.value)) return notA("a list", change.path);
    addition.items.push(change.value);
    return undefined;
  }
  if (!hollow && !isObject(there.value)) return notA("an object", addition.path);
  if (change.do === "set" && change.first) addition.first.add(String(keys[0]));
  return put(addition.members, keys.map(String), addition.path, { change, made });
}

/** Goes down a new value, making what is missing on the way. */
function put(
  members: JsonObject,
  [key = "", ...rest]: readonly string[],
  above: Path,
  { change, made }: { readonly change: Change & { do: "append" | "set" }; readonly made: Path[] },
): Misfit | undefined {
  const here = [...above, key];
  if (change.do === "set" && rest.length === 0) {
    members[key] = structuredClone(change.value);
    return undefined;
  }
  if (!Object.hasOwn(members, key)) {
    members[key] = rest.length === 0 ? [] : {};
    made.push(here);
  }
  const inner = members[key];
  if (rest.length > 0) {
    return isObject(inner) ? put(inner, rest, here, { change, made }) : notA("an object", here);
  }
  if (!Array.isArray(inner)) return notA("a list", here);
  inner.push(change.value);
  return undefined;
}

function notA(kind: string, at: Path): Misfit {
  return { at, why: `is not ${kind}`, mend: `make it ${kind} and run again` };
}

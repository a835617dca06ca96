// What a document's value must be after its changes, computed from the values alone: the check every edit is held to.

import { isObject, type Json } from "../../src/domain/json.ts";
import type { Path } from "./format.ts";
import { descend, type Intent } from "./intent.ts";
import { same } from "./same.ts";

/** True where `after` is `before` with exactly these changes. */
export function isOutcome(before: Json, intent: Intent, after: Json): boolean {
  const expected = outcome(before, intent);
  // A container that lost its last entry may be gone, empty, or have its old text back.
  for (const path of emptied(intent)) {
    const left = at(after, path);
    if (isEmpty(at(expected, path)) && isEmpty(left)) put(expected, path, left);
  }
  return same(expected, after);
}

function outcome(before: Json, { additions, replaced, removed, restored }: Intent): Json {
  const value = structuredClone(before);
  for (const { path } of restored) if (typeof at(value, path) !== "object") put(value, path, null);
  for (const change of replaced) put(value, change.path, change.value);
  for (const { path, members, items } of additions) {
    const container = at(value, path) ?? (items.length > 0 ? [] : {});
    if (Array.isArray(container)) container.push(...items);
    else if (isObject(container)) Object.assign(container, members);
    put(value, path, container);
  }
  // From the end, so that the indexes still fit.
  for (const path of removed.toSorted(laterFirst)) put(value, path, undefined);
  return value;
}

function laterFirst(a: Path, b: Path): number {
  const depth = a.findIndex((step, index) => step !== b[index]);
  const [one, other] = [a[depth], b[depth]];
  if (typeof one === "number" && typeof other === "number") return other - one;
  return String(one) < String(other) ? -1 : 1;
}

/** The containers that may have become empty, the innermost first. */
function emptied({ removed, restored }: Intent): Path[] {
  const paths: Path[] = restored.map(({ path }) => path);
  for (const path of removed) {
    for (let length = path.length - 1; length > 0; length--) {
      if (path.slice(0, length).every((step) => typeof step === "string")) paths.push(path.slice(0, length));
    }
  }
  return paths.toSorted((a, b) => b.length - a.length);
}

function at(value: Json, path: Path): Json | undefined {
  const found = descend(value, path);
  return found.depth === path.length ? found.value : undefined;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Sets or, with `undefined`, takes away; a place whose container is gone stays so. */
function put(root: Json, path: Path, value: Json | undefined): void {
  const key = path.at(-1);
  const container = at(root, path.slice(0, -1));
  if (Array.isArray(container) && typeof key === "number") {
    if (value === undefined) container.splice(key, 1);
    else container[key] = value;
  }
  if (!isObject(container) || typeof key !== "string") return;
  if (value === undefined) delete container[key];
  else container[key] = value;
}

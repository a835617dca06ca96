// One text per JSON value: members sorted by name, so that equal values give equal texts.

import { isObject, type Json } from "../domain/json.ts";

/** Deeper than this is not read, not shown and not compared. */
export const DEEPEST = 100;

/** Canonical JSON text; what lies deeper than `DEEPEST` is left out, so use it for comparing only on shallow values. */
export function canonical(value: Json, depth = 0): string {
  if (depth > DEEPEST) return '"…"';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => {
    return `${JSON.stringify(name)}:${canonical(value[name] ?? null, depth + 1)}`;
  });
  return `{${members.join(",")}}`;
}

/** True when the value nests no deeper than `DEEPEST`. */
export function isShallow(value: Json, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isShallow(item, depth + 1));
  if (!isObject(value)) return true;
  return Object.values(value).every((item) => isShallow(item, depth + 1));
}

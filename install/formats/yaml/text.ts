// New YAML text: block form with short lists between brackets, or everything between brackets. A string stands bare only
// where every YAML (1.1, 1.2) reads it as that string.

import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";

/** How a file indents: a map inside a map, and a list inside a map. */
export type Steps = { readonly map: number; readonly list: number };

/** The members of a map, each on lines of its own from `column` on. */
export function memberLines(members: JsonObject, column: number, steps: Steps): string[] {
  return Object.entries(members).flatMap(([key, value]) => {
    const head = " ".repeat(column) + plainOrQuoted(key) + ":";
    if (isObject(value) && !isEmpty(value)) return [head, ...memberLines(value, column + steps.map, steps)];
    if (Array.isArray(value) && value.some(isObject)) return [head, ...itemLines(value, column + steps.list, steps)];
    return [`${head} ${flowText(value)}`];
  });
}

/** The elements of a list, each behind its dash at `column`. */
export function itemLines(items: readonly Json[], column: number, steps: Steps): string[] {
  return items.flatMap((item) => {
    const dash = `${" ".repeat(column)}- `;
    if (!isObject(item) || isEmpty(item)) return [dash + flowText(item)];
    const lines = memberLines(item, dash.length, steps);
    return lines.map((line, index) => index === 0 ? dash + line.slice(dash.length) : line);
  });
}

/** A value on one line. */
export function flowText(value: Json): string {
  if (typeof value === "string") return plainOrQuoted(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (isObject(value)) return `{${flowMembers(value).join(", ")}}`;
  return String(value);
}

/** The members of a map between braces. */
export function flowMembers(members: JsonObject): string[] {
  return Object.entries(members).map(([key, value]) => `${plainOrQuoted(key)}: ${flowText(value)}`);
}

const WORDS = /^(?:y|yes|n|no|on|off|true|false|null)$/i;
const BARE = /^[A-Za-z][\w.-]*$/;
// Line breaks and marks to some YAML, though not to JSON.
const BREAKS = /[\x7f-\x9f\u2028\u2029\ufeff]/g;

function plainOrQuoted(text: string): string {
  if (BARE.test(text) && !WORDS.test(text)) return text;
  return JSON.stringify(text).replace(BREAKS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}

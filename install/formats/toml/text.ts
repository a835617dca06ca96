// New TOML text: basic strings, inline values, and tables of their own with the keys in the value's order. The values are
// those of JSON without null, which TOML does not have.

import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";
import type { Path } from "../format.ts";

/** A value on one line. */
export function inlineValue(value: Json): string {
  if (typeof value === "string") return basicString(value);
  if (Array.isArray(value)) return `[${value.map(inlineValue).join(", ")}]`;
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(([key, inner]) => keyLine(key, inner));
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** `key = value`. */
export function keyLine(key: string, value: Json, equals = " = "): string {
  return keyText([key]) + equals + inlineValue(value);
}

/** Tables under headers of their own, each as its lines. */
export function tableBlocks(path: Path, value: JsonObject | readonly JsonObject[]): string[][] {
  if (!isObject(value)) return value.map((block) => [`[[${keyText(path)}]]`, ...keyLines(Object.entries(block))]);
  const members = Object.entries(value);
  const own = members.filter(([, inner]) => !isTableLike(inner));
  // A table that holds only tables is there by their headers.
  const head = own.length > 0 || members.length === 0 ? [[`[${keyText(path)}]`, ...keyLines(own)]] : [];
  return [...head, ...members.flatMap(([key, inner]) => isTableLike(inner) ? tableBlocks([...path, key], inner) : [])];
}

/** True for what gets a header of its own. */
export function isTableLike(value: Json): value is JsonObject | JsonObject[] {
  return isObject(value) || (Array.isArray(value) && value.length > 0 && value.every(isObject));
}

/** True where TOML can say it. */
export function isWritable(value: Json): boolean {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return false;
  return typeof value !== "object" || Object.values(value).every(isWritable);
}

function keyLines(members: readonly [string, Json][]): string[] {
  return members.map(([key, value]) => keyLine(key, value));
}

function keyText(path: Path): string {
  return path.map((step) => /^[A-Za-z0-9_-]+$/.test(String(step)) ? String(step) : basicString(String(step))).join(".");
}

/** JSON's escapes are TOML's, but for one control character that JSON leaves as it is. */
function basicString(value: string): string {
  return JSON.stringify(value).replaceAll("\x7f", "\\u007f");
}

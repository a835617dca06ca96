// What a parser made of a text, as JSON: dates become text, so that two readings can be compared.

import { isObject, type Json } from "../../src/domain/json.ts";

/** Equal values stay equal, different ones different. */
export function plainValue(value: unknown): Json {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "no date" : value.toISOString();
  if (value instanceof Set || value instanceof Map || ArrayBuffer.isView(value)) return plainValue([...Object(value)]);
  if (Array.isArray(value)) return value.map(plainValue);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner)]));
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined ? null : String(value);
}

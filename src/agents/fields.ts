// Reading an agent's payload: a field of the wrong type counts as absent and never voids the event (`agents.md` 0.2).

import { isObject, type Json, type JsonObject } from "../domain/json.ts";

/** The first non-empty string among these members. */
export function text(payload: JsonObject, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** An object member; a string that holds JSON of one is parsed once. */
export function object(payload: JsonObject, ...names: string[]): JsonObject | undefined {
  for (const name of names) {
    const value = payload[name];
    if (isObject(value)) return value;
    if (typeof value !== "string" || !value.startsWith("{")) continue;
    const parsed = parse(value);
    if (isObject(parsed)) return parsed;
  }
  return undefined;
}

/** A list member, or an empty list. */
export function list(payload: JsonObject, name: string): Json[] {
  const value = payload[name];
  return Array.isArray(value) ? value : [];
}

/** True, non-empty text or a number other than 0 (`daemon.md` section 5). */
export function truthy(value: Json | undefined): boolean {
  return value === true || (typeof value === "string" && value !== "") || (typeof value === "number" && value !== 0);
}

/** One optional member, or none: `undefined` is never written into an Input. */
export function given<Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  return value === undefined ? {} : { [name]: value } as { [Key in Name]?: string };
}

function parse(value: string): Json | undefined {
  try {
    return JSON.parse(value);
  } catch {
    return undefined; // text that only looks like JSON is no object
  }
}

// Cuts the strings of a payload by bytes of UTF-8, never inside a character, never an id (`protocol.md` section 6).
// Walks with a list instead of recursion: a payload may be 10,000 levels deep.

import type { Json, JsonObject } from "../domain/json.ts";

/** Members that are never cut: a cut id names nothing. */
export const IDS: ReadonlySet<string> = new Set([
  "session_id",
  "sessionId",
  "conversation_id",
  "conversationId",
  "turn_id",
  "agent_id",
  "tool_use_id",
  "tool_call_id",
  "request_id",
]);

/** A copy whose strings, at any depth, hold at most `bytes` and an ellipsis. Keys stay as they are. */
export function cutStrings(payload: JsonObject, bytes: number): JsonObject {
  const scratch = new Uint8Array(bytes);
  // Spread copies keep a member called `__proto__`; building member by member would lose it.
  const copy = { ...payload };
  const open: (JsonObject | Json[])[] = [copy];
  const shorter = (value: Json, key?: string): Json => {
    if (typeof value === "string") return key !== undefined && IDS.has(key) ? value : cutInto(value, scratch);
    if (typeof value !== "object" || value === null) return value;
    const inner = Array.isArray(value) ? [...value] : { ...value };
    open.push(inner);
    return inner;
  };
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) node.forEach((value, at, list) => list[at] = shorter(value));
    else for (const key of Object.keys(node)) node[key] = shorter(node[key] ?? null, key);
  }
  return copy;
}

/** `text` itself when it holds at most `bytes`, else its beginning and an ellipsis. */
export function cut(text: string, bytes: number): string {
  return cutInto(text, new Uint8Array(bytes));
}

const encoder = new TextEncoder();

/** `encodeInto` stops before the first character that does not fit whole. */
function cutInto(text: string, scratch: Uint8Array<ArrayBuffer>): string {
  // A UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= scratch.length) return text;
  const { read } = encoder.encodeInto(text, scratch);
  return read === text.length ? text : `${text.slice(0, read)}…`;
}

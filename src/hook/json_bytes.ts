// JSON as bytes, before it is parsed: where an object ends, and what the beginning of one that is too big still tells.
// Each byte is looked at once.

import type { JsonObject } from "../domain/json.ts";
import { LAST_MEMBERS } from "../wire/fit.ts";

/** How many bytes of this chunk belong to the object that ends in it; `open` when it goes on. */
export type FindEnd = (chunk: Uint8Array) => number | "open" | "not an object";

/** Finds the end of an object, chunk by chunk. What is inside is not checked: that is for the parser. */
export function endFinder(): FindEnd {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (chunk) => {
    // By index: the first iterator of a process costs 1 ms.
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (escaped) escaped = false;
      else if (inString) [inString, escaped] = [byte !== QUOTE, byte === BACKSLASH];
      else if (depth === 0 && byte !== OPEN_OBJECT && !BEFORE.has(byte)) return "not an object";
      else if (byte === QUOTE) inString = true;
      else if (depthOf(byte) !== 0 && (depth += depthOf(byte)) === 0) return at + 1;
    }
    return "open";
  };
}

/**
 * Of an object above the cap: the top-level texts that name session and event, where they had been read whole
 * (`protocol.md` section 4). It keeps the status right; nothing is decided from it.
 */
export function salvage(head: Uint8Array): JsonObject {
  const kept: JsonObject = {};
  let depth = 0;
  let member: string | undefined;
  for (let at = 0; at < head.length; at++) {
    const byte = head[at] ?? 0;
    depth += depthOf(byte);
    if (depth === 1 && byte === COMMA) member = undefined;
    if (byte !== QUOTE) continue;
    const end = stringEnd(head, at);
    if (end === undefined) return kept;
    const text = depth === 1 ? parseText(head.subarray(at, end)) : undefined;
    if (member === undefined) member = text;
    else if (text !== undefined && LAST_MEMBERS.has(member)) kept[member] = text;
    at = end - 1;
  }
  return kept;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** What may stand before the object: white space, and the three bytes of a BOM. */
const BEFORE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

function depthOf(byte: number): -1 | 0 | 1 {
  if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return 1;
  return byte === CLOSE_OBJECT || byte === CLOSE_ARRAY ? -1 : 0;
}

/** Behind the closing quote of the string that opens at `start`; `undefined` when it is not here. */
function stringEnd(head: Uint8Array, start: number): number | undefined {
  for (let quote = head.indexOf(QUOTE, start + 1); quote > 0; quote = head.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (head[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return undefined;
}

function parseText(quoted: Uint8Array): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(quoted));
    return typeof value === "string" ? value : undefined;
  } catch {
    // Broken inside its quotes: as if it were not there.
    return undefined;
  }
}

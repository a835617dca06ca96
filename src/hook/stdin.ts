// Reads the agent's JSON: until it is complete, the input ends, the deadline or the cap (`protocol.md` section 4). An
// agent that never closes its end holds nobody up.

import { endFinder } from "./json_bytes.ts";
import { within } from "./within.ts";

/** What stdin held. `head` is the beginning of an input above the cap. */
export type Stdin =
  | { readonly is: "json"; readonly value: unknown }
  | { readonly is: "empty" }
  | { readonly is: "over"; readonly head: Uint8Array }
  | { readonly is: "nothing" };

/** Where the bytes come from: `Deno.stdin`. */
export type Source = { read(into: Uint8Array): Promise<number | null> };

/** Reads one JSON object, at most `cap` bytes of it, before `end`. */
export async function readStdin(source: Source, end: AbortSignal, cap: number): Promise<Stdin> {
  let bytes = new Uint8Array(Math.min(FIRST_BYTES, cap));
  let length = 0;
  const find = endFinder();
  while (length < cap) {
    if (length === bytes.length) bytes = grown(bytes, cap);
    const count = await within(source.read(bytes.subarray(length)), end);
    if (count === undefined) return NOTHING;
    if (count === null) return length === 0 ? { is: "empty" } : parse(bytes.subarray(0, length));
    const chunk = bytes.subarray(length, length + count);
    // Most payloads come in one piece: parsing that is quicker than finding its end first.
    const first = length === 0 && count < bytes.length ? parse(chunk) : NOTHING;
    if (first !== NOTHING) return first;
    const found = find(chunk);
    if (found === "not an object") return NOTHING;
    if (found !== "open") return parse(bytes.subarray(0, length + found));
    length += count;
  }
  return { is: "over", head: bytes };
}

/** Larger than most payloads, so that one read is enough. */
const FIRST_BYTES = 65_536;

const NOTHING: Stdin = { is: "nothing" };

function grown(bytes: Uint8Array, cap: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(bytes.length * 2, cap));
  larger.set(bytes);
  return larger;
}

/** Drops a BOM; what is not UTF-8 becomes U+FFFD. */
function parse(bytes: Uint8Array): Stdin {
  try {
    return { is: "json", value: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    // Not JSON, or not all of it yet.
    return NOTHING;
  }
}

// A request's body, whole, under a cap and a deadline, in one of the places for connections that are being read.

import type { DoorLimits } from "../door_limits.ts";
import { type Places, takeWhenFree } from "../places.ts";
import { checkLength, type Refusal, TOO_SLOW, tooBig } from "./guard.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

export type Reading = { readonly reading: Places; readonly limits: DoorLimits };

/** The body as text, or why it is refused. Invalid UTF-8 becomes U+FFFD and a BOM is dropped, as at the hook's stdin. */
export async function readBody(request: Request, cap: number, { reading, limits }: Reading): Promise<string | Refusal> {
  const refused = checkLength(request.headers, cap);
  if (refused !== undefined) return refused;
  if (request.body === null) return "";
  await takeWhenFree(reading);
  try {
    return await collect(request.body.getReader(), cap, limits.transferMs);
  } finally {
    reading.give();
  }
}

/** The value of a body's text; `undefined` where it is not JSON: told as a wrong shape. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // see above
  }
}

/**
 * A refused body is left unread and not cancelled: Deno 2.9.6 reads the rest away, and closes no earlier for a cancel.
 */
async function collect(reader: Reader, cap: number, ms: number): Promise<string | Refusal> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((done) => timer = setTimeout(() => done("late"), ms));
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part === "late") return TOO_SLOW;
      if (part.done) return text + decoder.decode();
      size += part.value.length;
      if (size > cap) return tooBig(cap);
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    return TOO_SLOW; // the sender went away in the middle: whatever is answered, nobody reads it
  } finally {
    clearTimeout(timer);
  }
}

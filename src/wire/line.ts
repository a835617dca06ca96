// One JSON object per line, in both directions, under a cap (`protocol.md` section 1).

import { LINE_BYTES } from "./limits.ts";

/** A message as it goes over the socket. */
export function encodeLine(message: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(message)}\n`);
}

/** Takes what was read; gives the lines it completes, without their newline, or `too long`. */
export type TakeLines = (chunk: Uint8Array) => Uint8Array[] | "too long";

/** Collects reads into lines. A chunk is copied, so the caller may read into the same bytes again. */
export function lineTaker(cap: number = LINE_BYTES): TakeLines {
  let begun: Uint8Array[] = [];
  let length = 0;
  return (chunk) => {
    const lines: Uint8Array[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      length += end + 1 - start;
      if (length > cap) return "too long";
      lines.push(join([...begun, chunk.subarray(start, end)]));
      [begun, length, start] = [[], 0, end + 1];
    }
    length += chunk.length - start;
    if (length >= cap) return "too long";
    if (start < chunk.length) begun.push(chunk.slice(start));
    return lines;
  };
}

const NEWLINE = 0x0a;

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

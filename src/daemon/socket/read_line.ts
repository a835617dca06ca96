// The first line of a connection, under a cap and a deadline; what follows the newline is never looked at.

import { READ_CHUNK_BYTES } from "../../wire/limits.ts";
import { lineTaker } from "../../wire/line.ts";
import { closeQuietly } from "./close_quietly.ts";

/** The line without its newline; `undefined` when it is too long, too slow, or ends early. */
export async function readLine(
  conn: Deno.Conn,
  limits: { readonly bytes: number; readonly ms: number },
): Promise<Uint8Array | undefined> {
  const late = setTimeout(() => closeQuietly(conn), limits.ms);
  try {
    return await firstLine(conn, limits.bytes);
  } catch {
    return undefined; // the deadline closed it, or the other end reset it
  } finally {
    clearTimeout(late);
  }
}

async function firstLine(conn: Deno.Conn, cap: number): Promise<Uint8Array | undefined> {
  const take = lineTaker(cap);
  const chunk = new Uint8Array(READ_CHUNK_BYTES);
  for (;;) {
    const count = await conn.read(chunk);
    if (count === null) return undefined;
    const lines = take(chunk.subarray(0, count));
    if (lines === "too long") return undefined;
    if (lines[0] !== undefined) return lines[0];
  }
}

// Writing to a reader that may not read: whole within a deadline, else the connection is closed.

import { closeQuietly } from "./close_quietly.ts";

/** False when the other end is gone or took too long; the connection is closed then. */
export async function writeWhole(conn: Deno.Conn, bytes: Uint8Array, ms: number): Promise<boolean> {
  const late = setTimeout(() => closeQuietly(conn), ms);
  try {
    let done = 0;
    while (done < bytes.length) done += await conn.write(bytes.subarray(done));
    return true;
  } catch {
    closeQuietly(conn);
    return false; // gone or too slow: there is nobody to tell
  } finally {
    clearTimeout(late);
  }
}

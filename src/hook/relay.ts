// One event over the socket, and what the daemon says to it (`protocol.md` section 9, "Hook"). Every doubt ends in
// `undefined`, which prints nothing.

import type { Verdict } from "../domain/effect.ts";
import type { HookEvent } from "../wire/event.ts";
import { encodeLine, lineTaker } from "../wire/line.ts";
import { readReply } from "../wire/verdict.ts";
import { within } from "./within.ts";

/** Milliseconds: to connect, and for each write; for a plain event in all; for the daemon's first word. */
export type RelayLimits = { readonly connect: number; readonly plain: number; readonly firstWord: number };

/** Sends `event`; if it waits, gives the verdict. `end` ends the waiting for a human, absent = it has no end. */
export async function relay(
  event: HookEvent,
  socket: string,
  limits: RelayLimits,
  end: AbortSignal | undefined,
): Promise<Verdict | "unsupported" | undefined> {
  const first = AbortSignal.timeout(event.wants_reply ? limits.firstWord : limits.plain);
  const connection = await connect(socket, AbortSignal.timeout(limits.connect));
  if (connection === undefined) return undefined;
  // Nothing closes the connection but the end of the process, which comes next: closing it here would only take time.
  const sent = await send(connection, encodeLine(event), first, limits.connect);
  return sent && event.wants_reply ? listen(connection, event, first, end) : undefined;
}

/** A full backlog says "try again", and soon has room; missing or refused is final: nobody is there. */
async function connect(path: string, end: AbortSignal): Promise<Deno.Conn | undefined> {
  while (!end.aborted) {
    try {
      return await within(Deno.connect({ transport: "unix", path }), end);
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) return undefined;
    }
    await within(new Promise<never>(() => {}), AbortSignal.any([end, AbortSignal.timeout(RETRY_MS)]));
  }
  return undefined;
}

async function send(connection: Deno.Conn, line: Uint8Array, end: AbortSignal, each: number): Promise<boolean> {
  for (let rest = line; rest.length > 0;) {
    const written = await within(within(connection.write(rest), AbortSignal.timeout(each)), end);
    if (written === undefined) return false;
    rest = rest.subarray(written);
  }
  return true;
}

/** The daemon's first word must come soon; once it has said `waiting`, a human has until `end`. */
async function listen(connection: Deno.Conn, event: HookEvent, first: AbortSignal, end: AbortSignal | undefined) {
  const take = lineTaker();
  const chunk = new Uint8Array(CHUNK_BYTES);
  let until: AbortSignal | undefined = first;
  for (;;) {
    const count: number | null | undefined = await within(connection.read(chunk), until);
    if (typeof count !== "number") return undefined;
    const lines = take(chunk.subarray(0, count));
    if (lines === "too long") return undefined;
    for (const line of lines) {
      const said = readReply(line, event);
      if (said === "bad") return undefined;
      if (said !== "waiting") return said;
      until = end;
    }
  }
}

/** Short beside the time to connect, long beside one attempt. */
const RETRY_MS = 10;

/** Holds any ordinary reply. */
const CHUNK_BYTES = 16_384;

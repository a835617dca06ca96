// One hook that waits on the socket: acknowledged, then told one verdict or nothing (`protocol.md` section 9). It is read
// all the while, because the end of its stream means that the hook is gone.

import type { Verdict } from "../../domain/effect.ts";
import type { HookEvent } from "../../wire/event.ts";
import { READ_CHUNK_BYTES } from "../../wire/limits.ts";
import type { Reply } from "../../wire/reply.ts";
import { encodeReply } from "../../wire/verdict.ts";
import { closeQuietly } from "./close_quietly.ts";
import type { DoorLimits } from "../door_limits.ts";
import type { Waiter } from "../ports.ts";
import { writeWhole } from "./write_whole.ts";

export type Ends = {
  /** The hook went away, or no card came in time: its card is nobody's. */
  gone(): void;
  /** Called once, however it ends. */
  over(): void;
};

/** Watches `conn` from now on. */
export function socketWaiter(conn: Deno.Conn, event: HookEvent, limits: DoorLimits, ends: Ends): Waiter {
  let open = true;
  let sent: Promise<unknown> = Promise.resolve();
  const unanswered = setTimeout(lost, limits.ackMs);

  function end(): boolean {
    if (!open) return false;
    open = false;
    clearTimeout(unanswered);
    ends.over();
    return true;
  }
  function lost(): void {
    if (!end()) return;
    closeQuietly(conn);
    ends.gone();
  }
  function send(told: { kind: "waiting" } | Verdict): Promise<unknown> {
    const reply: Reply = { v: event.v, id: event.id, ...told };
    sent = sent.then(() => writeWhole(conn, encodeReply(reply), limits.transferMs));
    return sent;
  }

  void untilEnd(conn).then(lost);
  return {
    event,
    acknowledge() {
      if (!open) return;
      clearTimeout(unanswered);
      void send({ kind: "waiting" });
    },
    reply(verdict) {
      if (end()) void send(verdict).then(() => closeQuietly(conn));
    },
    close() {
      if (end()) void sent.then(() => closeQuietly(conn));
    },
  };
}

/** Resolves when the other end has closed; what it still sends is dropped. */
async function untilEnd(conn: Deno.Conn): Promise<void> {
  const chunk = new Uint8Array(READ_CHUNK_BYTES);
  try {
    while (await conn.read(chunk) !== null);
  } catch {
    return; // reset by the hook, or closed by us: over either way
  }
}

// The hook socket: one line per connection, decoded, admitted, handed to the loop (`protocol.md` section 9, the daemon's
// side). Events that wait and events that do not never take each other's places.

import type { Input, Waits } from "../../domain/input.ts";
import { decodeEvent } from "../../wire/decode.ts";
import { type HookEvent, VERSION_8 } from "../../wire/event.ts";
import { LINE_BYTES } from "../../wire/limits.ts";
import { encodeReply } from "../../wire/verdict.ts";
import type { Admit } from "../admit.ts";
import { closeQuietly } from "./close_quietly.ts";
import type { DoorLimits } from "../door_limits.ts";
import { reason } from "../../files.ts";
import { type Places, takeWhenFree } from "../places.ts";
import type { Waiters } from "../ports.ts";
import { readLine } from "./read_line.ts";
import { socketWaiter } from "./socket_waiter.ts";
import { writeWhole } from "./write_whole.ts";

export type SocketDoor = {
  readonly dispatch: (input: Input) => void;
  readonly admit: Admit;
  readonly waiters: Waiters;
  /** Shared by all doors. */
  readonly reading: Places;
  readonly waiting: Places;
  /** The bytes of their lines. */
  readonly weight: Places;
  readonly limits: DoorLimits;
  readonly log: (text: string) => void;
};

/** Accepts until the listener is closed. While all places to read are taken it pauses; nothing is closed for that. */
export async function serveSocket(listener: Deno.Listener, door: SocketDoor): Promise<void> {
  const beingRead = new Set<Deno.Conn>();
  for (;;) {
    await takeWhenFree(door.reading);
    const conn = await accept(listener, door);
    if (conn === "closed") break;
    beingRead.add(conn);
    void read(conn, door).then((line) => {
      beingRead.delete(conn);
      return serve(conn, line, door);
    }).catch((error) => {
      closeQuietly(conn);
      door.log(`Cannot serve a hook: ${reason(error)}`);
    });
  }
  door.reading.give();
  for (const conn of beingRead) closeQuietly(conn);
}

function read(conn: Deno.Conn, { reading, limits }: SocketDoor): Promise<Uint8Array | undefined> {
  return readLine(conn, { bytes: LINE_BYTES, ms: limits.transferMs }).finally(reading.give);
}

async function accept(listener: Deno.Listener, door: SocketDoor): Promise<Deno.Conn | "closed"> {
  for (;;) {
    try {
      return await listener.accept();
    } catch (error) {
      if (error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted) return "closed";
      door.log(`Cannot accept a hook: ${reason(error)}; trying again`);
      await new Promise((again) => setTimeout(again, door.limits.acceptRetryMs));
    }
  }
}

async function serve(conn: Deno.Conn, line: Uint8Array | undefined, door: SocketDoor): Promise<void> {
  if (line === undefined) return closeQuietly(conn);
  const decoded = decodeEvent(line);
  if (decoded.ok && decoded.value.wants_reply) return handOver(conn, decoded.value, line.length, door);
  if (decoded.ok) door.dispatch(door.admit(decoded.value, "socket"));
  else if (decoded.why === "unsupported") {
    const reply = encodeReply({ v: VERSION_8, id: decoded.id, kind: "unsupported" });
    await writeWhole(conn, reply, door.limits.transferMs);
  }
  closeQuietly(conn);
}

/** From here on the connection belongs to its waiter. */
function handOver(conn: Deno.Conn, event: HookEvent, bytes: number, door: SocketDoor): void {
  const request = crypto.randomUUID();
  const input = door.admit(event, "socket", request);
  if (input.is !== "waits" || !takeRoom(bytes, door)) {
    closeQuietly(conn);
    return input.is === "waits" ? full(input, door) : door.dispatch(input);
  }
  const waiter = socketWaiter(conn, event, door.limits, {
    gone: () => door.dispatch({ is: "gone", request }),
    over() {
      door.waiters.delete(request);
      door.waiting.give();
      door.weight.give(bytes);
    },
  });
  door.waiters.set(request, waiter);
  door.dispatch(input);
}

function takeRoom(bytes: number, { waiting, weight }: SocketDoor): boolean {
  if (!waiting.take()) return false;
  if (weight.take(bytes)) return true;
  waiting.give();
  return false;
}

/** All places to wait are taken, or too many bytes wait: the session still shows that it waits, in the terminal. */
function full(input: Waits, door: SocketDoor): void {
  const { request: _request, offer: _offer, seal: _seal, ...seen } = input;
  door.dispatch(seen);
  door.dispatch({ is: "counted", what: "full", agent: input.from.agent });
}

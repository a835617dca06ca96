// The connection itself, in this process.

import { assertEquals } from "@std/assert";
import { relay } from "../../src/hook/relay.ts";
import { type HookEvent, VERSION_8 } from "../../src/wire/event.ts";
import { withHome } from "../support/hook_process.ts";

const EVENT: HookEvent = {
  kind: "event",
  v: VERSION_8,
  id: "late",
  agent: "claude",
  event: "Stop",
  wants_reply: false,
  payload: {},
};
const LIMITS = { connect: 20_000, plain: 20_000, firstWord: 20_000 };

// Only Linux says "try again"; elsewhere a full backlog looks like nobody. The relay leaves its connection open.
Deno.test({
  name: "an event that meets a full backlog is sent as soon as there is room",
  ignore: Deno.build.os !== "linux",
  sanitizeResources: false,
  fn: () =>
    withHome(async ({ socket }) => {
      const listener = Deno.listen({ transport: "unix", path: socket });
      const crowd = await fill(socket);
      const sending = relay(EVENT, socket, LIMITS, undefined);
      for (const one of crowd) one.close();
      const heard = hear(listener);
      assertEquals(await sending, undefined);
      await fence(socket);
      listener.close();
      assertEquals((await heard).map((line) => JSON.parse(line)), [EVENT]);
    }),
});

/** Connects until a listener that accepts nothing takes no more. */
async function fill(path: string): Promise<Deno.Conn[]> {
  const crowd: Deno.Conn[] = [];
  for (;;) {
    try {
      crowd.push(await Deno.connect({ transport: "unix", path }));
    } catch (error) {
      if (error instanceof Deno.errors.WouldBlock) return crowd;
      throw error;
    }
  }
}

/** The first words of each connection that says something. */
async function hear(listener: Deno.Listener): Promise<string[]> {
  const said: string[] = [];
  const chunk = new Uint8Array(1_024);
  for await (const connection of listener) {
    const count = await connection.read(chunk);
    if (count !== null) said.push(new TextDecoder().decode(chunk.subarray(0, count)));
    connection.close();
  }
  return said;
}

/** Connections are accepted in order: once this one is closed, every earlier one has been heard. */
async function fence(path: string): Promise<void> {
  using connection = await Deno.connect({ transport: "unix", path });
  await connection.closeWrite();
  await connection.read(new Uint8Array(1));
}

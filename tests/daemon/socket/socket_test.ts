// The hook socket, over real connections, with a core that does what each test says (protocol.md section 9).

import { assert, assertEquals } from "@std/assert";
import { admitter } from "../../../src/daemon/admit.ts";
import { DOOR_LIMITS, type DoorLimits } from "../../../src/daemon/door_limits.ts";
import { places } from "../../../src/daemon/places.ts";
import type { Waiters } from "../../../src/daemon/ports.ts";
import { serveSocket } from "../../../src/daemon/socket/socket.ts";
import type { Input, Waits } from "../../../src/domain/input.ts";
import { LINE_BYTES } from "../../../src/wire/limits.ts";
import { type Client, client, event, permission, until } from "../../support/daemon.ts";

type World = {
  readonly path: string;
  readonly inputs: Input[];
  readonly waiters: Waiters;
  /** The names of waiting hooks, in order. */
  readonly requests: string[];
  connect(): Promise<Client>;
};

/** `core` is called with each input, as `dispatch`. */
async function serving(
  work: (world: World) => Promise<void>,
  limits: Partial<DoorLimits> = {},
  core: (input: Input, waiters: Waiters) => void = () => {},
): Promise<void> {
  const root = Deno.makeTempDirSync();
  const path = `${root}/x.sock`;
  const all = { ...DOOR_LIMITS, ...limits };
  const world = { path, inputs: [] as Input[], waiters: new Map() as Waiters, requests: [] as string[] };
  const clients: Client[] = [];
  const listener = Deno.listen({ transport: "unix", path });
  const ended = serveSocket(listener, {
    dispatch(input) {
      world.inputs.push(input);
      if (input.is === "waits" && input.request !== undefined) world.requests.push(input.request);
      core(input, world.waiters);
    },
    admit: admitter("00", () => false),
    waiters: world.waiters,
    reading: places(all.reading),
    waiting: places(all.waiting),
    weight: places(all.waitingBytes),
    limits: all,
    log: (text) => {
      throw new Error(text);
    },
  });
  const connect = async () => {
    const made = await client(path);
    clients.push(made);
    return made;
  };
  try {
    await work({ ...world, connect });
  } finally {
    listener.close();
    await ended;
    for (const made of clients) made.close();
    for (const waiter of [...world.waiters.values()]) waiter.close();
    // The ends of the connections are heard one turn later.
    await new Promise((heard) => setTimeout(heard, 20));
    Deno.removeSync(root, { recursive: true });
  }
}

function acknowledging(input: Input, waiters: Waiters): void {
  if (input.is === "waits" && input.request !== undefined) waiters.get(input.request)?.acknowledge();
}

const ALLOW = { kind: "decision", decision: "allow" } as const;

Deno.test("an event that does not wait is handed over and its connection closed without a word", () =>
  serving(async ({ connect, inputs }) => {
    const hook = await connect();
    await hook.send(event("1", "Stop", {}));
    assertEquals(await hook.next(), undefined);
    const [input] = inputs;
    assert(input?.is === "stopped");
    assertEquals([input.from.session, input.from.door], ["claude:s1", "socket:claude"]);
    assertEquals(input.from.payload?.length, 64);
  }));

Deno.test("an event that waits is sealed, told to wait and given its verdict in the event's own version", () =>
  serving(
    async ({ connect, inputs, waiters, requests }) => {
      const hook = await connect();
      await hook.send(permission("7-a", "npm test"));
      assertEquals(await hook.next(), { v: 8, id: "7-a", kind: "waiting" });
      const [input] = inputs;
      assert(input?.is === "waits");
      assertEquals([input.seal?.binding.length, input.seal?.digest.length, input.seal?.namesUs], [64, 64, false]);
      assertEquals(input.tool?.subject.length, 64);
      waiters.get(requests[0] ?? "")?.reply({ ...ALLOW, message: "go" }, "text");
      assertEquals(await hook.next(), { v: 8, id: "7-a", kind: "decision", decision: "allow", message: "go" });
      assertEquals(await hook.next(), undefined);
      assertEquals(waiters.size, 0);
      assertEquals(inputs.filter((other) => other.is === "gone"), []);
    },
    {},
    acknowledging,
  ));

Deno.test("a verdict before the acknowledgement is sent, and whatever comes after the first is not", () =>
  serving(
    async ({ connect }) => {
      const hook = await connect();
      await hook.send(permission("1", "ls"));
      assertEquals(await hook.next(), { v: 8, id: "1", kind: "decision", decision: "deny" });
      assertEquals(await hook.next(), undefined);
    },
    {},
    (input, waiters) => {
      if (input.is !== "waits") return;
      const waiter = waiters.get(input.request ?? "");
      waiter?.reply({ kind: "decision", decision: "deny" }, "text");
      waiter?.reply(ALLOW, "text");
      waiter?.acknowledge();
      waiter?.close();
    },
  ));

Deno.test("no decision is silence: closed before or after the acknowledgement", () =>
  serving(
    async ({ connect, waiters, requests }) => {
      const hook = await connect();
      await hook.send(permission("1", "ls"));
      assertEquals((await hook.next())?.kind, "waiting");
      waiters.get(requests[0] ?? "")?.close();
      assertEquals(await hook.next(), undefined);
      const declined = await connect();
      await declined.send(permission("2", "rm x"));
      assertEquals(await declined.next(), undefined);
    },
    {},
    (input, waiters) => {
      if (input.is !== "waits") return;
      const waiter = waiters.get(input.request ?? "");
      if (waiter?.event.id === "1") waiter.acknowledge();
      else waiter?.close();
    },
  ));

Deno.test("a request that nobody takes is closed at the acknowledgement's deadline, and its end is told", () =>
  serving(async ({ connect, inputs, requests, waiters }) => {
    const hook = await connect();
    await hook.send(permission("1", "ls"));
    assertEquals(await hook.next(), undefined);
    assertEquals(inputs.at(-1), { is: "gone", request: requests[0] ?? "" });
    assertEquals(waiters.size, 0);
  }, { ackMs: 60 }));

Deno.test("a hook that goes away ends its own request at once and no other", () =>
  serving(
    async ({ connect, inputs, waiters, requests }) => {
      const [first, second] = [await connect(), await connect()];
      await first.send(permission("1", "ls"));
      await second.send(permission("2", "pwd"));
      await Promise.all([first.next(), second.next()]);
      const gone = [...waiters].find(([, waiter]) => waiter.event.id === "1")?.[0] ?? "";
      first.close();
      await until(() => inputs.some((input) => input.is === "gone"), "the end of the first hook");
      assertEquals(inputs.filter((input) => input.is === "gone"), [{ is: "gone", request: gone }]);
      const left = requests.filter((request) => request !== gone)[0] ?? "";
      waiters.get(left)?.reply(ALLOW, "text");
      assertEquals((await second.next())?.kind, "decision");
      // Its own side is closed already.
      first.close = () => {};
    },
    {},
    acknowledging,
  ));

Deno.test("another version with an id is unsupported on any event, without an id it is closed", () =>
  serving(async ({ connect, inputs }) => {
    for (const v of [7, 9, 10, 107, "8", null]) {
      const hook = await connect();
      await hook.send({ ...event("an-id", "Stop", {}), v, kind: "something" });
      assertEquals(await hook.next(), { v: 8, id: "an-id", kind: "unsupported" }, `${v}`);
      assertEquals(await hook.next(), undefined);
    }
    const nameless = await connect();
    await nameless.send({ kind: "event", v: 9, id: 5 });
    assertEquals(await nameless.next(), undefined);
    assertEquals(inputs, []);
  }));

Deno.test("the right version with a wrong shape is closed without a word", () =>
  serving(async ({ connect, inputs }) => {
    const good = event("1", "Stop", {});
    const bad = [
      { ...good, agent: "grok" },
      { ...good, agent: "nobody" },
      { ...good, agent_name: "claude" },
      { ...good, payload: [] },
      { ...good, event: 3 },
      { ...good, wants_reply: "yes" },
      { ...good, kind: "reply" },
      { ...good, id: 1 },
    ];
    for (const message of [...bad.map((shape) => JSON.stringify(shape)), "{", "[]", "null", "\u0000"]) {
      const hook = await connect();
      await hook.send(`${message}\n`);
      assertEquals(await hook.next(), undefined, message);
    }
    assertEquals(inputs, []);
  }));

Deno.test("bytes after the newline are ignored", () =>
  serving(
    async ({ connect, inputs, waiters, requests }) => {
      const hook = await connect();
      await hook.send(`${JSON.stringify(permission("1", "ls"))}\n${JSON.stringify(permission("2", "pwd"))}\ngarbage`);
      assertEquals((await hook.next())?.id, "1");
      await hook.send("more garbage\n");
      waiters.get(requests[0] ?? "")?.reply(ALLOW, "text");
      assertEquals((await hook.next())?.kind, "decision");
      assertEquals(inputs.length, 1);
    },
    {},
    acknowledging,
  ));

Deno.test("a line of 1 MiB with its newline is taken, one byte more is closed", () =>
  serving(async ({ connect, inputs }) => {
    const padded = (bytes: number) => {
      const empty = JSON.stringify(event("1", "Stop", { pad: "" })).length + 1;
      return `${JSON.stringify(event("1", "Stop", { pad: "x".repeat(bytes - empty) }))}\n`;
    };
    const fits = await connect();
    await fits.send(padded(LINE_BYTES));
    assertEquals(await fits.next(), undefined);
    assertEquals(inputs.length, 1);
    const over = await connect();
    // The daemon closes while we still write.
    await over.send(padded(LINE_BYTES + 1)).catch(() => {});
    assertEquals(await over.next(), undefined);
    assertEquals(inputs.length, 1);
  }));

Deno.test("a slow writer is closed at the deadline, however steadily it writes", () =>
  serving(async ({ connect, inputs }) => {
    const slow = await connect();
    await slow.send('{"kind":"event"');
    const drip = setInterval(() => void slow.send(" ").catch(() => {}), 30);
    assertEquals(await slow.next(), undefined);
    clearInterval(drip);
    assertEquals(inputs, []);
  }, { transferMs: 200 }));

Deno.test("a line that ends without its newline is not taken", () =>
  serving(async ({ path, inputs, connect }) => {
    const conn = await Deno.connect({ transport: "unix", path });
    await conn.write(new TextEncoder().encode(JSON.stringify(event("1", "Stop", {}))));
    conn.close();
    const after = await connect();
    await after.send(event("2", "SessionEnd", {}));
    assertEquals(await after.next(), undefined);
    assertEquals(inputs.map((input) => input.is), ["ended"]);
  }));

Deno.test("a hook that never reads is closed at the deadline and holds nobody up", () =>
  serving(async ({ connect, waiters, requests }) => {
    const frozen = await connect();
    await frozen.send(permission("1", "ls"));
    await until(() => requests[0], "the request");
    // More than a socket buffers.
    waiters.get(requests[0] ?? "")?.reply({ ...ALLOW, message: "x".repeat(4_000_000) }, "text");
    assertEquals(waiters.size, 0);
    const other = await connect();
    await other.send(event("2", "Stop", {}));
    assertEquals(await other.next(), undefined);
    await new Promise((late) => setTimeout(late, 300));
    let cut = false;
    await frozen.next().catch(() => cut = true).then((line) => cut ||= line === undefined);
    assert(cut, "the line must have been cut off");
  }, { transferMs: 100 }));

Deno.test("300 connections at once that send slowly: none is closed, all are served", () =>
  serving(async ({ connect, inputs }) => {
    const hooks = await Promise.all(Array.from({ length: 300 }, connect));
    await Promise.all(hooks.map((hook, index) => hook.send(`{"half":${index}`.slice(0, 3))));
    // 256 are being read; the others wait to be accepted. None is closed.
    await new Promise((read) => setTimeout(read, 200));
    assertEquals(inputs, []);
    for (const hook of hooks) void hook.send('":1}\n').catch(() => {});
    assertEquals(await Promise.all(hooks.map((hook) => hook.next())), hooks.map(() => undefined));
    const after = await connect();
    await after.send(event("1", "Stop", {}));
    assertEquals(await after.next(), undefined);
    assertEquals(inputs.length, 1);
  }));

Deno.test("while places to read are taken accepting pauses, and goes on when one is free", () =>
  serving(async ({ connect, inputs }) => {
    const slow = [await connect(), await connect()];
    await Promise.all(slow.map((hook) => hook.send("{")));
    const third = await connect();
    await third.send(event("3", "Stop", {}));
    await new Promise((pause) => setTimeout(pause, 100));
    assertEquals(inputs, []);
    await slow[0]?.send("}\n");
    assertEquals(await third.next(), undefined);
    assertEquals(inputs.length, 1);
  }, { reading: 2 }));

Deno.test("1,000 events while 32 wait: none is lost, and those that wait still wait", () =>
  serving(
    async ({ connect, inputs, waiters, path }) => {
      const asked = await Promise.all(Array.from({ length: 32 }, connect));
      await Promise.all(asked.map((hook, index) => hook.send(permission(`w${index}`, `run ${index}`, `s${index}`))));
      await Promise.all(asked.map((hook) => hook.next()));
      const sender = async (start: number) => {
        for (let index = start; index < 1_000; index += 16) {
          const hook = await client(path);
          await hook.send(event(`e${index}`, "UserPromptSubmit", { prompt: `${index}`, prompt_id: `p${index}` }));
          hook.close();
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, index) => sender(index)));
      await until(() => inputs.filter((input) => input.is === "prompted").length === 1_000, "all events");
      assertEquals(waiters.size, 32);
      const kept = [...waiters.values()].map((waiter) => waiter.event.id);
      for (const waiter of [...waiters.values()]) waiter.reply(ALLOW, "text");
      assertEquals(
        new Set(await Promise.all(asked.map(async (hook) => (await hook.next())?.id as string))),
        new Set(kept),
      );
    },
    {},
    acknowledging,
  ));

Deno.test("one more than can wait is closed at once, its session still shows that it waits", () =>
  serving(
    async ({ connect, inputs, waiters }) => {
      const [first, second] = [await connect(), await connect()];
      await first.send(permission("1", "ls"));
      assertEquals((await first.next())?.kind, "waiting");
      await second.send(permission("2", "pwd", "s2"));
      assertEquals(await second.next(), undefined);
      const [, shown, counted] = inputs as [Waits, Waits, Input];
      assertEquals([shown.from.session, shown.offer, shown.request], ["claude:s2", undefined, undefined]);
      assertEquals(counted, { is: "counted", what: "full", agent: "claude" });
      assertEquals(waiters.size, 1);
    },
    { waiting: 1 },
    acknowledging,
  ));

Deno.test("more bytes than can wait are closed at once, smaller ones still wait, and an end makes room", () =>
  serving(
    async ({ connect, inputs, waiters }) => {
      const ask = async (id: string, bytes: number) => {
        const hook = await connect();
        await hook.send(permission(id, "x".repeat(bytes), `s${id}`));
        return hook;
      };
      const first = await ask("1", 40_000);
      assertEquals((await first.next())?.kind, "waiting");
      assertEquals(await (await ask("2", 40_000)).next(), undefined);
      assertEquals(inputs.at(-1), { is: "counted", what: "full", agent: "claude" });
      assertEquals((await (await ask("3", 1_000)).next())?.kind, "waiting");
      [...waiters.values()].find((waiter) => waiter.event.id === "1")?.close();
      assertEquals((await (await ask("4", 40_000)).next())?.kind, "waiting");
      assertEquals(waiters.size, 2);
    },
    { waitingBytes: 60_000 },
    acknowledging,
  ));

Deno.test("the desktop app's own chat makes no session and never waits", () =>
  serving(async ({ connect, inputs }) => {
    const hook = await connect();
    await hook.send({ ...permission("1", "ls"), zeca: true });
    assertEquals(await hook.next(), undefined);
    assertEquals(inputs, [{ is: "counted", what: "ignored", agent: "claude" }]);
  }));

Deno.test("what cannot be read is counted, and nothing waits for it", () =>
  serving(async ({ connect, inputs }) => {
    const hook = await connect();
    await hook.send({ ...permission("1", "ls"), payload: { tool_name: "Bash" } });
    assertEquals(await hook.next(), undefined);
    assertEquals(inputs, [{ is: "counted", what: "undecodable", agent: "claude" }]);
  }));

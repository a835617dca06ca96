// Stdin of the real hook: it ends at one complete value, the deadline or the cap, whatever the agent does with its end.

import { assert, assertEquals } from "@std/assert";
import type { HookEvent } from "../../src/wire/event.ts";
import { fakeDaemon } from "../support/fake_daemon.ts";
import { feed, hookEnd, runHook, startHook, withHome } from "../support/hook_process.ts";

const EVENT = { session_id: "s", hook_event_name: "Stop", last_assistant_message: "done" };

/** The event that arrives from one run, which itself is always silent. */
async function arrives(stdin: object | string | Uint8Array, args = ["--agent", "claude"]): Promise<HookEvent> {
  let event: HookEvent | undefined;
  await withHome(async (home) => {
    const daemon = fakeDaemon(home.socket);
    const { code, stdout, stderr } = await runHook(home, args, stdin);
    await daemon.stop();
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
    event = daemon.events[0];
  });
  assert(event !== undefined);
  return event;
}

/** Writes, leaves the pipe open, and says what was sent and how long the hook stayed. */
async function leftOpen(stdin: string, args: string[]) {
  let sent = 0;
  let took = 0;
  await withHome(async (home) => {
    const daemon = fakeDaemon(home.socket);
    const began = performance.now();
    const child = startHook(home, args);
    await feed(child, stdin, "leave open");
    const { code, stdout, stderr, ms } = await hookEnd(child, began);
    await child.stdin.close().catch(() => {}); // the hook has gone, so the pipe is broken
    await daemon.stop();
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
    [sent, took] = [daemon.events.length, ms];
  });
  return { sent, took };
}

Deno.test("one complete value is enough, the pipe may stay open", async () => {
  const { sent } = await leftOpen(JSON.stringify(EVENT), ["--agent", "claude", "--ask"]);
  assertEquals(sent, 1);
});

Deno.test("half of a value is given up after 1 s", async () => {
  const { sent, took } = await leftOpen('{"hook_event_name":"Stop"', ["--agent", "claude"]);
  assertEquals(sent, 0);
  assert(took >= 950 && took < 4_500, `${took} ms`);
});

for (const args of [["--ask"], ["--approval"], ["PermissionRequest"]]) {
  Deno.test(`half of a value is given up after 5 s where the entry may wait: ${args.join(" ")}`, async () => {
    const { sent, took } = await leftOpen('{"hook_event_name":"Stop"', ["--agent", "claude", ...args]);
    assertEquals(sent, 0);
    assert(took >= 4_900 && took < 12_000, `${took} ms`);
  });
}

Deno.test("an array that never ends is not waited for", async () => {
  const { took } = await leftOpen("[1,", ["--agent", "claude", "--ask"]);
  assert(took < 4_500, `${took} ms`);
});

Deno.test("of 20 MB the ids arrive, and nobody waits for what could not be read", async () => {
  const request = {
    session_id: "s",
    cwd: "/home/me/app",
    hook_event_name: "PermissionRequest",
    tool_name: "Write",
    tool_input: { session_id: "inner", content: 'x"\\'.repeat(5_000_000) },
    agent_id: "behind the cap",
  };
  const event = await arrives(request, ["--agent", "claude", "PermissionRequest"]);
  assertEquals(event.wants_reply, false);
  assertEquals(event.payload, {
    session_id: "s",
    cwd: "/home/me/app",
    hook_event_name: "PermissionRequest",
    tool_name: "Write",
  });
});

Deno.test("a BOM is dropped", async () => {
  assertEquals((await arrives(`\ufeff${JSON.stringify(EVENT)}`)).payload, EVENT);
});

Deno.test("CJK and emoji survive, also where a read ends inside of them", async () => {
  const text = "漢字🙂".repeat(150);
  assertEquals((await arrives({ ...EVENT, last_assistant_message: text })).payload.last_assistant_message, text);
});

Deno.test("bytes that are not UTF-8 become U+FFFD", async () => {
  const bytes = new TextEncoder().encode('{"hook_event_name":"Stop","x":"a?b"}');
  bytes[bytes.indexOf(0x3f)] = 0xff;
  assertEquals((await arrives(bytes)).payload.x, "a\ufffdb");
});

Deno.test("lone surrogates do no harm", async () => {
  const event = await arrives('{"hook_event_name":"Stop","x":"a\\ud800b","y":"\\udc00"}');
  assertEquals(event.payload, { hook_event_name: "Stop", x: "a\ud800b", y: "\udc00" });
});

Deno.test("10,000 levels of nesting do no harm", async () => {
  const deep = `{"hook_event_name":"Stop","session_id":"s","x":${'{"y":['.repeat(5_000)}"z"${"]}".repeat(5_000)}}`;
  assertEquals((await arrives(deep)).payload.session_id, "s");
});

Deno.test("what follows the first value is not read", async () => {
  assertEquals((await arrives(`${JSON.stringify(EVENT)}{"hook_event_name":"SessionEnd"}`)).event, "Stop");
});

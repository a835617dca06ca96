// Whatever is wrong, the agent sees code 0 and two empty streams (R1), and nothing is sent to a socket that is not
// provably ours (R4).

import { assert, assertEquals } from "@std/assert";
import type { HookEvent } from "../../src/wire/event.ts";
import { fakeDaemon } from "../support/fake_daemon.ts";
import { feed, hookEnd, type HookHome, runHook, startHook, withHome } from "../support/hook_process.ts";

const EVENT = {
  session_id: "s",
  hook_event_name: "PermissionRequest",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
const SILENT = { code: 0, stdout: "", stderr: "" };
const ARGS = ["--agent", "claude"];

/** Runs the hook against a daemon that allows everything, which must not hear of it. */
async function unheard(stdin: object | string | Uint8Array, args = ARGS): Promise<void> {
  await withHome(async (home) => {
    const daemon = fakeDaemon(home.socket, allow);
    const { ms: _, ...end } = await runHook(home, args, stdin);
    await daemon.stop();
    assertEquals(end, SILENT);
    assertEquals(daemon.events, []);
  });
}

function allow({ event, say }: { event: HookEvent; say(message: object): Promise<void> }): Promise<void> {
  return say({ v: event.v, id: event.id, kind: "decision", decision: "allow" });
}

Deno.test("without a daemon the hook ends at once and in silence", async () => {
  await withHome(async (home) => {
    const { ms, ...end } = await runHook(home, ARGS, EVENT);
    assertEquals(end, SILENT);
    assert(ms < 5_000, `${ms} ms`);
  });
});

const JUNK: [string, string | Uint8Array][] = [
  ["nothing", ""],
  ["prose", "not json"],
  ["an array", '[{"hook_event_name":"Stop"}]'],
  ["an object without an event", "{}"],
  ["null", "null"],
  ["a text", '"Stop"'],
  ["bytes FF", new Uint8Array([0xff, 0xff])],
  ["half of an object", '{"hook_event_name":"Stop"'],
  ["an object that is not JSON", "{hook_event_name:Stop}"],
  ["an event name of 2 MB", JSON.stringify({ hook_event_name: "x".repeat(2_000_000) })],
];

for (const [name, stdin] of JUNK) {
  Deno.test(`${name} on stdin sends nothing`, () => unheard(stdin));
}

for (const kind of ["net", "read", "env", "sys"]) {
  Deno.test(`a failure in the stage that needs "${kind}" is silent`, async () => {
    await withHome(async (home) => {
      const daemon = fakeDaemon(home.socket, allow);
      const { ms: _, ...end } = await runHook(home, ARGS, EVENT, { without: kind });
      await daemon.stop();
      assertEquals(end, SILENT);
    });
  });
}

for (const how of ["rejection", "error"]) {
  Deno.test(`an uncaught ${how} is silent`, async () => {
    await withHome(async (home) => {
      const { ms: _, ...end } = await runHook(home, [how, ...ARGS], EVENT, { program: "./crashing_hook.ts" });
      assertEquals(end, SILENT);
    });
  });
}

Deno.test("a Cursor gate without an answer ends with 1, for 0 may block; its other events with 0", async () => {
  await withHome(async (home) => {
    const gate = await runHook(home, ["--agent", "cursor", "--approval"], { hook_event_name: "preToolUse" });
    assertEquals([gate.code, gate.stdout], [1, ""]);
    const plain = await runHook(home, ["--agent", "cursor"], { hook_event_name: "postToolUse" });
    assertEquals([plain.code, plain.stdout], [0, ""]);
  });
});

Deno.test("Cursor runs Claude's entries too: its payload ends a gate of theirs with 1, Claude's own with 0", async () => {
  await withHome(async (home) => {
    const codes: number[] = [];
    for (
      const [hook_event_name, mark] of [["PreToolUse", true], ["PostToolUse", true], ["PreToolUse", false]] as const
    ) {
      const payload = { hook_event_name, ...(mark ? { cursor_version: "3.1" } : {}) };
      const run = await runHook(home, ["--agent", "claude"], payload);
      assertEquals(run.stdout, "");
      codes.push(run.code);
    }
    assertEquals(codes, [1, 0, 0]);
  });
});

Deno.test("an agent that does not read our stdout is left at the deadline (scaled clock)", async () => {
  await withHome(async (home) => {
    const daemon = fakeDaemon(
      home.socket,
      ({ event, say }) =>
        say({ v: event.v, id: event.id, kind: "decision", decision: "deny", message: "x".repeat(900_000) }),
    );
    const limits = { stdinPlain: 1e3, stdinWaiting: 1e3, stdinBytes: 1e6, connect: 300, plain: 1e3, firstWord: 1e3 };
    const scaled = JSON.stringify({ ...limits, decision: 1_500 });
    const began = performance.now();
    const child = startHook(home, [scaled, ...ARGS], { program: "./scaled_hook.ts" });
    await feed(child, EVENT);
    const { code } = await child.status;
    const ms = performance.now() - began;
    await Promise.all([child.stdout.cancel(), child.stderr.cancel(), daemon.stop()]);
    assertEquals(code, 0);
    assert(ms >= 1_400 && ms < 8_000, `${ms} ms`);
  });
});

Deno.test("a hook that is told to end while a human is asked ends, and prints nothing", async () => {
  await withHome(async (home) => {
    const asked = Promise.withResolvers<void>();
    const daemon = fakeDaemon(home.socket, async ({ event, say, gone }) => {
      await say({ v: event.v, id: event.id, kind: "waiting" });
      asked.resolve();
      await gone();
    });
    const child = startHook(home, ARGS);
    await feed(child, EVENT);
    await asked.promise;
    child.kill("SIGTERM");
    const { stdout, stderr } = await hookEnd(child, 0);
    await daemon.stop();
    assertEquals({ stdout, stderr }, { stdout: "", stderr: "" });
  });
});

const folder = (home: HookHome) => `${home.folder}/run`;
const NOT_OURS: [string, (home: HookHome) => Promise<void> | void, { root?: true; runtime?: true }][] = [
  ["in a folder of mode 0755", (home) => Deno.chmod(folder(home), 0o755), {}],
  ["in a folder that is a symlink", async (home) => {
    await Deno.rename(folder(home), `${home.folder}/real`);
    await Deno.symlink(`${home.folder}/real`, folder(home));
  }, {}],
  ["in a folder of somebody else's", (home) => Deno.chown(folder(home), 12_345, null), { root: true }],
  ["that others may write to", (home) => Deno.chmod(home.socket, 0o660), {}],
  ["of somebody else's", (home) => Deno.chown(home.socket, 12_345, null), { root: true }],
  ["that is a symlink to a socket", async (home) => {
    await Deno.rename(home.socket, `${folder(home)}/real.sock`);
    await Deno.symlink(`${folder(home)}/real.sock`, home.socket);
  }, {}],
  ["that others may write to, under XDG_RUNTIME_DIR", (home) => Deno.chmod(home.socket, 0o606), { runtime: true }],
  ["of somebody else's, under XDG_RUNTIME_DIR", (home) => Deno.chown(home.socket, 12_345, null), {
    root: true,
    runtime: true,
  }],
];

for (const [name, spoil, { root, runtime }] of NOT_OURS) {
  // Only root may give a file away.
  Deno.test({ name: `a socket ${name} is sent nothing`, ignore: root === true && Deno.uid() !== 0 }, async () => {
    await withHome(async (home) => {
      const daemon = fakeDaemon(home.socket, allow);
      await spoil(home);
      const env = runtime ? { VULTS_SOCKET: "", XDG_RUNTIME_DIR: folder(home) } : {};
      const { ms: _, ...end } = await runHook(home, ARGS, EVENT, { env });
      await Deno.chown(folder(home), Deno.uid(), null);
      await daemon.stop();
      assertEquals(end, SILENT);
      assertEquals(daemon.events, []);
    });
  });
}

for (
  const [name, make] of [
    ["a file", (path: string) => Deno.writeTextFile(path, "", { mode: 0o600 })],
    ["a folder", (path: string) => Deno.mkdir(path, { mode: 0o700 })],
    ["a symlink to nowhere", (path: string) => Deno.symlink("/nowhere", path)],
  ] as const
) {
  Deno.test(`${name} in the place of the socket is left alone`, async () => {
    await withHome(async (home) => {
      await make(home.socket);
      const { ms: _, ...end } = await runHook(home, ARGS, EVENT);
      assertEquals(end, SILENT);
    });
  });
}

for (const mode of [0o700, 0o755]) {
  Deno.test(`under XDG_RUNTIME_DIR the socket counts, not the folder's mode 0${mode.toString(8)}`, async () => {
    await withHome(async (home) => {
      const daemon = fakeDaemon(home.socket, allow);
      await Deno.chmod(folder(home), mode);
      const { stdout } = await runHook(home, ARGS, EVENT, {
        env: { VULTS_SOCKET: "", XDG_RUNTIME_DIR: folder(home), TMPDIR: "/elsewhere" },
      });
      await daemon.stop();
      assertEquals(daemon.events.length, 1);
      assert(stdout.includes('"allow"'));
    });
  });
}

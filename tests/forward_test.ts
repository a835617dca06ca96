// The forwarder as a process, against a listener that keeps the bytes (`installer.md` section 4, `protocol.md` 13).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { bytes, ended, feedOpen, forward, HOOK_TOKEN, listen, type Place, place, start } from "./support/forward.ts";

const MIB = 1_048_576;

Deno.test("an event is posted with exactly these headers, and nothing is printed", async () => {
  await withListener(async (at, server) => {
    const env = { TERM_PROGRAM: "kitty", KITTY_WINDOW_ID: "7", TMUX: "", EDITOR: "vi" };
    assertEquals(await forward(at, ["claude", "PreToolUse"], '{"a":1}', env), SILENT);
    assertEquals(server.posts, [{
      head: [
        "POST /hook?agent=claude&event=PreToolUse HTTP/1.1",
        `Host: 127.0.0.1:${server.port}`,
        `Authorization: Bearer ${HOOK_TOKEN}`,
        "Content-Type: application/json",
        "Content-Length: 7",
        `X-Vults-Terminal: pid=${Deno.pid}\tTERM_PROGRAM=kitty\tKITTY_WINDOW_ID=7`,
        "Connection: close",
      ],
      body: bytes('{"a":1}'),
    }]);
    assertEquals(await at.handedOver(), undefined);
  });
});

for (const size of [1, 700, 8_192, 20_000, 65_536, MIB]) {
  Deno.test(`a body of ${size} bytes arrives byte for byte`, async () => {
    await withListener(async (at, server) => {
      const body = everyByteButNul(size);
      assertEquals(await forward(at, ["claude"], body), SILENT);
      assertEquals(server.posts.map((post) => post.head[0]), ["POST /hook?agent=claude HTTP/1.1"]);
      assert(equal(server.posts[0]?.body, body));
    });
  });
}

Deno.test("lengths are bytes: UTF-8, backslashes, percent signs and newlines arrive as they are", async () => {
  await withListener(async (at, server) => {
    const body = '{"prompt":"日本語 🦅 %s \\n \\\\"}\n\n';
    assertEquals(await forward(at, ["claude"], body, { LANG: "C.UTF-8", LC_ALL: "C.UTF-8" }), SILENT);
    assertEquals(text(server.posts[0]?.body), body);
  });
});

Deno.test("NUL bytes are dropped and the length says so", async () => {
  await withListener(async (at, server) => {
    assertEquals(await forward(at, ["claude"], '{"a":\0"b\0c"}\0'), SILENT);
    assertEquals(text(server.posts[0]?.body), '{"a":"bc"}');
  });
});

for (const size of [7, 20_000]) {
  Deno.test(`${size} bytes in a pipe that stays open are posted before the writer closes it`, async () => {
    await withListener(async (at, server) => {
      const child = start(at, ["claude"]);
      const close = await feedOpen(child, everyByteButNul(size));
      const run = await ended(child);
      await close();
      assertEquals(run, SILENT);
      assert(equal(server.posts[0]?.body, everyByteButNul(size)));
    });
  });
}

Deno.test("nothing on stdin sends nothing", async () => {
  await withListener(async (at, server) => {
    assertEquals(await forward(at, ["claude"], ""), SILENT);
    assertEquals(server.posts, []);
    assertEquals(await at.handedOver(), undefined);
  });
});

Deno.test("a daemon that takes the event and never answers is left after two seconds, with no token in any argv", async () => {
  const at = await place();
  const server = listen({ mute: true });
  await at.announce(server.port);
  const began = Date.now();
  const child = start(at, ["claude"]);
  const close = await feedOpen(child, "{}");
  await close();
  const run = ended(child);
  await until(() => server.posts.length === 1);
  const processes = await processList();
  assertStringIncludes(processes, at.script);
  assert(!processes.includes(HOOK_TOKEN));
  assertEquals(await run, SILENT);
  const took = Date.now() - began;
  assert(took >= 1_500 && took < 8_000, `took ${took} ms`);
  await noneLeft(at);
  await server.close();
  await at.remove();
});

Deno.test("a daemon whose backlog is full is left after two seconds", async () => {
  const at = await place();
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const emptyBacklog = await fillBacklog(listener.addr.port);
  await at.announce(listener.addr.port);
  const began = Date.now();
  assertEquals(await forward(at, ["claude"], "{}"), SILENT);
  const took = Date.now() - began;
  assert(took >= 1_500 && took < 8_000, `took ${took} ms`);
  await noneLeft(at);
  listener.close();
  emptyBacklog();
  await at.remove();
});

Deno.test("SIGTERM ends it with code 0, in silence", async () => {
  await withListener(async (at) => {
    const child = start(at, ["claude"]);
    const close = await feedOpen(child, "{");
    await until(async () => (await processList()).includes(at.script));
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    assertEquals(await ended(child), SILENT);
    await close();
    await noneLeft(at);
  });
});

Deno.test("one byte above 1 MiB goes to `vults hook` with the same arguments and bytes", async () => {
  await withListener(async (at, server) => {
    for (const size of [MIB + 1, 3 * MIB]) {
      const body = everyByteButNul(size);
      assertEquals(await forward(at, ["claude", "PostToolUse"], body), SILENT);
      const handed = await at.handedOver();
      assertEquals(handed?.args, ["hook", "--agent", "claude", "PostToolUse"]);
      assert(equal(handed?.stdin, body));
    }
    assertEquals(server.posts, []);
    await noneLeft(at);
  });
});

Deno.test("a large body whose pipe stays open leaves no process behind", async () => {
  await withListener(async (at) => {
    const child = start(at, ["claude"]);
    const close = await feedOpen(child, everyByteButNul(2 * MIB));
    assertEquals(await ended(child), SILENT);
    assert(equal((await at.handedOver())?.stdin, everyByteButNul(2 * MIB)));
    await noneLeft(at);
    await close();
  });
});

type Prepare = (at: Place) => Promise<void>;
const NOT_LIVE: [string, Prepare][] = [
  ["no daemon.json", () => Promise.resolve()],
  ["a daemon.json of a process that has ended", async (at) => at.announce(freePort(), await deadPid())],
  ["a daemon.json without a port", (at) => at.announce(null)],
  ["a port that nobody listens on", (at) => at.announce(freePort())],
  ["pid 0, which would name our own process group", (at) => at.announce(freePort(), 0)],
  ["a daemon.json that is no JSON", (at) => Deno.writeTextFile(`${at.support}/daemon.json`, "{")],
  ["no hook token", async (at) => {
    await at.announce(freePort());
    await Deno.remove(`${at.support}/hook-token`);
  }],
];

for (const [name, prepare] of NOT_LIVE) {
  Deno.test(`${name}: \`vults hook\` gets the event`, async () => {
    const at = await place();
    await prepare(at);
    assertEquals(await forward(at, ["codex"], '{"a":1}'), SILENT);
    assertEquals(await at.handedOver(), { args: ["hook", "--agent", "codex"], stdin: bytes('{"a":1}') });
    await noneLeft(at);
    await at.remove();
  });
}

Deno.test("without a daemon and without a `vults` beside it, it is silent", async () => {
  const at = await place();
  await Deno.remove(at.script.replace(/-forward$/, ""));
  assertEquals(await forward(at, ["claude"], "{}"), SILENT);
  await at.remove();
});

Deno.test("without a daemon's socket nobody would hear the hook, so it is not started", async () => {
  const at = await place();
  at.noSocket();
  assertEquals(await forward(at, ["claude"], "{}"), SILENT);
  assertEquals(await at.handedOver(), undefined);
  await at.remove();
});

const LEAVES: [string, string[], Record<string, string>][] = [
  ["VULTS_SKIP", ["claude"], { VULTS_SKIP: "1" }],
  ["VULTS_ZECA for claude", ["claude"], { VULTS_ZECA: "1" }],
  ["VULTS_ZECA for codex", ["codex"], { VULTS_ZECA: "1" }],
  ["no name", [], {}],
  ["a name that is not one", ["My Tool"], {}],
  ["a name of 25 letters", ["a".repeat(25)], {}],
  ["the reserved name other", ["other"], {}],
  ["the reserved name gemini", ["gemini"], {}],
];

for (const [name, args, env] of LEAVES) {
  Deno.test(`${name}: leaves at once, nothing is sent and nothing handed over`, async () => {
    await withListener(async (at, server) => {
      const child = start(at, args, env);
      const run = await ended(child); // stdin is still open: it was not waited for
      await child.stdin.close().catch(() => {/* its reader has gone */});
      assertEquals(run, SILENT);
      assertEquals(server.posts, []);
      assertEquals(await at.handedOver(), undefined);
    });
  });
}

Deno.test("VULTS_ZECA means nothing to an agent that the app does not run", async () => {
  await withListener(async (at, server) => {
    assertEquals(await forward(at, ["qwen"], "{}", { VULTS_ZECA: "1" }), SILENT);
    assertEquals(server.posts.map((post) => post.head[0]), ["POST /hook?agent=qwen HTTP/1.1"]);
  });
});

for (const name of ["VULTS_TOKEN", "VIBEBUDDY_TOKEN"]) {
  Deno.test(`${name} wins over the file`, async () => {
    await withListener(async (at, server) => {
      assertEquals(await forward(at, ["claude"], "{}", { [name]: "mine" }), SILENT);
      assert(server.posts[0]?.head.includes("Authorization: Bearer mine"));
    });
  });
}

Deno.test("a token that would break the header is not sent", async () => {
  await withListener(async (at, server) => {
    assertEquals(await forward(at, ["claude"], "{}", { VULTS_TOKEN: "a\r\nX-Evil: 1" }), SILENT);
    assertEquals(server.posts, []);
    assertEquals((await at.handedOver())?.args, ["hook", "--agent", "claude"]);
  });
});

Deno.test("what it hands over carries none of its own variables, also where the agent exported the same names", async () => {
  await withListener(async (at) => {
    await at.announce(freePort());
    const names = { name: "a", event: "a", support: "a", port: "a", token: "a", body: "a", terminal: "a" };
    assertEquals(await forward(at, ["claude"], "{}", names), SILENT);
    assertEquals((await at.handedOver())?.args, ["hook", "--agent", "claude"]);
    const environment = await Deno.readTextFile(`${at.support}/handed.env`);
    assert(!environment.includes(HOOK_TOKEN));
    for (const name of Object.keys(names)) assert(!environment.includes(`\n${name}=`), name);
  });
});

Deno.test("terminal values lose their control characters, and what passes 4 KiB is left out", async () => {
  await withListener(async (at, server) => {
    const env = { TERM_PROGRAM: "a\tb\r\nc\x1b[1m", TMUX: "x".repeat(5_000), TMUX_PANE: "%1" };
    assertEquals(await forward(at, ["claude"], "{}", env), SILENT);
    const header = server.posts[0]?.head.find((line) => line.startsWith("X-Vults-Terminal: "));
    assertEquals(header, `X-Vults-Terminal: pid=${Deno.pid}\tTERM_PROGRAM=abc[1m\tTMUX_PANE=%1`);
  });
});

Deno.test("Cursor runs Claude's entries too: its payload ends a gate of theirs with 1, all else ends with 0", async () => {
  const rows: [string, string, number][] = [
    ["claude", '{"hook_event_name": "PreToolUse", "cursor_version": "3.1"}', 1],
    ["claude", '{"cursor_version":"3.1","hook_event_name":"UserPromptSubmit"}', 1],
    ["claude", '{"cursor_version":"3.1","hook_event_name":"PostToolUse"}', 0],
    ["claude", '{"hook_event_name":"PreToolUse"}', 0],
    ["claude", JSON.stringify({ hook_event_name: "PreToolUse", prompt: '{"cursor_version":"3.1"}' }), 0],
    ["codex", '{"cursor_version":"3.1","hook_event_name":"PreToolUse"}', 0],
  ];
  await withListener(async (at) => {
    for (const [agent, body, code] of rows) assertEquals(await forward(at, [agent], body), { ...SILENT, code }, body);
  });
});

Deno.test("a status line sample goes to its own route", async () => {
  await withListener(async (at, server) => {
    assertEquals(await forward(at, ["grok", "StatusLine"], "{}"), SILENT);
    assertEquals(server.posts.map((post) => post.head[0]), ["POST /statusline?agent=grok HTTP/1.1"]);
  });
});

Deno.test("an event name that a URL would have to escape is left to `vults hook`", async () => {
  await withListener(async (at, server) => {
    assertEquals(await forward(at, ["claude", "a&agent=codex"], "{}"), SILENT);
    assertEquals(server.posts, []);
    assertEquals((await at.handedOver())?.args, ["hook", "--agent", "claude", "a&agent=codex"]);
  });
});

Deno.test("the support folder is found without an override", async () => {
  await withListener(async (at, server) => {
    const data = `${at.support}/data`;
    const darwin = Deno.build.os === "darwin";
    const found = darwin ? `${at.support}/Library/Application Support/vibebuddy` : `${data}/vults`;
    await Deno.mkdir(found, { recursive: true });
    for (const name of ["daemon.json", "hook-token"]) await Deno.copyFile(`${at.support}/${name}`, `${found}/${name}`);
    const env = { VULTS_SUPPORT_DIR: "", XDG_DATA_HOME: data };
    assertEquals(await forward(at, ["claude"], "{}", env), SILENT);
    assertEquals(server.posts.length, 1);
  });
});

Deno.test("the environment cannot make it print, fail or run something else", async () => {
  await withListener(async (at, server) => {
    const startup = `${at.support}/startup.sh`;
    await Deno.writeTextFile(startup, "echo from-startup; exit 3\n");
    const env = {
      BASH_ENV: startup,
      ENV: startup,
      SHELLOPTS: "xtrace:errexit:nounset",
      POSIXLY_CORRECT: "1",
      "BASH_FUNC_read%%": "() { echo from-function; exit 4; }",
      "BASH_FUNC_kill%%": "() { return 1; }",
    };
    assertEquals(await forward(at, ["claude"], "{}", env), SILENT);
    assertEquals(server.posts.length, 1);
    await at.announce(freePort());
    assertEquals(await forward(at, ["claude"], "{}", env), SILENT);
    assertEquals((await at.handedOver())?.args, ["hook", "--agent", "claude"]);
  });
});

const SILENT = { code: 0, stdout: "", stderr: "" };

async function withListener(run: (at: Place, server: ReturnType<typeof listen>) => Promise<void>): Promise<void> {
  const at = await place();
  const server = listen();
  try {
    await at.announce(server.port);
    await run(at, server);
  } finally {
    await server.close();
    await at.remove();
  }
}

function everyByteButNul(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => i % 255 + 1);
}

function equal(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function text(body: Uint8Array | undefined): string {
  return new TextDecoder().decode(body);
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const port = listener.addr.port;
  listener.close();
  return port;
}

async function deadPid(): Promise<number> {
  const child = new Deno.Command("/bin/sh", { args: ["-c", "exit 0"], clearEnv: true }).spawn();
  await child.status;
  return child.pid;
}

// Connections that nobody accepts, until the system takes no more; gives what closes them.
async function fillBacklog(port: number): Promise<() => void> {
  const conns: Deno.Conn[] = [];
  for (;;) {
    const conn = await connectSoon(port);
    if (!conn) return () => conns.forEach((open) => open.close());
    conns.push(conn);
  }
}

async function connectSoon(port: number): Promise<Deno.Conn | undefined> {
  try {
    return await Deno.connect({ hostname: "127.0.0.1", port, signal: AbortSignal.timeout(400) });
  } catch {
    return undefined; // The backlog is full: this is what we are after.
  }
}

async function processList(): Promise<string> {
  const ps = new Deno.Command("ps", {
    args: ["axeww", "-o", "pid=,args="],
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin" },
  });
  return new TextDecoder().decode((await ps.output()).stdout);
}

async function noneLeft(at: Place): Promise<void> {
  await until(async () => !(await processList()).includes(at.script));
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Cannot go on: what was waited for did not come within 5 s");
}

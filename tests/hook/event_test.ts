// What the real hook sends, as whole JSON values, and that it prints nothing about it.

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { HookEvent } from "../../src/wire/event.ts";
import { fakeDaemon } from "../support/fake_daemon.ts";
import { type HookRun, runHook, withHome } from "../support/hook_process.ts";

const TOOL = {
  session_id: "5e0c",
  transcript_path: "/home/me/.claude/x.jsonl",
  cwd: "/home/me/app",
  hook_event_name: "PostToolUse",
  tool_name: "Bash",
  tool_input: { command: "npm test" },
  tool_response: { stdout: "ok" },
  tool_use_id: "t1",
};

/** What a daemon receives from one run, which itself is always silent. */
async function received(args: string[], stdin: object | string, run: HookRun = {}): Promise<HookEvent[]> {
  let events: HookEvent[] = [];
  await withHome(async (home) => {
    const daemon = fakeDaemon(home.socket);
    const { code, stdout, stderr } = await runHook(home, args, stdin, run);
    await daemon.stop();
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
    events = daemon.events;
  });
  return events;
}

/** The one event of a run. */
async function sent(args: string[], stdin: object | string, run: HookRun = {}): Promise<HookEvent> {
  const [event, ...others] = await received(args, stdin, run);
  assertEquals(others, []);
  assert(event !== undefined);
  return event;
}

Deno.test("a plain event arrives whole and trimmed, and nobody waits", async () => {
  const event = await sent(["--agent", "claude"], TOOL, { env: { TERM_PROGRAM: "kitty", SECRET: "no" } });
  assertMatch(event.id, /^[0-9a-f]+-[0-9a-f]+$/);
  assertEquals(event, {
    kind: "event",
    v: 8,
    id: event.id,
    agent: "claude",
    event: "PostToolUse",
    wants_reply: false,
    terminal: { cwd: "/home/me/app", pid: Deno.pid, env: { TERM_PROGRAM: "kitty" } },
    payload: {
      session_id: "5e0c",
      cwd: "/home/me/app",
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      tool_use_id: "t1",
    },
  });
  assertEquals(Object.keys(event).join(" "), "kind v id agent event wants_reply terminal payload");
});

Deno.test("entries older than --agent are Claude's", async () => {
  assertEquals((await sent([], TOOL)).agent, "claude");
});

for (const name of ["aider", "my-tool", "x", "gemini2", "a-b-c", "droid", "kimi", "antigravity", "cursor", "grok"]) {
  Deno.test(`--agent ${name} travels as other with that name and never waits`, async () => {
    const request = { ...TOOL, hook_event_name: "PermissionRequest" };
    const { v, agent, agent_name, wants_reply, exact } = await sent(["--agent", name, "--ask", "--approval"], request);
    assertEquals({ v, agent, agent_name, wants_reply, exact }, {
      v: 8,
      agent: "other",
      agent_name: name,
      wants_reply: false,
      exact: undefined,
    });
  });
}

for (const name of ["My Tool", "my_tool", "café", "", "a".repeat(25), "a".repeat(40), "other", "gemini"]) {
  Deno.test(`--agent "${name}" sends nothing`, async () => {
    assertEquals(await received(["--agent", name], TOOL), []);
  });
}

Deno.test("--agent as the last argument is ignored", async () => {
  assertEquals((await sent(["--agent"], TOOL)).agent, "claude");
});

const NAMES: [string[], object, string | undefined][] = [
  [["--agent", "claude", "Stop"], { session_id: "s", hook_event_name: "PreToolUse" }, "PreToolUse"],
  [["--agent", "claude", "Stop"], { session_id: "s" }, "Stop"],
  [["--agent", "claude", "Stop"], { session_id: "s", hook_event_name: "" }, "Stop"],
  [["--agent", "claude", "Stop"], { session_id: "s", hook_event_name: 7 }, "Stop"],
  [["--agent", "claude", "Stop", "--new-flag", "SessionEnd"], { session_id: "s" }, "SessionEnd"],
  [["--agent", "claude"], { session_id: "s" }, undefined],
  [["--statusline"], { session_id: "s", hook_event_name: "Status", cost: { total_cost_usd: 1 } }, "StatusLine"],
];

for (const [args, stdin, name] of NAMES) {
  Deno.test(`${args.join(" ")} with ${JSON.stringify(stdin)} is the event ${name}`, async () => {
    assertEquals((await received(args, stdin)).map(({ event }) => event), name === undefined ? [] : [name]);
  });
}

Deno.test("a status line sends limits and cost of a session, no path, no terminal", async () => {
  const limits = { five_hour: { used_percentage: 12, resets_at: 1_800_000_000 } };
  const sample = {
    session_id: "s",
    transcript_path: "/x",
    cwd: "/y",
    model: { id: "m" },
    rate_limits: limits,
    cost: { total_cost_usd: 0.5, total_lines_added: 3 },
  };
  const event = await sent(["--agent", "claude", "--statusline", "0123456789ab"], sample);
  assertEquals(event, {
    kind: "event",
    v: 8,
    id: event.id,
    agent: "claude",
    event: "StatusLine",
    wants_reply: false,
    payload: { session_id: "s", rate_limits: limits, cost: { total_cost_usd: 0.5 } },
  });
});

Deno.test("a status line without limits and cost sends nothing", async () => {
  const sample = { session_id: "s", rate_limits: null, cost: { total_lines: 1 } };
  assertEquals(await received(["--statusline"], sample), []);
});

const FOLDERS: [string, object, string | undefined][] = [
  ["cwd", { cwd: "/a", workspacePaths: ["/b"], workspace_roots: ["/c"] }, "/a"],
  ["workspacePaths[0]", { cwd: "", workspacePaths: ["/b"], workspace_roots: ["/c"] }, "/b"],
  ["workspace_roots[0]", { workspacePaths: [], workspace_roots: ["/c"] }, "/c"],
  ["the hook's own folder", { cwd: 7 }, undefined],
];

for (const [from, payload, folder] of FOLDERS) {
  Deno.test(`the folder of an event is ${from}`, async () => {
    const own = await Deno.realPath(await Deno.makeTempDir());
    const event = await sent(["Stop"], { session_id: "s", ...payload }, { cwd: own });
    await Deno.remove(own);
    assertEquals(event.terminal?.cwd, folder ?? own);
  });
}

Deno.test("only listed, set, non-empty variables of the terminal travel, sorted", async () => {
  const env = { TMUX_PANE: "%1", TMUX: "/t,1,0", DISPLAY: "", VULTS_TASK: "7", HOME2: "x", ITERM_SESSION_ID: "y" };
  const { terminal } = await sent(["Stop"], { session_id: "s" }, { env });
  assertEquals(JSON.stringify(terminal?.env), '{"TMUX":"/t,1,0","TMUX_PANE":"%1","VULTS_TASK":"7"}');
  assertEquals((await sent(["Stop"], { session_id: "s" })).terminal?.env, undefined);
});

for (const agent of ["claude", "codex", "qwen"]) {
  Deno.test(`VULTS_ZECA marks and silences ${agent} only if the app's own chat runs it`, async () => {
    const request = { ...TOOL, hook_event_name: "PermissionRequest" };
    const run = { env: { VULTS_ZECA: "1" } };
    const marked = agent !== "qwen";
    const { zeca, wants_reply } = await sent(["--agent", agent], request, run);
    assertEquals({ zeca, wants_reply }, { zeca: marked ? true : undefined, wants_reply: !marked });
  });
}

Deno.test("VULTS_SKIP=1 sends nothing", async () => {
  assertEquals(await received(["--agent", "claude"], TOOL, { env: { VULTS_SKIP: "1" } }), []);
});

const ASKING: [string[], string, string, boolean][] = [
  [["--agent", "claude"], "PreToolUse", "AskUserQuestion", false],
  [["--agent", "claude", "--ask"], "PreToolUse", "AskUserQuestion", true],
  [["--agent", "claude", "--ask"], "PreToolUse", "Bash", false],
  [["--agent", "codex", "--ask"], "PreToolUse", "AskUserQuestion", false],
  [["--agent", "claude"], "PermissionRequest", "AskUserQuestion", true],
  [["--agent", "claude", "--approval"], "PreToolUse", "Bash", false],
];

for (const [args, event, tool, waits] of ASKING) {
  Deno.test(`${args.join(" ")}: ${event} of ${tool} ${waits ? "waits" : "does not wait"}`, async () => {
    const payload = { ...TOOL, hook_event_name: event, tool_name: tool };
    assertEquals((await sent(args, payload)).wants_reply, waits);
  });
}

Deno.test("Grok's empty stdin is the end of the session in its environment, of other agents nothing", async () => {
  const run = { env: { GROK_HOOK_EVENT: "session_end", GROK_SESSION_ID: "g1" } };
  const { agent_name, event, payload } = await sent(["--agent", "grok"], "", run);
  assertEquals({ agent_name, event, payload }, {
    agent_name: "grok",
    event: "SessionEnd",
    payload: { hook_event_name: "SessionEnd", session_id: "g1" },
  });
  assertEquals(await received(["--agent", "claude", "SessionEnd"], "", run), []);
});

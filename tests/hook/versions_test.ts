// Our hook beside a version 8 app, which knows neither version 108 nor our members: every line is written out, as it goes
// over the socket (`protocol.md` sections 5 and 12).

import { assertEquals, assertMatch } from "@std/assert";
import { type HookEnd, runHook, withHome } from "../support/hook_process.ts";
import { version8App } from "../support/version_8_app.ts";

type App = Parameters<typeof version8App>[1];

/** Runs the hook beside an app; `lines` are what it sent, one a connection, with `ID` and `PID` for what differs. */
async function beside(app: App, args: readonly string[], stdin: string): Promise<HookEnd & { lines: string[] }> {
  let ran: (HookEnd & { lines: string[] }) | undefined;
  await withHome(async (home) => {
    const listening = version8App(home.socket, app);
    const end = await runHook(home, args, stdin);
    await listening.stop();
    ran = { ...end, lines: listening.heard };
  });
  if (ran === undefined) throw new Error("The hook did not run");
  assertEquals(ran.stderr, "");
  const ids = ran.lines.map((line) => /"id":"([^"]+)"/.exec(line)?.[1] ?? "none");
  // One event keeps its id; it is like version 8's.
  for (const id of ids) assertMatch(id, /^[0-9a-f]+-[0-9a-f]+$/);
  assertEquals(new Set(ids).size, Math.min(ids.length, 1));
  return { ...ran, lines: ran.lines.map((line) => named(line, ids[0] ?? "")) };
}

function named(line: string, id: string): string {
  return line.replace(`"id":"${id}"`, '"id":"ID"').replace(`"pid":${Deno.pid}`, '"pid":PID');
}

const WHERE = '"terminal":{"cwd":"/home/me/app","pid":PID}';

type Row = { agent: string; payload: string; exact?: string; event: string; code: number };

const WAITING: Row[] = [
  {
    agent: "grok",
    event: "PreToolUse",
    payload:
      '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/home/me/app","tool_name":"run_terminal_command",' +
      '"tool_input":{"command":"ls"}}',
    exact: '{"command":"ls"}',
    code: 0,
  },
  {
    agent: "cursor",
    event: "preToolUse",
    payload: '{"hook_event_name":"preToolUse","conversation_id":"s","cwd":"/home/me/app","tool_name":"MCP:db:query",' +
      '"tool_input":"{\\"sql\\":\\"select 1\\"}"}',
    exact: '{"sql":"select 1"}',
    code: 1,
  },
  {
    agent: "agentica",
    event: "needs.approval",
    payload: '{"hook_event_name":"needs.approval","session_id":"s","cwd":"/home/me/app","request_id":"r1",' +
      '"tool_name":"execute","question":"Run it?","preview":"ls","options":["allow","deny"]}',
    code: 0,
  },
  {
    agent: "agentica",
    event: "needs.input",
    payload: '{"hook_event_name":"needs.input","session_id":"s","cwd":"/home/me/app","request_id":"r2",' +
      '"question":"Which library?","options":[]}',
    code: 0,
  },
];

function line108({ agent, event, payload, exact }: Row): string {
  return `{"kind":"event","v":108,"id":"ID","agent":"${agent}","event":"${event}","wants_reply":true,${WHERE},` +
    `"payload":${payload}${exact === undefined ? "" : `,"exact":${exact}`}}`;
}

function line8({ agent, event, payload }: Row): string {
  return `{"kind":"event","v":8,"id":"ID","agent":"other","agent_name":"${agent}","event":"${event}",` +
    `"wants_reply":false,${WHERE},"payload":${payload}}`;
}

for (const row of WAITING) {
  Deno.test(`${row.agent}'s ${row.event} waits as 108, comes again as 8 when told unsupported, and prints nothing`, async () => {
    const { stdout, code, lines } = await beside({}, ["--agent", row.agent, "--approval"], row.payload);
    assertEquals(lines, [line108(row), line8(row)]);
    assertEquals([stdout, code], ["", row.code]);
  });
}

for (const v of [9, 108]) {
  Deno.test(`unsupported counts whatever its version: ${v}`, async () => {
    for (const row of WAITING.slice(0, 3)) {
      const { stdout, code, lines } = await beside({ v }, ["--agent", row.agent, "--approval"], row.payload);
      assertEquals(lines, [line108(row), line8(row)]);
      assertEquals([stdout, code], ["", row.code]);
    }
  });
}

Deno.test("two unsupported in a row end it", async () => {
  for (const row of WAITING.slice(0, 3)) {
    const { stdout, code, lines } = await beside({ all: true }, ["--agent", row.agent, "--approval"], row.payload);
    assertEquals(lines, [line108(row), line8(row)]);
    assertEquals([stdout, code], ["", row.code]);
  }
});

const PLAIN: [string, string, string, number][] = [
  ["grok", "UserPromptSubmit", '{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":"/home/me/app"}', 0],
  ["grok", "PreToolUse", '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/home/me/app","tool_name":"x"}', 0],
  ["cursor", "stop", '{"hook_event_name":"stop","conversation_id":"s","cwd":"/home/me/app"}', 0],
  ["cursor", "preToolUse", '{"hook_event_name":"preToolUse","conversation_id":"s","cwd":"/home/me/app"}', 1],
  ["agentica", "run.started", '{"hook_event_name":"run.started","session_id":"s","cwd":"/home/me/app"}', 0],
  ["agentica", "needs.approval", '{"hook_event_name":"needs.approval","session_id":"s","cwd":"/home/me/app"}', 0],
];

for (const [agent, event, payload, code] of PLAIN) {
  Deno.test(`${agent}'s ${event} through a plain entry goes as version 8 at once`, async () => {
    const ran = await beside({}, ["--agent", agent], payload);
    assertEquals(ran.lines, [line8({ agent, event, payload, code })]);
    assertEquals([ran.stdout, ran.code], ["", code]);
  });
}

const ALLOW = '"kind":"decision","decision":"allow"';
const ALLOWED = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}\n';
const BASH = '"session_id":"s","cwd":"/home/me/app","tool_name":"Bash","tool_input":{"command":"ls"}}';
const REQUEST = `{"hook_event_name":"PermissionRequest",${BASH}`;
const COPILOT =
  '{"hookName":"permissionRequest","sessionId":"s","cwd":"/home/me/app","toolName":"bash","toolInput":{"command":"ls"}}';
const QUESTION = '{"questions":[{"question":"Which color?"}]}';
const ASKED =
  `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/home/me/app","tool_name":"AskUserQuestion","tool_input":${QUESTION}}`;
const ANSWERED = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":' +
  '{"questions":[{"question":"Which color?"}],"answers":{"Which color?":"Blue"}}}}\n';

/** Arguments, stdin, the event's name, `exact`, the app's verdict, what the agent is given. */
const ANSWERS: [string[], string, string, string, string, string][] = [
  [["claude"], REQUEST, "PermissionRequest", '{"command":"ls"}', ALLOW, ALLOWED],
  [["claude", "--ask"], ASKED, "PreToolUse", QUESTION, '"kind":"answer","answers":["Blue"]', ANSWERED],
  [["codex"], REQUEST, "PermissionRequest", '{"command":"ls"}', ALLOW, ALLOWED],
  [["qwen"], REQUEST, "PermissionRequest", '{"command":"ls"}', ALLOW, ALLOWED],
  [["opencode"], REQUEST, "PermissionRequest", '{"command":"ls"}', ALLOW, '{"reply":"once"}\n'],
  [["copilot", "permissionRequest"], COPILOT, "permissionRequest", '{"command":"ls"}', ALLOW, '{"behavior":"allow"}\n'],
];

for (const [args, payload, event, exact, verdict, bytes] of ANSWERS) {
  Deno.test(`a version 8 app answers ${args.join(" ")}: our member is beside what it knows, its verdict is printed`, async () => {
    const { stdout, code, lines } = await beside({ verdict }, ["--agent", ...args], payload);
    const [agent] = args;
    assertEquals(lines, [
      `{"kind":"event","v":8,"id":"ID","agent":"${agent}","event":"${event}","wants_reply":true,${WHERE},` +
      `"payload":${payload},"exact":${exact}}`,
    ]);
    assertEquals([stdout, code], [bytes, 0]);
  });
}

// A human answers, or does not: what the real hook prints, byte for byte, and when it gives up. Silence is never a deny.

import { assert, assertEquals } from "@std/assert";
import type { HookEvent } from "../../src/wire/event.ts";
import { type FakeConnection, fakeDaemon, type Script } from "../support/fake_daemon.ts";
import { type HookEnd, type HookRun, runHook, withHome } from "../support/hook_process.ts";

const GATE = ["--agent", "claude", "--approval", "PermissionRequest"];
const BASH = {
  session_id: "s",
  cwd: "/home/me/app",
  hook_event_name: "PermissionRequest",
  tool_name: "Bash",
  tool_input: { command: "npm test", description: "Runs the tests" },
  permission_suggestions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
};
const QUESTIONS = {
  questions: [
    { question: "Which color?", header: "Color", options: [], multiSelect: false },
    { question: "Sizes?", header: "Sizes", options: [], multiSelect: true },
  ],
};
const ASK = { session_id: "s", hook_event_name: "PreToolUse", tool_name: "AskUserQuestion", tool_input: QUESTIONS };
const ASKING = ["--agent", "claude", "--ask"];

const ALLOW = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}\n';
const deny = (message: string) =>
  `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"${message}"}}}\n`;

type Run = { args?: string[]; stdin?: object; run?: HookRun };

/** Runs the hook against a scripted daemon. */
async function against(
  script: Script,
  { args = GATE, stdin = BASH, run }: Run = {},
): Promise<HookEnd & { events: HookEvent[] }> {
  let end: HookEnd | undefined;
  let events: HookEvent[] = [];
  await withHome(async (home) => {
    const daemon = fakeDaemon(home.socket, script);
    end = await runHook(home, args, stdin, run);
    await daemon.stop();
    events = daemon.events;
  });
  assert(end !== undefined);
  assertEquals(end.stderr, "");
  assertEquals(end.code, 0);
  return { ...end, events };
}

const reply = ({ event, say }: FakeConnection, members: object) => say({ v: event.v, id: event.id, ...members });

const WORDS: [string, object, string][] = [
  ["allow", { decision: "allow" }, ALLOW],
  ["deny without words", { decision: "deny" }, deny("Denied from Vults")],
  ["deny with an empty message", { decision: "deny", message: "" }, deny("Denied from Vults")],
  ["deny with only a reason", { decision: "deny", reason: "ignored" }, deny("Denied from Vults")],
  ["deny with the human's words", { decision: "deny", message: "Use pnpm" }, deny("Use pnpm")],
  [
    "a chosen suggestion",
    { decision: "allow", suggestion: 0 },
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedPermissions":' +
    '[{"type":"setMode","mode":"acceptEdits","destination":"session"}]}}}\n',
  ],
];

for (const [name, members, bytes] of WORDS) {
  Deno.test(`Claude is given the exact bytes of ${name}`, async () => {
    const { stdout, events } = await against(async (hook) => {
      await reply(hook, { kind: "waiting" });
      await reply(hook, { kind: "decision", ...members });
    });
    assertEquals(stdout, bytes);
    assertEquals(events[0]?.wants_reply, true);
    assertEquals(events[0]?.exact, BASH.tool_input);
  });
}

Deno.test("questions are answered from the input as it stood on stdin, however long", async () => {
  const long = "Which color? ".repeat(500);
  const [color, sizes] = QUESTIONS.questions;
  const input = { questions: [{ ...color, question: long }, sizes] };
  const { stdout } = await against(async (hook) => {
    await reply(hook, { kind: "waiting" });
    await reply(hook, { kind: "answer", answers: ["Blue", ["S", "M"]] });
  }, { args: ASKING, stdin: { ...ASK, tool_input: input } });
  assertEquals(JSON.parse(stdout), {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { ...input, answers: { [long]: "Blue", "Sizes?": ["S", "M"] } },
    },
  });
});

const REFUSED: [string, object, object][] = [
  ["a wrong count of answers", QUESTIONS, { kind: "answer", answers: ["Blue"] }],
  ["no questions", { questions: [] }, { kind: "answer", answers: [] }],
  ["a question that is no text", { questions: [{ question: 7 }] }, { kind: "answer", answers: ["a"] }],
  ["equal questions", { questions: [{ question: "a" }, { question: "a" }] }, { kind: "answer", answers: ["1", "2"] }],
  ["a decision", QUESTIONS, { kind: "decision", decision: "allow" }],
];

for (const [name, input, members] of REFUSED) {
  Deno.test(`a question is not answered with ${name}`, async () => {
    const answer: Script = (hook) => reply(hook, members);
    assertEquals((await against(answer, { args: ASKING, stdin: { ...ASK, tool_input: input } })).stdout, "");
  });
}

Deno.test("a permission is not answered with answers", async () => {
  assertEquals((await against((hook) => reply(hook, { kind: "answer", answers: ["allow"] }))).stdout, "");
});

Deno.test("agents that are never asked print nothing, whatever is decided", async () => {
  for (const name of ["aider", "antigravity", "droid", "kimi"]) {
    const allow: Script = (hook) => reply(hook, { kind: "decision", decision: "allow" });
    assertEquals((await against(allow, { args: ["--agent", name, "--approval"] })).stdout, "");
  }
});

Deno.test("a human who takes 3 s is still heard", async () => {
  const { stdout, ms } = await against(async (hook) => {
    await reply(hook, { kind: "waiting" });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await reply(hook, { kind: "decision", decision: "allow" });
  });
  assertEquals(stdout, ALLOW);
  assert(ms >= 3_000);
});

Deno.test("a daemon that accepts and never speaks holds the agent up for 2 s, and nothing is printed", async () => {
  const { stdout, ms } = await against((hook) => hook.gone());
  assertEquals(stdout, "");
  assert(ms >= 1_900 && ms < 8_000, `${ms} ms`);
});

Deno.test("closing the connection is no decision, before waiting and after", async () => {
  assertEquals((await against(() => {})).stdout, "");
  assertEquals((await against((hook) => reply(hook, { kind: "waiting" }))).stdout, "");
});

Deno.test("a second waiting is tolerated, and all three lines may come in one read", async () => {
  const { stdout } = await against(async ({ event, send }) => {
    const line = (members: object) => `${JSON.stringify({ v: event.v, id: event.id, ...members })}\n`;
    const waiting = line({ kind: "waiting" });
    await send(waiting + waiting + line({ kind: "decision", decision: "allow" }));
  });
  assertEquals(stdout, ALLOW);
});

Deno.test("a reply that comes in pieces is read whole", async () => {
  const { stdout } = await against(async ({ event, send }) => {
    const line = `${JSON.stringify({ v: event.v, id: event.id, kind: "decision", decision: "allow" })}\n`;
    for (const piece of [line.slice(0, 5), line.slice(5, 20), line.slice(20)]) {
      await send(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  assertEquals(stdout, ALLOW);
});

const FOREIGN: [string, (event: { id: string; v: number }) => string][] = [
  ["another id", ({ v }) => JSON.stringify({ v, id: "x", kind: "decision", decision: "allow" })],
  ["no id", ({ v }) => JSON.stringify({ v, kind: "decision", decision: "allow" })],
  ["another version", ({ id }) => JSON.stringify({ v: 108, id, kind: "decision", decision: "allow" })],
  ["an unknown kind", ({ v, id }) => JSON.stringify({ v, id, kind: "verdict", decision: "allow" })],
  ["an unknown decision", ({ v, id }) => JSON.stringify({ v, id, kind: "decision", decision: "Allow" })],
  ["broken JSON", ({ v, id }) => `{"v":${v},"id":"${id}","kind":"decision","decision":"allow"`],
  [
    "a suggestion that is no index",
    ({ v, id }) => JSON.stringify({ v, id, kind: "decision", decision: "allow", suggestion: "0" }),
  ],
  ["unsupported", ({ v, id }) => JSON.stringify({ v, id, kind: "unsupported" })],
  [
    "more than 1 MiB",
    ({ v, id }) => JSON.stringify({ v, id, kind: "decision", decision: "allow", pad: "x".repeat(1_048_576) }),
  ],
];

for (const [name, line] of FOREIGN) {
  Deno.test(`a reply with ${name} prints nothing, even when a good one follows`, async () => {
    const { stdout, events } = await against(async (hook) => {
      await hook.send(`${line(hook.event)}\n`);
      await reply(hook, { kind: "decision", decision: "allow" });
    });
    assertEquals(stdout, "");
    assertEquals(events.length, 1);
  });
}

for (const v of [8, 9, 108, null]) {
  Deno.test(`an event of version 108 is sent once more as version 8 when told unsupported with v ${v}`, async () => {
    const stdin = { session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
    const { stdout, events } = await against(({ event, say }) => say({ v, id: event.id, kind: "unsupported" }), {
      args: ["--agent", "grok", "--approval"],
      stdin,
    });
    assertEquals(stdout, "");
    const [first, second] = events.map(({ terminal: _, ...event }) => event);
    assertEquals<unknown>(first, {
      kind: "event",
      v: 108,
      id: first?.id,
      agent: "grok",
      event: "PreToolUse",
      wants_reply: true,
      payload: stdin,
      exact: { command: "ls" },
    });
    assertEquals<unknown>(second, {
      kind: "event",
      v: 8,
      id: first?.id,
      agent: "other",
      agent_name: "grok",
      event: "PreToolUse",
      wants_reply: false,
      payload: stdin,
    });
    assertEquals(events.length, 2);
  });
}

Deno.test("unsupported with another id is not sent again", async () => {
  const args = ["--agent", "grok", "--approval", "PreToolUse"];
  const { events } = await against(({ say }) => say({ v: 8, id: "x", kind: "unsupported" }), { args });
  assertEquals(events.length, 1);
});

const SCALED = {
  stdinPlain: 1_000,
  stdinWaiting: 1_000,
  stdinBytes: 16 * 1_048_576,
  connect: 300,
  plain: 1_000,
  firstWord: 1_000,
  decision: 1_500,
};
const scaled = { args: [JSON.stringify(SCALED), ...GATE], run: { program: "./scaled_hook.ts" } };

Deno.test("the budget ends although the daemon still waits (scaled clock)", async () => {
  const { stdout, ms } = await against(async (hook) => {
    await reply(hook, { kind: "waiting" });
    await hook.gone();
  }, scaled);
  assertEquals(stdout, "");
  assert(ms >= 1_400 && ms < 8_000, `${ms} ms`);
});

Deno.test("agentica's needs have no deadline: only the close ends them (scaled clock)", async () => {
  const { ms } = await against(async (hook) => {
    await reply(hook, { kind: "waiting" });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
  }, {
    args: [JSON.stringify(SCALED), "--agent", "agentica", "--approval"],
    stdin: { session_id: "s", hook_event_name: "needs.approval", request_id: "r" },
    run: { program: "./scaled_hook.ts" },
  });
  assert(ms >= 2_400, `${ms} ms`);
});

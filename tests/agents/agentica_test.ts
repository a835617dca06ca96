import { assertEquals } from "@std/assert";
import * as agentica from "../../src/agents/agentica.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { HookEvent } from "../../src/wire/event.ts";
import { refusesBadInput } from "../support/adapter.ts";
import { brief, eventOf, inputOf, neverThrows } from "../support/agent_events.ts";

const { answer, asks, fits, toInput } = agentica;

const own = { session_id: "s", cwd: "/p", run_id: "r1", transport: { ppid: 41, cwd: "/t", tty: "/dev/pts/3" } };
const call = { tool_name: "execute", tool_call_id: "call_1", preview: "npm test" };
const approval = {
  ...call,
  request_id: "q1",
  question: "Run this command?",
  options: ["allow", "allow_prefix", "deny", "deny_prefix"],
  similar_label: "npm *",
};
const asksInput = { request_id: "q2", question: "Which library?", options: ["date-fns", "luxon"] };
const waiting: Partial<HookEvent> = { v: 108, wants_reply: true };
const CUT = `${"x".repeat(500)}…`;

function read(event: string, members: JsonObject = {}, more: Partial<HookEvent> = {}) {
  return toInput(eventOf("agentica", event, { ...own, ...members }, more));
}

Deno.test("agentica's run is the turn; the hook's parent is agentica, whose own parent stands in for it", () => {
  const { from } = inputOf(read("run.started", { prompt: "fix it" }), "prompted");
  assertEquals(from, {
    agent: "agentica",
    session: "agentica:s",
    event: "run.started",
    cwd: "/p",
    turn: "r1",
    pid: 41,
  });
  const { cwd: _none, ...elsewhere } = own;
  const told = toInput(eventOf("agentica", "run.started", elsewhere, { terminal: { cwd: "/hook", pid: 40 } }));
  assertEquals([inputOf(told, "prompted").from.cwd, inputOf(told, "prompted").from.pid], ["/t", 40]);
});

Deno.test("each event of agentica has its meaning", () => {
  const rows: [string, JsonObject, string][] = [
    ["session.started", { source: "resume", model: "m" }, "started"],
    ["session.ended", { reason: "exit" }, "ended"],
    ["run.started", { prompt: "p", agent_name: "coder" }, "prompted"],
    ["run.completed", { answer: "done" }, "stopped ok"],
    ["run.failed", { error: "x" }, "stopped failed"],
    ["run.cancelled", { reason: "user" }, "stopped user"],
    ["tool.started", call, "tool-started"],
    ["tool.completed", { ...call, ok: true }, "tool-finished ok"],
    ["tool.completed", { ...call, ok: false, error: "x" }, "tool-finished error"],
    ["tool.completed", { ...call, ok: "false" }, "tool-finished ok"],
    ["needs.approval", approval, "waits"],
    ["needs.input", asksInput, "waits"],
    ["needs.resolved", { request_id: "q1", decided_by: "terminal" }, "resolved"],
    ["needs.resolved", { request_id: 1 }, "undecodable"],
    ["PreToolUse", call, "undecodable"],
  ];
  for (const [event, members, expected] of rows) assertEquals(brief(read(event, members)), expected, event);
  assertEquals(inputOf(read("run.completed", { answer: "done" }), "stopped").text, "done");
  assertEquals(inputOf(read("run.failed"), "stopped").text, "Turn failed");
});

Deno.test("a new session of agentica is a start-up: its events may overtake each other", () => {
  const source = (members: JsonObject) => inputOf(read("session.started", members), "started").source;
  assertEquals([source({}), source({ source: "new" }), source({ source: "resume" })], ["startup", "startup", "resume"]);
});

Deno.test("agentica starts a tool only once it was allowed; for execute the preview is the command", () => {
  const input = inputOf(read("tool.started", call), "tool-started");
  assertEquals([input.passed, input.tool], [true, {
    name: "Bash",
    rawName: "execute",
    target: "npm test",
    subject: '{"command":"npm test"}',
    callId: "call_1",
  }]);
  const other =
    inputOf(read("tool.completed", { ...call, tool_name: "edit", preview: "/p/a\n+x" }), "tool-finished").tool;
  assertEquals([other.name, other.target, other.subject], ["edit", "/p/a…", '{"preview":"/p/a\\n+x"}']);
});

Deno.test("agentica's request is a card with its own words, no hold, and all that it sent", () => {
  assertEquals(asks, { "needs.approval": null, "needs.input": null });
  const input = inputOf(read("needs.approval", approval, waiting), "waits");
  assertEquals([input.wait, input.requestId, input.text, input.starts], [
    "permission",
    "q1",
    "Bash · npm test",
    undefined,
  ]);
  assertEquals(input.tool, inputOf(read("tool.started", call), "tool-started").tool);
  assertEquals(input.offer, {
    input: {
      question: "Run this command?",
      tool_name: "execute",
      command: "npm test",
      similar_label: "npm *",
    },
    whole: true,
    suggestions: [],
    choices: [
      { word: "allow", label: "Allow", decision: "allow" },
      { word: "allow_prefix", label: "Always allow npm *", decision: "allow" },
      { word: "deny", label: "Deny", decision: "deny" },
      { word: "deny_prefix", label: "Always deny npm *", decision: "deny" },
    ],
    wordless: true,
    note: 'agentica takes no words with a deny. "Always" answers hold for the whole project.',
  });
});

Deno.test("only the words that agentica offers are offered, and an always only with what it grants (R7)", () => {
  const words = (members: JsonObject) =>
    inputOf(read("needs.approval", { ...approval, ...members }, waiting), "waits").offer?.choices?.map(({ word }) =>
      word
    );
  assertEquals(words({ options: ["deny", "allow", "deny"] }), ["deny", "allow"]);
  assertEquals(words({ options: ["allow", "ask", 3, "Allow", "toString"] }), ["allow"]);
  assertEquals(words({ similar_label: 7 }), ["allow", "deny"]);
  assertEquals(words({ similar_label: CUT }), ["allow", "deny"]);
  assertEquals([words({ options: [] }), words({ options: "allow" }), words({ options: ["never"] })], [
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("a preview that is missing or cut cannot be allowed; one that ends in an ellipsis of its own can (R7)", () => {
  const whole = (preview: Json) =>
    inputOf(read("needs.approval", { ...approval, preview }, waiting), "waits").offer?.whole;
  assertEquals([CUT, "🙂".repeat(500) + "…", `${"é".repeat(1_000)}…`, "", " ", 7].map(whole), Array(6).fill(false));
  assertEquals(["wait…", "x".repeat(600), `${"x".repeat(499)}…`].map(whole), [true, true, true]);
});

Deno.test("agentica's question takes free text; options are given as sent, but no cut one", () => {
  const question = (members: JsonObject) =>
    inputOf(read("needs.input", { ...asksInput, ...members }, waiting), "waits").offer?.questions;
  const asked = (...labels: string[]) => [
    {
      question: "Which library?",
      header: "",
      options: labels.map((label) => ({ label, description: "" })),
      multi: false,
    },
  ];
  assertEquals(question({}), asked("date-fns", "luxon"));
  assertEquals(question({ options: [] }), asked());
  assertEquals(question({ options: "x" }), asked());
  assertEquals(question({ options: [{ label: "a" }, { label: 3 }, " ", CUT, null, "b"] }), asked("a", "b"));
  assertEquals(question({ options: ["1", "2", "3", "4", "5", "6"] }), asked("1", "2", "3", "4", "5", "6"));
  assertEquals([question({ question: "" }), question({ question: " " })], [undefined, undefined]);
  const input = inputOf(read("needs.input", asksInput, waiting), "waits");
  assertEquals([input.wait, input.requestId, input.tool?.name, input.offer?.hold], [
    "question",
    "q2",
    "AskUserQuestion",
    undefined,
  ]);
  const again = inputOf(read("needs.input", { ...asksInput, request_id: "q3" }, waiting), "waits");
  assertEquals(again.tool?.subject === input.tool?.subject, false);
});

Deno.test("a request of agentica's plain entry, or without an id or a tool, waits in its terminal", () => {
  const offer = (event: string, members: JsonObject, more = waiting) => {
    const { offer, requestId } = inputOf(read(event, members, more), "waits");
    return [offer, requestId];
  };
  assertEquals(offer("needs.approval", approval, {}), [undefined, "q1"]);
  assertEquals(offer("needs.input", asksInput, {}), [undefined, "q2"]);
  assertEquals(offer("needs.approval", { ...approval, request_id: 4 }), [undefined, undefined]);
  assertEquals(offer("needs.input", { ...asksInput, request_id: "" }), [undefined, undefined]);
  assertEquals(offer("needs.approval", { ...approval, tool_name: [] }), [undefined, "q1"]);
});

Deno.test("agentica says by whom a request was resolved", () => {
  const ours = (decided_by: Json) =>
    inputOf(read("needs.resolved", { request_id: "q1", event: "needs.approval", decided_by }), "resolved").ours;
  assertEquals(["hook", "terminal", "cancelled", 3].map(ours), [true, false, false, false]);
});

refusesBadInput(agentica, "agentica", { id: "session_id", tool: "tool_name", event: "tool.started" });

const gate = { event: "needs.approval", raw: { ...own, ...approval } };
const input = { event: "needs.input", raw: { ...own, ...asksInput } };
const allow: Verdict = { kind: "decision", decision: "allow" };
const deny: Verdict = { kind: "decision", decision: "deny" };

Deno.test("agentica's bytes: each word it offers, and an answer as it was typed", () => {
  assertEquals(answer(allow, gate), '{"request_id":"q1","decision":"allow"}');
  assertEquals(answer(deny, gate), '{"request_id":"q1","decision":"deny"}');
  assertEquals(answer({ ...deny, message: 'no "rm"\n🙂' }, gate), '{"request_id":"q1","decision":"deny"}');
  assertEquals(answer({ ...allow, choice: "allow_prefix" }, gate), '{"request_id":"q1","decision":"allow_prefix"}');
  assertEquals(answer({ ...deny, choice: "deny_prefix" }, gate), '{"request_id":"q1","decision":"deny_prefix"}');
  const odd = { ...gate, raw: { ...gate.raw, request_id: 'a"\u2028b' } };
  assertEquals(answer(allow, odd), '{"request_id":"a\\"\u2028b","decision":"allow"}');
  assertEquals(
    answer({ kind: "answer", answers: [' a "b"\n🙂 '] }, input),
    '{"request_id":"q2","answer":" a \\"b\\"\\n🙂 "}',
  );
});

Deno.test("nothing is printed for a verdict that does not fit agentica's request", () => {
  const said = (...answers: (string | string[])[]): Verdict => ({ kind: "answer", answers });
  const without = (options: Json) => ({ ...gate, raw: { ...gate.raw, options } });
  const wrong: [Verdict, { event: string; raw: JsonObject }][] = [
    [allow, without(["deny"])],
    [deny, without(["allow", "deny_prefix"])],
    [allow, without("allow")],
    [{ ...allow, choice: "deny" }, gate],
    [{ ...deny, choice: "allow" }, gate],
    [{ ...allow, choice: "always" }, without(["always"])],
    [{ ...allow, choice: "toString" }, gate],
    [{ ...allow, suggestion: 0 }, gate],
    [{ ...allow, mode: "acceptEdits" }, gate],
    [said("x"), gate],
    [allow, input],
    [deny, input],
    [said(), input],
    [said(""), input],
    [said(" \n"), input],
    [said("a", "b"), input],
    [said(["a"]), input],
    [allow, { ...gate, raw: { ...gate.raw, request_id: 3 } }],
    [said("x"), { ...input, raw: own }],
    [allow, { ...gate, event: "tool.started" }],
    [allow, { ...gate, event: "needs.resolved" }],
  ];
  for (const [verdict, event] of wrong) {
    assertEquals(answer(verdict, event), undefined, JSON.stringify([verdict, event]));
  }
  assertEquals([gate, input, { ...gate, event: "tool.started" }].map(fits), ["decision", "answer", "nothing"]);
});

Deno.test("whatever agentica sends: nothing throws, and only agentica's own answers are printed", () => {
  neverThrows(agentica, {
    agent: "agentica",
    events: [
      ...["session.started", "session.ended", "run.started", "run.completed", "run.failed", "run.cancelled"],
      ...["tool.started", "tool.completed", "needs.resolved"],
    ],
    members: [
      ...["session_id", "run_id", "transport", "tool_name", "tool_call_id", "preview", "question", "options", "ok"],
      ...["request_id", "similar_label", "decided_by", "answer", "error", "reason", "prompt", "source"],
    ],
    known: [gate.raw, input.raw],
    texts: ["s", "execute", "allow", "deny", "allow_prefix", "deny_prefix", "hook", CUT, '{"ppid":1}'],
    shapes: ["request_id decision", "request_id answer"],
  });
});

import { assertEquals } from "@std/assert";
import { answer, fits, toInput } from "../../src/agents/claude.ts";
import type { Asked } from "../../src/agents/agent.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { HookEvent } from "../../src/wire/event.ts";

const suggestion = {
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: "ls *" }],
  behavior: "allow",
  destination: "session",
};
const bash = asked("PermissionRequest", {
  tool_name: "Bash",
  tool_input: { command: "ls" },
  permission_suggestions: [suggestion],
});
const plan = asked("PermissionRequest", {
  tool_name: "ExitPlanMode",
  tool_input: { plan: "# P", planFilePath: "/p.md" },
});
const questions = [{ question: "Which color?", options: [] }, { question: "Sizes?", options: [], multiSelect: true }];
const question = asked("PermissionRequest", { tool_name: "AskUserQuestion", tool_input: { questions } });
const early: Asked = { ...question, event: "PreToolUse" };
const answers: Verdict = { kind: "answer", answers: ["Blue", ["S", "M"]] };

function asked(event: string, raw: JsonObject): Asked {
  return { event, raw };
}

function decision(more: Partial<Extract<Verdict, { kind: "decision" }>>): Verdict {
  return { kind: "decision", decision: "allow", ...more };
}

const ALLOW = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"';

for (
  const [name, verdict, event, text] of [
    ["allow", decision({}), bash, `${ALLOW}}}}`],
    [
      "deny with the default words",
      decision({ decision: "deny" }),
      bash,
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Denied from Vults"}}}',
    ],
    [
      "deny with a blank message",
      decision({ decision: "deny", message: "" }),
      bash,
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Denied from Vults"}}}',
    ],
    [
      "deny with the human's words",
      decision({ decision: "deny", message: 'no "rm"\nplease' }),
      bash,
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no \\"rm\\"\\nplease"}}}',
    ],
    [
      "a suggestion comes back unchanged",
      decision({ suggestion: 0 }),
      bash,
      `${ALLOW},"updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls *"}],"behavior":"allow","destination":"session"}]}}}`,
    ],
    ["a plan echoes its input", decision({}), plan, `${ALLOW},"updatedInput":{"plan":"# P","planFilePath":"/p.md"}}}}`],
    [
      "a plan with a mode",
      decision({ mode: "acceptEdits" }),
      plan,
      `${ALLOW},"updatedInput":{"plan":"# P","planFilePath":"/p.md"},"updatedPermissions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}]}}}`,
    ],
    [
      "a question at the permission door",
      answers,
      question,
      `${ALLOW},"updatedInput":{"questions":[{"question":"Which color?","options":[]},{"question":"Sizes?","options":[],"multiSelect":true}],"answers":{"Which color?":"Blue","Sizes?":["S","M"]}}}}}`,
    ],
    [
      "a question before the tool",
      answers,
      early,
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"questions":[{"question":"Which color?","options":[]},{"question":"Sizes?","options":[],"multiSelect":true}],"answers":{"Which color?":"Blue","Sizes?":["S","M"]}}}}',
    ],
  ] as const
) {
  Deno.test(`Claude's bytes: ${name}`, () => assertEquals(answer(verdict, event), text));
}

Deno.test("what does not fit the event prints nothing", () => {
  const input = (value: JsonObject[string]) =>
    asked("PermissionRequest", { tool_name: "AskUserQuestion", tool_input: value });
  const wrong: [Verdict, Asked][] = [
    [answers, bash],
    [decision({}), question],
    [decision({ decision: "deny" }), early],
    [decision({}), asked("PreToolUse", bash.raw)],
    [decision({}), asked("Stop", bash.raw)],
    [decision({ suggestion: 1 }), bash],
    [decision({ suggestion: -1 }), bash],
    [decision({ mode: "acceptEdits" }), bash],
    [decision({ mode: "bypassPermissions" }), plan],
    [decision({ choice: "allow_prefix" }), bash],
    [decision({}), asked("PermissionRequest", { tool_name: "ExitPlanMode", tool_input: "text" })],
    [{ kind: "answer", answers: ["Blue"] }, question],
    [{ kind: "answer", answers: ["Blue", "S", "x"] }, question],
    [{ kind: "answer", answers: [] }, input({ questions: [] })],
    [answers, input({})],
    [answers, input({ questions: "x" })],
    [answers, input([])],
    [answers, input({ questions: [{ question: "a" }, { question: 2 }] })],
    [answers, input({ questions: [{ question: "a" }, { question: "a" }] })],
  ];
  for (const [verdict, event] of wrong) {
    assertEquals(answer(verdict, event), undefined, JSON.stringify([verdict, event]));
  }
});

Deno.test("updatedInput is built from the input as received, members of any name included", () => {
  const raw = JSON.parse(
    '{"tool_name":"AskUserQuestion","tool_input":{"__proto__":1,"questions":[{"question":"__proto__"}],"answers":{"old":"x"},"z":[1.5,null]}}',
  );
  const text = answer({ kind: "answer", answers: ["é\u2028"] }, asked("PermissionRequest", raw)) ?? "";
  const printed = JSON.parse(text).hookSpecificOutput.decision.updatedInput;
  assertEquals(Object.keys(printed), ["__proto__", "questions", "answers", "z"]);
  assertEquals(JSON.stringify(printed.answers), '{"__proto__":"é\u2028"}');
});

Deno.test("fits: questions take answers at both doors, other permission requests a decision, nothing else anything", () => {
  assertEquals([question, early, bash, plan, asked("PreToolUse", bash.raw), asked("Stop", {})].map(fits), [
    "answer",
    "answer",
    "decision",
    "decision",
    "nothing",
    "nothing",
  ]);
});

Deno.test("a payload without a usable session id is undecodable, a chat of the desktop app ignored", () => {
  assertEquals(toInput(event("Stop", {})), "undecodable");
  assertEquals(toInput(event("Stop", { session_id: 7 })), "undecodable");
  assertEquals(toInput(event("Stop", { session_id: "x".repeat(257) })), "undecodable");
  assertEquals(toInput({ ...event("Stop", { session_id: "s" }), zeca: true }), "ignored");
  assertEquals(toInput(event("MessageDisplay", { session_id: "s" })), "ignored");
  assertEquals(toInput(event("PreToolUse", { session_id: "s" })), "undecodable");
});

Deno.test("fields of the wrong type count as absent and never void the event", () => {
  const junk = {
    session_id: "s",
    cwd: 1,
    prompt_id: [],
    permission_mode: {},
    agent_id: 2,
    tool_name: "Bash",
    tool_input: 3,
    tool_use_id: false,
    tool_response: "text",
    error: 0,
  };
  const read = toInput(event("PostToolUse", junk));
  assertEquals(read, {
    is: "tool-finished",
    from: { agent: "claude", session: "claude:s", event: "PostToolUse" },
    tool: { name: "Bash", rawName: "Bash", target: "", subject: "{}" },
    outcome: "ok",
  });
});

Deno.test("tool errors: each truthy flag of an object response, never a string or a list", () => {
  const outcome = (more: JsonObject): string => {
    const read = toInput(event("PostToolUse", { session_id: "s", tool_name: "Bash", tool_input: {}, ...more }));
    return typeof read === "object" && read.is === "tool-finished" ? read.outcome : "none";
  };
  const errors: JsonObject[] = [
    { tool_response: { error: "x" } },
    { tool_response: { is_error: true } },
    { tool_response: { interrupted: 1 } },
    { tool_response: { success: false } },
    { error: "x" },
  ];
  const fine: JsonObject[] = [
    { tool_response: "error" },
    { tool_response: ["error"] },
    { tool_response: { error: "" } },
    { tool_response: { error: 0 } },
    {},
  ];
  assertEquals(errors.map(outcome), errors.map(() => "error"));
  assertEquals(fine.map(outcome), fine.map(() => "ok"));
});

Deno.test("a notification's type beats its text", () => {
  const read = (message: string, notification_type?: string) => {
    const input = toInput(
      event("Notification", { session_id: "s", message, ...(notification_type ? { notification_type } : {}) }),
    );
    return typeof input === "string" ? input : input.is === "waits" ? input.wait : input.is;
  };
  assertEquals(read("needs your permission?", "idle_prompt"), "ignored");
  assertEquals(read("x", "permission_prompt"), "permission");
  assertEquals(read("x", "agent_needs_input"), "question");
  assertEquals(read("usage limit", "quota_auto_resume_soon"), "meta");
  assertEquals(read("You hit your usage limit"), "limited");
  assertEquals(read("needs your permission to run?"), "permission");
  assertEquals(read("Which one?"), "question");
  assertEquals(read("hello"), "ignored");
});

function event(name: string, payload: JsonObject): HookEvent {
  return { kind: "event", v: 8, id: "1", agent: "claude", event: name, wants_reply: false, payload };
}

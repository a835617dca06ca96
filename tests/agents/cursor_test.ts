import { assertEquals } from "@std/assert";
import * as cursor from "../../src/agents/cursor.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { HookEvent } from "../../src/wire/event.ts";
import { refusesBadInput } from "../support/adapter.ts";
import { brief, eventOf, inputOf, neverThrows } from "../support/agent_events.ts";

const { answer, fits, toInput } = cursor;

const own = {
  conversation_id: "c1",
  generation_id: "g1",
  model: "m",
  cursor_version: "3.1.0",
  workspace_roots: ["/p", "/q"],
  user_email: "me@example.com",
};
const shell = { tool_name: "Shell", tool_input: { command: "ls", working_directory: "/p" } };
const waiting: Partial<HookEvent> = { v: 108, wants_reply: true };
const question = {
  id: "q1",
  prompt: "Which color?",
  options: [{ id: "a", label: "Red" }, { id: "b", label: "Blue, dark" }],
};
const sizes = { ...question, id: "q2", prompt: "Sizes?", multiple: true };
const asksQuestion = { tool_name: "AskQuestion", tool_input: { title: "Style", questions: [question, sizes] } };

function read(event: string, members: JsonObject = {}, more: Partial<HookEvent> = {}) {
  return toInput(eventOf("cursor", event, { ...own, ...members }, more));
}

Deno.test("Cursor's conversation is the session, its first folder the project; no turn id, and nothing of the person's account", () => {
  const input = inputOf(read("beforeSubmitPrompt", { prompt: "go", attachments: [] }), "prompted");
  assertEquals(input, {
    is: "prompted",
    from: { agent: "cursor", session: "cursor:c1", event: "beforeSubmitPrompt", cwd: "/p" },
    text: "go",
    human: true,
  });
  const other = inputOf(read("beforeShellExecution", { command: "ls", cwd: "/p/sub" }), "tool-started");
  assertEquals(other.from.cwd, "/p/sub");
});

Deno.test("the hook's own folder is Cursor's, so it is never taken for the project", () => {
  const { workspace_roots: _none, ...bare } = own;
  const at = { terminal: { cwd: "/home/me/.cursor", pid: 9 } };
  assertEquals(inputOf(toInput(eventOf("cursor", "stop", bare, at)), "stopped").from, {
    agent: "cursor",
    session: "cursor:c1",
    event: "stop",
    pid: 9,
  });
});

Deno.test("each event of Cursor has its meaning, or none", () => {
  const mcp = { tool_name: "list_issues", tool_input: '{"repo":"a"}', url: "http://127.0.0.1:1" };
  const rows: [string, JsonObject, string][] = [
    ["sessionStart", { composer_mode: "agent" }, "started"],
    ["preToolUse", shell, "tool-started"],
    ["beforeShellExecution", { command: "ls", cwd: "" }, "tool-started"],
    ["beforeMCPExecution", mcp, "tool-started"],
    ["beforeReadFile", { file_path: "/p/a", content: "x" }, "tool-started"],
    ["afterAgentThought", { text: "hm" }, "tool-started"],
    ["postToolUse", { ...shell, tool_output: "ok" }, "tool-finished ok"],
    ["afterShellExecution", { command: "ls", output: "a" }, "tool-finished ok"],
    ["afterMCPExecution", { ...mcp, result_json: "{}" }, "tool-finished ok"],
    ["afterFileEdit", { file_path: "/p/a", edits: [] }, "tool-finished ok"],
    ["postToolUseFailure", { ...shell, failure_type: "timeout" }, "tool-finished error"],
    ["afterAgentResponse", { text: "done" }, "meta"],
    ["preCompact", { context_tokens: 1, context_window_size: 2 }, "meta"],
    ["subagentStart", { subagent_id: "k1", subagent_type: "explore" }, "child running"],
    ["subagentStop", { subagent_id: "k1", subagent_type: "explore" }, "child done"],
    ["subagentStop", {}, "ignored"],
    ["stop", { status: "completed", loop_count: 0 }, "stopped ok"],
    ["stop", {}, "stopped ok"],
    ["stop", { status: "error" }, "stopped failed"],
    ["stop", { status: "aborted" }, "stopped user"],
    ["sessionEnd", { reason: "closed" }, "ended"],
    ["workspaceOpen", {}, "ignored"],
    ["beforeTabFileRead", { file_path: "/p/a" }, "ignored"],
    ["afterTabFileEdit", { file_path: "/p/a" }, "ignored"],
    ["PermissionRequest", shell, "undecodable"],
    ["beforeReadFile", { file_path: 3 }, "undecodable"],
    ["afterFileEdit", {}, "undecodable"],
    ["afterShellExecution", { command: "" }, "undecodable"],
    ["whatever", {}, "undecodable"],
  ];
  for (const [event, members, expected] of rows) assertEquals(brief(read(event, members)), expected, event);
  assertEquals(toInput(eventOf("cursor", "workspaceOpen", {})), "ignored");
});

Deno.test("a Cursor chat in ask or edit mode is not shown", () => {
  const unseen = (composer_mode: Json) => inputOf(read("sessionStart", { composer_mode }), "started").unseen;
  assertEquals(["ask", "edit", "agent", "plan", 3, ""].map(unseen), [
    true,
    true,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("what Cursor thinks and reads is a sign of work; its content is not kept", () => {
  assertEquals(inputOf(read("afterAgentThought", { text: "secret" }), "tool-started").tool, {
    name: "Thinking",
    rawName: "Thinking",
    target: "",
    subject: "{}",
    sign: true,
  });
  assertEquals(inputOf(read("beforeReadFile", { file_path: "/p/a", content: "secret" }), "tool-started").tool, {
    name: "Read",
    rawName: "Read",
    target: "/p/a",
    subject: '{"file_path":"/p/a"}',
    sign: true,
  });
});

Deno.test("Cursor's two kinds of events of one call pair by what the call does", () => {
  const subjects = [
    inputOf(read("preToolUse", shell), "tool-started").tool,
    inputOf(read("beforeShellExecution", { command: "ls" }), "tool-started").tool,
    inputOf(read("afterShellExecution", { command: "ls", output: "" }), "tool-finished").tool,
    inputOf(read("postToolUse", { ...shell, tool_input: '{"command":"ls"}' }), "tool-finished").tool,
  ].map(({ name, subject }) => `${name} ${subject}`);
  assertEquals(new Set(subjects), new Set(['Bash {"command":"ls"}']));
  const edit = { tool_name: "StrReplace", tool_input: { path: "/p/a", old_str: "x", new_str: "y" } };
  const started = inputOf(read("preToolUse", edit), "tool-started").tool;
  const edits = [{ old_string: "x", new_string: "y" }];
  const made = inputOf(read("afterFileEdit", { file_path: "/p/a", edits }), "tool-finished").tool;
  assertEquals([started.name, started.subject], [made.name, made.subject]);
});

Deno.test("Cursor's tool errors: flags and exit codes, at the top or in a result, as an object or as JSON text", () => {
  const outcome = (members: JsonObject) =>
    inputOf(read("postToolUse", { ...shell, ...members }), "tool-finished").outcome;
  const errors: JsonObject[] = [
    { is_error: true },
    { error: "x" },
    { success: false },
    { exit_code: 1 },
    { tool_output: { is_error: 1 } },
    { tool_output: '{"success":false}' },
    { tool_output: '{"exit_code":2}' },
    { result_json: '{"error":"x"}' },
  ];
  const fine: JsonObject[] = [
    { exit_code: 0 },
    { exit_code: "1" },
    { error: "" },
    { tool_output: "error" },
    { tool_output: ["error"] },
    { tool_output: '{"success":fal' },
    { success: "false" },
  ];
  assertEquals(errors.map(outcome), errors.map(() => "error"));
  assertEquals(fine.map(outcome), fine.map(() => "ok"));
  assertEquals(inputOf(read("postToolUse", { ...shell, tool_output: '{"error":"no"}' }), "tool-finished").error, "no");
});

Deno.test("an interrupt and a denial in Cursor are no failure, a timeout is", () => {
  const failed = (members: JsonObject) => {
    const { outcome, error } = inputOf(read("postToolUseFailure", { ...shell, ...members }), "tool-finished");
    return [outcome, error];
  };
  assertEquals(failed({ failure_type: "error", is_interrupt: true }), ["interrupted", undefined]);
  assertEquals(failed({ failure_type: "permission_denied", error_message: "no" }), ["refused", "no"]);
  assertEquals(failed({ failure_type: "timeout", error_message: "30 s" }), ["error", "30 s"]);
  assertEquals(failed({ failure_type: 3 }), ["error", undefined]);
});

Deno.test("Cursor's last response is cut to 220 characters, never inside one", () => {
  const text = (words: Json) => inputOf(read("afterAgentResponse", { text: words }), "meta").text;
  assertEquals(text("done"), "done");
  assertEquals(text("🙂".repeat(300)), "🙂".repeat(220));
  assertEquals(text(7), undefined);
});

Deno.test("Cursor's subagents are children of their parent's conversation, by id or else by type", () => {
  const start = inputOf(
    read("subagentStart", { subagent_id: "k1", subagent_type: "explore", parent_conversation_id: "c0" }),
    "child",
  );
  assertEquals([start.from.session, start.child], [
    "cursor:c0",
    { id: "subagent:k1", kind: "subagent", name: "explore" },
  ]);
  const stop = inputOf(read("subagentStop", { subagent_type: "explore" }), "child");
  assertEquals([stop.from.session, stop.child.id], ["cursor:c1", "subagent:explore"]);
  assertEquals(read("subagentStart", { subagent_type: "x", parent_conversation_id: "x".repeat(257) }), "undecodable");
});

Deno.test("what Cursor runs of Claude's hooks goes by Cursor's own names, and never waits", () => {
  const rows = [
    ["SessionStart", "sessionStart"],
    ["UserPromptSubmit", "beforeSubmitPrompt"],
    ["PreToolUse", "preToolUse"],
    ["PostToolUse", "postToolUse"],
    ["Stop", "stop"],
    ["SessionEnd", "sessionEnd"],
  ] as const;
  for (const [claudes, name] of rows) {
    const input = toInput(eventOf("claude", claudes, { ...own, ...shell }, { wants_reply: true }));
    assertEquals(input, read(name, shell), claudes);
  }
  const { conversation_id: _none, ...copy } = { ...own, session_id: "c1" };
  assertEquals(inputOf(toInput(eventOf("claude", "Stop", copy)), "stopped").from.session, "cursor:c1");
});

Deno.test("Cursor's gate asks about a call that Cursor would ask about", () => {
  const input = inputOf(read("preToolUse", shell, waiting), "waits");
  assertEquals([input.wait, input.starts, input.text], ["permission", true, "Bash · ls"]);
  assertEquals(input.offer, {
    input: { command: "ls", working_directory: "/p" },
    whole: true,
    suggestions: [],
    hold: 25_000,
    note: "Cursor's own check comes after an allow: it may still ask in its own window.",
  });
});

Deno.test("Cursor's gate is silent about tools that change nothing, and about what cannot be read", () => {
  const rows: JsonObject[] = [
    { tool_name: "ReadFile", tool_input: { path: "/p/a" } },
    { tool_name: "Ripgrep", tool_input: { pattern: "x" } },
    { tool_name: "ListDir", tool_input: {} },
    { tool_name: "MCP:a:b", tool_input: '{"text":"cut…' },
    { tool_name: "Shell" },
  ];
  for (const members of rows) assertEquals(brief(read("preToolUse", members, waiting)), "tool-started");
});

Deno.test("Cursor's files and texts are read under Claude's names beside its own", () => {
  const offer = (tool_name: string, tool_input: Json) =>
    inputOf(read("preToolUse", { tool_name, tool_input }, waiting), "waits").offer;
  assertEquals(offer("StrReplace", { path: "/p/a", old_str: "x", new_str: "y" })?.input, {
    path: "/p/a",
    old_str: "x",
    new_str: "y",
    file_path: "/p/a",
    old_string: "x",
    new_string: "y",
  });
  assertEquals(offer("CreateFile", { target_file: "/p/a", contents: "" })?.whole, true);
  assertEquals(offer("Write", { filePath: "/p/a" })?.whole, false);
  assertEquals(offer("CreateFile", { path: "/p/a", file: "/p/b", contents: "" })?.whole, false);
  const mcp = inputOf(
    read("preToolUse", { tool_name: "MCP:github:create_issue", tool_input: '{"a":1}' }, waiting),
    "waits",
  );
  assertEquals([mcp.tool?.name, mcp.offer?.input, mcp.offer?.whole], ["mcp__github__create_issue", { a: 1 }, true]);
});

Deno.test("Cursor's questions become a question card; one that cannot be shown waits in its own window", () => {
  const input = inputOf(read("preToolUse", asksQuestion, waiting), "waits");
  assertEquals([input.wait, input.starts, input.offer?.hold], ["question", true, 25_000]);
  const options = [{ label: "Red", description: "" }, { label: "Blue, dark", description: "" }];
  assertEquals(input.offer?.questions, [
    { question: "Which color?", header: "Style", options, multi: false },
    { question: "Sizes?", header: "Style", options, multi: true },
  ]);
  const five = { ...question, options: ["1", "2", "3", "4", "5"].map((label) => ({ label })) };
  const unread = inputOf(
    read("preToolUse", { tool_name: "AskQuestion", tool_input: { questions: [five] } }, waiting),
    "waits",
  );
  assertEquals([unread.wait, unread.offer], ["question", undefined]);
});

refusesBadInput(cursor, "cursor", { id: "conversation_id", tool: "tool_name", event: "preToolUse" });

Deno.test("Claude's payload under Cursor's name is not understood", () => {
  assertEquals(
    toInput(eventOf("cursor", "Stop", { session_id: "s", cwd: "/p", hook_event_name: "Stop" })),
    "undecodable",
  );
});

const gate = { event: "preToolUse", raw: { ...own, ...shell } };
const asked = { event: "preToolUse", raw: { ...own, ...asksQuestion } };
const allow: Verdict = { kind: "decision", decision: "allow" };
const deny: Verdict = { kind: "decision", decision: "deny" };

Deno.test("Cursor's bytes: allow, deny, deny with the human's words", () => {
  assertEquals(answer(allow, gate), '{"permission":"allow","user_message":"Allowed from Vults"}');
  const standard = '{"permission":"deny","user_message":"Denied from Vults","agent_message":"Denied from Vults"}';
  assertEquals(answer(deny, gate), standard);
  assertEquals(answer({ ...deny, message: "" }, gate), standard);
  assertEquals(
    answer({ ...deny, message: 'no "rm"\n🙂' }, gate),
    '{"permission":"deny","user_message":"no \\"rm\\"\\n🙂","agent_message":"no \\"rm\\"\\n🙂"}',
  );
});

Deno.test("Cursor's bytes: answers travel line by line with a refusal that tells it to go on", () => {
  const text =
    '{"permission":"deny","user_message":"Answered from Vults.","agent_message":"Which color?: Blue, dark\\nSizes?: \\"S\\", \\"M, or L\\"\\nThese are the user\'s answers, not a refusal: do not ask again, go on with them."}';
  const answers: Verdict = { kind: "answer", answers: ["Blue, dark", ["S", "M, or L"]] };
  assertEquals(answer(answers, asked), text);
  const asText = { ...asked, raw: { ...own, ...asksQuestion, tool_input: JSON.stringify(asksQuestion.tool_input) } };
  assertEquals(answer(answers, asText), text);
});

Deno.test("nothing is printed for a verdict that does not fit Cursor's gate", () => {
  const said = (...answers: (string | string[])[]): Verdict => ({ kind: "answer", answers });
  const wrong: [Verdict, { event: string; raw: JsonObject }][] = [
    [said("Red"), gate],
    [allow, asked],
    [deny, asked],
    [said("Red"), asked],
    [said("Red", "S", "x"), asked],
    [said("Red", " "), asked],
    [said("Red", []), asked],
    [said(["Red"], "S"), asked],
    [said("Red", ["S", ""]), asked],
    [said(), { event: "preToolUse", raw: { ...own, tool_name: "AskQuestion", tool_input: { questions: [] } } }],
    [{ ...allow, mode: "acceptEdits" }, gate],
    [{ ...allow, suggestion: 0 }, gate],
    [{ ...deny, choice: "deny" }, gate],
    [allow, { ...gate, event: "PreToolUse" }],
    [allow, { ...gate, event: "beforeShellExecution" }],
    [allow, { event: "preToolUse", raw: own }],
    [deny, { event: "stop", raw: own }],
  ];
  for (const [verdict, event] of wrong) {
    assertEquals(answer(verdict, event), undefined, JSON.stringify([verdict, event]));
  }
  assertEquals([gate, asked, { event: "stop", raw: own }].map(fits), ["decision", "answer", "nothing"]);
});

Deno.test("whatever Cursor sends: nothing throws, and only Cursor's own answers are printed", () => {
  neverThrows(cursor, {
    agent: "cursor",
    events: [
      ...["sessionStart", "beforeSubmitPrompt", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"],
      ...["postToolUse", "postToolUseFailure", "afterShellExecution", "afterFileEdit", "afterAgentResponse"],
      ...[
        "afterAgentThought",
        "preCompact",
        "subagentStart",
        "subagentStop",
        "stop",
        "sessionEnd",
        "PreToolUse",
        "Stop",
      ],
    ],
    members: [
      ...[
        "conversation_id",
        "session_id",
        "cursor_version",
        "workspace_roots",
        "tool_name",
        "tool_input",
        "tool_output",
      ],
      ...["command", "file_path", "edits", "text", "status", "failure_type", "is_interrupt", "subagent_id", "prompt"],
      ...["subagent_type", "parent_conversation_id", "composer_mode", "error", "exit_code", "title", "questions"],
    ],
    known: [gate.raw, asked.raw],
    texts: ["c", "Shell", "AskQuestion", "MCP:a:b", "ask", "error", "aborted", '{"command":"ls"}', '{"error":1}'],
    shapes: ["permission user_message", "permission user_message agent_message"],
  });
});

import { assertEquals } from "@std/assert";
import * as grok from "../../src/agents/grok.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { HookEvent } from "../../src/wire/event.ts";
import { refusesBadInput } from "../support/adapter.ts";
import { brief, eventOf, inputOf, neverThrows } from "../support/agent_events.ts";

const { answer, fits, toInput } = grok;

const own = { hookEventName: "x", sessionId: "s", workspaceRoot: "/p/", cwd: "/p", permissionMode: "default" };
const shell = {
  toolName: "run_terminal_command",
  toolInput: { command: "ls", description: "d" },
  toolUseId: "call_1",
  toolInputTruncated: false,
};
const waiting: Partial<HookEvent> = { v: 108, wants_reply: true };

/** Both spellings, like 1.0.41 (fixture grok tui). */
function both(members: JsonObject): JsonObject {
  const { toolName, toolInput, toolUseId } = members;
  const snake = toolName === undefined
    ? {}
    : { tool_name: toolName, tool_input: toolInput ?? null, tool_use_id: toolUseId ?? null };
  return { ...own, session_id: "s", permission_mode: members.permissionMode ?? "default", ...members, ...snake };
}

function read(event: string, members: JsonObject = {}, more: Partial<HookEvent> = {}) {
  return toInput(eventOf("grok", event, both(members), more));
}

Deno.test("Grok's payload is read in both spellings, and in camel case alone under its own names", () => {
  const newer = inputOf(read("UserPromptSubmit", { promptId: "p1", prompt: "go" }), "prompted");
  const older = inputOf(
    toInput(eventOf("grok", "user_prompt_submit", { ...own, promptId: "p1", prompt: "go" })),
    "prompted",
  );
  assertEquals(newer, older);
  assertEquals(newer, {
    is: "prompted",
    from: {
      agent: "grok",
      session: "grok:s",
      event: "UserPromptSubmit",
      cwd: "/p",
      mode: "default",
      turn: "p1",
      mark: "p1",
    },
    text: "go",
    human: true,
  });
  const tool = inputOf(toInput(eventOf("grok", "pre_tool_use", { ...own, ...shell })), "tool-started").tool;
  assertEquals([tool.name, tool.rawName, tool.target, tool.callId], ["Bash", "run_terminal_command", "ls", "call_1"]);
});

Deno.test("a new Grok session is a start-up: its SessionStart may come after the first prompt", () => {
  assertEquals(inputOf(read("SessionStart", { source: "new" }), "started").source, "startup");
  assertEquals(inputOf(read("SessionStart", { source: "resume" }), "started").source, "resume");
});

Deno.test("each event of Grok has its meaning, or none", () => {
  const rows: [string, JsonObject, string][] = [
    ["PreToolUse", shell, "tool-started"],
    ["PostToolUse", shell, "tool-finished ok"],
    ["PostToolUse", { ...shell, toolResult: { success: false } }, "tool-finished error"],
    ["PostToolUseFailure", shell, "tool-finished error"],
    ["PermissionDenied", shell, "tool-finished refused"],
    ["Notification", { notificationType: "permission_prompt", message: "m" }, "waits"],
    ["Notification", { notificationType: "idle_prompt", message: "m?" }, "stopped ok"],
    ["Notification", { notificationType: "task_complete", message: "needs permission?" }, "ignored"],
    ["Stop", { reason: "end_turn" }, "stopped ok"],
    ["Stop", {}, "stopped ok"],
    ["Stop", { reason: "shutdown" }, "ignored"],
    ["Stop", { reason: "channel_closed" }, "ignored"],
    ["StopFailure", {}, "stopped failed"],
    ["StopCancelled", {}, "stopped user"],
    ["PreCompact", {}, "ignored"],
    ["PostCompact", {}, "ignored"],
    ["SessionEnd", { reason: "shutdown" }, "ended"],
    ["PermissionRequest", shell, "undecodable"],
    ["preToolUse", shell, "undecodable"],
    ["Whatever", {}, "undecodable"],
  ];
  for (const [event, members, expected] of rows) assertEquals(brief(read(event, members)), expected, event);
});

Deno.test("a wait that Grok only notifies of has no card", () => {
  const input = inputOf(
    read("Notification", { notificationType: "permission_prompt", message: "Tool permission requested" }, waiting),
    "waits",
  );
  assertEquals([input.wait, input.text, input.offer], ["permission", "Tool permission requested", undefined]);
});

Deno.test("a Stop of Grok carries its turn, its last words and what still runs", () => {
  const input = inputOf(
    read("Stop", {
      reason: "end_turn",
      promptId: "p1",
      lastAssistantMessage: "Finished now.",
      backgroundTasks: [{ id: "b1", status: "running" }, { id: "b2", status: "done" }],
      sessionCrons: [{ id: "c" }],
    }),
    "stopped",
  );
  assertEquals(
    [input.from.turn, input.text, input.background, input.recurring],
    ["p1", "Finished now.", ["b1"], true],
  );
  assertEquals(inputOf(read("StopCancelled", { promptId: "p0" }), "stopped").from.turn, "p0");
});

Deno.test("a failed turn of Grok says why", () => {
  const text = (members: JsonObject) => inputOf(read("StopFailure", members), "stopped").text;
  assertEquals(text({ error: "overloaded", errorDetails: "try later" }), "Turn failed (overloaded): try later");
  assertEquals(text({ error: "overloaded", lastAssistantMessage: "I was" }), "Turn failed (overloaded): I was");
  assertEquals(text({ errorDetails: "x" }), "Turn failed: x");
  assertEquals(text({ error: 3 }), "Turn failed");
});

Deno.test("Grok's children: the start in the parent's session, the stop in the child's own, anything else of theirs ignored", () => {
  const start = inputOf(read("SubagentStart", { subagentId: "k1", subagentType: "explore" }), "child");
  assertEquals([start.from.session, start.child, start.state, start.stray], [
    "grok:s",
    { id: "subagent:k1", kind: "subagent", name: "explore" },
    "running",
    undefined,
  ]);
  const stop = inputOf(read("SubagentStop", { subagentId: "k1", subagentType: "explore" }), "child");
  assertEquals([stop.child, stop.state, stop.stray], [start.child, "done", true]);
  assertEquals(inputOf(read("SubagentStart", { subagentType: "explore" }), "child").child.id, "subagent:explore");
  assertEquals(read("SubagentStart", {}), "ignored");
  assertEquals(read("SubagentStop", { subagentType: "explore" }), "ignored");
  for (const event of ["PreToolUse", "PostToolUse", "Stop", "SessionStart", "SessionEnd", "Notification"]) {
    assertEquals(read(event, { ...shell, subagentType: "explore" }, waiting), "ignored", event);
  }
});

Deno.test("Grok's gate asks about a call that Grok would ask about, and says what an allow means", () => {
  const input = inputOf(read("PreToolUse", shell, waiting), "waits");
  assertEquals([input.wait, input.starts, input.text, input.tool?.callId], [
    "permission",
    true,
    "Bash · ls",
    "call_1",
  ]);
  assertEquals(input.offer, {
    input: { command: "ls", description: "d" },
    whole: true,
    suggestions: [],
    hold: 25_000,
    note: "Allow only lets Grok go on: it may still ask in its own window. Deny is final.",
  });
});

Deno.test("Grok's gate is silent about what Grok would not ask about, what cannot be shown, and questions", () => {
  const rows: [string, JsonObject][] = [
    ["a file is read", { ...shell, toolName: "read_file", toolInput: { target_file: "/p/a" } }],
    ["a search", { ...shell, toolName: "hashline_grep", toolInput: { pattern: "x" } }],
    ["everything is allowed", { ...shell, permissionMode: "bypassPermissions" }],
    ["the input was cut", { ...shell, toolInputTruncated: true }],
    ["a question", { ...shell, toolName: "ask_user_question", toolInput: { questions: [] } }],
    ["a plan", { ...shell, toolName: "exit_plan_mode", toolInput: { plan: "# P" } }],
    ["no input", { toolName: "run_terminal_command", toolInput: "x" }],
  ];
  for (const [name, members] of rows) assertEquals(brief(read("PreToolUse", members, waiting)), "tool-started", name);
});

Deno.test("Grok's gate offers no allow where two members could both be the file (R7)", () => {
  const edit = (more: JsonObject) => {
    const toolInput = { file_path: "/p/a", old_string: "a", new_string: "b", ...more };
    return inputOf(read("PreToolUse", { ...shell, toolName: "search_replace", toolInput }, waiting), "waits").offer
      ?.whole;
  };
  assertEquals(edit({}), true);
  assertEquals(edit({ target_file: "/p/a" }), true);
  assertEquals(edit({ target_file: "/p/.bashrc" }), false);
});

Deno.test("Grok's tool names: prefixes go, servers are MCP, the table is exact", () => {
  const name = (toolName: string) => inputOf(read("PreToolUse", { ...shell, toolName }), "tool-started").tool.name;
  assertEquals(["GrokBuild:run_terminal_cmd", "github__list_issues", "X:mcp__a__b", "X:", "Shell", "__x"].map(name), [
    "Bash",
    "mcp__github__list_issues",
    "mcp__a__b",
    "X:",
    "Shell",
    "__x",
  ]);
  const tool = inputOf(
    read("PreToolUse", { toolName: "list_dir", toolInput: { target_directory: "/p/d" } }),
    "tool-started",
  );
  assertEquals([tool.tool.name, tool.tool.target], ["Glob", "/p/d"]);
});

refusesBadInput(grok, "grok", { id: "sessionId", tool: "toolName", event: "PreToolUse" });

Deno.test("Claude's payload under Grok's name is not understood; members of the wrong type count as absent", () => {
  assertEquals(
    toInput(eventOf("grok", "Stop", { session_id: "s", cwd: "/p", hook_event_name: "Stop" })),
    "undecodable",
  );
  assertEquals(inputOf(read("Stop", { reason: 4, promptId: 5, lastAssistantMessage: [] }), "stopped").text, undefined);
});

Deno.test("the SessionEnd that the hook makes of Grok's empty stdin ends its session", () => {
  const made = eventOf("grok", "SessionEnd", { hook_event_name: "SessionEnd", session_id: "s" });
  assertEquals(inputOf(toInput(made), "ended").from.session, "grok:s");
});

const gate = { event: "PreToolUse", raw: both(shell) };
const DENY =
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":';
const allow: Verdict = { kind: "decision", decision: "allow" };
const deny: Verdict = { kind: "decision", decision: "deny" };

Deno.test("Grok's bytes: allow, deny, deny with the human's words", () => {
  assertEquals(answer(allow, gate), '{"decision":"allow"}');
  assertEquals(answer(deny, gate), `${DENY}"Denied from Vults"}}`);
  assertEquals(answer({ ...deny, message: "" }, gate), `${DENY}"Denied from Vults"}}`);
  assertEquals(answer({ ...deny, message: 'no "rm"\n🙂' }, gate), `${DENY}"no \\"rm\\"\\n🙂"}}`);
  assertEquals(answer(allow, { event: "pre_tool_use", raw: { ...own, ...shell } }), '{"decision":"allow"}');
});

Deno.test("nothing is printed for a verdict that does not fit Grok's gate", () => {
  const wrong: [Verdict, { event: string; raw: JsonObject }][] = [
    [{ kind: "answer", answers: ["x"] }, gate],
    [{ ...allow, mode: "acceptEdits" }, gate],
    [{ ...allow, suggestion: 0 }, gate],
    [{ ...deny, choice: "deny" }, gate],
    [allow, { event: "PostToolUse", raw: gate.raw }],
    [allow, { event: "PermissionRequest", raw: gate.raw }],
    [deny, { event: "PreToolUse", raw: own }],
    [allow, { event: "PreToolUse", raw: both({ ...shell, toolInputTruncated: true }) }],
    [allow, { event: "PreToolUse", raw: both({ ...shell, toolName: "ask_user_question" }) }],
    [deny, { event: "PreToolUse", raw: both({ ...shell, toolName: "exit_plan_mode" }) }],
  ];
  for (const [verdict, asked] of wrong) {
    assertEquals(answer(verdict, asked), undefined, JSON.stringify([verdict, asked]));
  }
  assertEquals(fits(gate), "decision");
});

Deno.test("whatever Grok sends: nothing throws, and only Grok's own answers are printed", () => {
  neverThrows(grok, {
    agent: "grok",
    events: [
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "Notification",
      "Stop",
      "stop_failure",
      "SubagentStart",
      "SubagentStop",
      "SessionEnd",
    ],
    members: [
      "sessionId",
      "session_id",
      "hookEventName",
      "promptId",
      "toolName",
      "tool_name",
      "toolInput",
      "tool_input",
      "toolResult",
      "reason",
      "notificationType",
      "subagentId",
      "subagentType",
      "lastAssistantMessage",
      "error",
      "backgroundTasks",
      "permissionMode",
      "toolInputTruncated",
    ],
    known: [gate.raw, both({ ...shell, toolName: "ask_user_question" })],
    texts: [
      "s",
      "run_terminal_command",
      "ask_user_question",
      "search_replace",
      "end_turn",
      "permission_prompt",
      '{"a":1}',
    ],
    shapes: ["decision", "hookSpecificOutput(hookEventName permissionDecision permissionDecisionReason)"],
  });
});

// Qwen Code; values from fixtures/agents/qwen/0.24.4/tui, tui-pr-allow, ask and headless.

import { assert, assertEquals } from "@std/assert";
import type { Asked } from "../../src/agents/agent.ts";
import * as qwen from "../../src/agents/qwen.ts";
import { COMPACTION } from "../../src/agents/tool_use.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import {
  adapter,
  origin,
  printsNothingElse,
  printsYesAndNo,
  refusesBadInput,
  standsAnything,
} from "../support/adapter.ts";

const SESSION = "3559abca-cb8a-4bb4-a61d-4f12afd43b16";
const TURN = `${SESSION}########0`;
const COMMAND = "curl -s http://127.0.0.1:1/; echo hi > made.txt";
const CALL = "call_8020774e739b982299";
const { read } = adapter(qwen, "qwen", ["session_id", SESSION]);
const common = { cwd: "/home/me/proj", timestamp: "2026-11-30T17:22:53.500Z", permission_mode: "default" };
const turn = { ...common, prompt_id: TURN };
const tool_input = { command: COMMAND, description: "a test command" };
const request: JsonObject = { ...turn, tool_name: "run_shell_command", tool_input };
const asked: Asked = { event: "PermissionRequest", raw: request };
const use = { name: "Bash", rawName: "run_shell_command", target: COMMAND, subject: `{"command":"${COMMAND}"}` };
const call = { tool_use_id: "toolu_1796059382230_quhtqj6r5", tool_call_id: CALL };
const questions = [{
  question: "Which color?",
  header: "Color",
  options: [{ label: "Red", description: "choose Red" }, { label: "Blue", description: "choose Blue" }],
  multiSelect: false,
}];

function from(name: string, more = {}) {
  return origin("qwen", SESSION, name, { cwd: "/home/me/proj", mode: "default", ...more });
}

Deno.test("qwen: a prompt starts the turn of its prompt id; the empty one after a tool batch releases nothing", () => {
  assertEquals(read("UserPromptSubmit", { ...turn, prompt: "please run it", submitted_prompt: "please run it" }), {
    is: "prompted",
    from: from("UserPromptSubmit", { turn: TURN, mark: TURN }),
    text: "please run it",
    human: true,
  });
  assertEquals(read("UserPromptSubmit", { ...turn, prompt: "" }), "ignored");
  assertEquals(read("UserPromptSubmit", turn), "ignored");
});

Deno.test("qwen: a request comes before its call and has an offer for 25 s", () => {
  assertEquals(read("PermissionRequest", request), {
    is: "waits",
    from: from("PermissionRequest", { turn: TURN }),
    wait: "permission",
    text: `Bash · ${COMMAND}`,
    tool: use,
    offer: { input: tool_input, whole: true, suggestions: [], hold: 25_000 },
  });
});

Deno.test("qwen: a call starts once it was allowed, by the same subject, under its call id", () => {
  const tool = { ...use, callId: CALL };
  const raw = { ...common, tool_name: "run_shell_command", tool_input, ...call };
  assertEquals(read("PreToolUse", raw), {
    is: "tool-started",
    from: from("PreToolUse", { mark: CALL }),
    tool,
    passed: true,
  });
  const tool_response = { llmContent: "Exit Code: 0", returnDisplay: "" };
  assertEquals(read("PostToolUse", { ...raw, tool_response, duration_ms: 179 }), {
    is: "tool-finished",
    from: from("PostToolUse", { mark: CALL }),
    tool,
    outcome: "ok",
  });
});

Deno.test("qwen: a compaction is no call that was allowed", () => {
  assertEquals(read("PreCompact", { ...common, trigger: "auto" }), {
    is: "tool-started",
    from: from("PreCompact"),
    tool: COMPACTION,
  });
});

Deno.test("qwen: a failed call says why, a batch lists each call by the id of its other events", () => {
  const edit = { file_path: "/home/me/proj/a.txt", old_string: "hello", new_string: "hullo" };
  const raw = { ...common, tool_name: "edit", tool_input: edit, ...call };
  const tool = {
    name: "Edit",
    rawName: "edit",
    target: "/home/me/proj/a.txt",
    subject: '{"file":"/home/me/proj/a.txt","new":"hullo","old":"hello"}',
    callId: CALL,
  };
  assertEquals(read("PostToolUseFailure", { ...raw, error: "has not been read", is_interrupt: false }), {
    is: "tool-finished",
    from: from("PostToolUseFailure", { mark: CALL }),
    tool,
    outcome: "error",
    error: "has not been read",
  });
  const listed = { tool_name: "edit", tool_input: edit, tool_use_id: CALL, tool_call_id: CALL, status: "error" };
  assertEquals(read("PostToolBatch", { ...turn, tool_calls: [listed, "junk", {}] }), {
    is: "batch-finished",
    from: from("PostToolBatch", { turn: TURN }),
    tools: [tool],
  });
});

Deno.test("qwen: questions and plans wait for the terminal: an answer to them is not read", () => {
  const rows = [
    ["ask_user_question", { questions }, "question"],
    ["exit_plan_mode", { plan: "# Plan" }, "plan"],
  ] as const;
  for (const [tool_name, tool_input, wait] of rows) {
    const raw = { ...turn, tool_name, tool_input: { ...tool_input } };
    const input = read("PermissionRequest", raw);
    assert(typeof input === "object" && input.is === "waits");
    assertEquals([input.wait, input.tool?.rawName, input.offer], [wait, tool_name, undefined]);
    const question: Asked = { event: "PermissionRequest", raw };
    assertEquals(qwen.fits(question), "nothing");
    assertEquals(qwen.answer({ kind: "decision", decision: "allow" }, question), undefined);
    assertEquals(qwen.answer({ kind: "decision", decision: "deny" }, question), undefined);
    assertEquals(qwen.answer({ kind: "answer", answers: ["Blue"] }, question), undefined);
  }
});

Deno.test("qwen: a notification waits in the terminal; the reminder after a stop and the login mean nothing", () => {
  const told = (notification_type: string, message: string) =>
    read("Notification", { ...turn, notification_type, message });
  const message = "Qwen Code needs your permission to use run_shell_command";
  assertEquals(told("permission_prompt", message), {
    is: "waits",
    from: from("Notification", { turn: TURN }),
    wait: "permission",
    text: message,
  });
  assertEquals(told("idle_prompt", "Qwen Code is waiting for your input"), "ignored");
  assertEquals(told("auth_success", "Successfully authenticated with openai"), "ignored");
});

Deno.test("qwen: a stop says its last words; a recurring job is told under Qwen's own name", () => {
  const stop = { ...turn, stop_hook_active: false, last_assistant_message: "Finished now.", background_tasks: [] };
  const expected = {
    is: "stopped",
    from: from("Stop", { turn: TURN }),
    how: "ok",
    text: "Finished now.",
    background: [],
    recurring: false,
  } as const;
  assertEquals(read("Stop", { ...stop, crons: [] }), expected);
  assertEquals(read("Stop", { ...stop, crons: [{ id: "1" }] }), { ...expected, recurring: true });
});

Deno.test("qwen: each tool name of its own is read in the canonical words", () => {
  const names = ["read_file", "write_file", "glob", "list_directory", "grep_search", "web_fetch", "web_search"];
  const canonical = ["Read", "Write", "Glob", "Glob", "Grep", "WebFetch", "WebSearch"];
  assertEquals([...names, "todo_write", "agent", "mcp__a__b"].map(nameOf), [
    ...canonical,
    "TodoWrite",
    "Task",
    "mcp__a__b",
  ]);
});

function nameOf(tool_name: string): string | undefined {
  const input = read("PreToolUse", { ...common, tool_name });
  return typeof input === "object" && input.is === "tool-started" ? input.tool.name : undefined;
}

const BYTES = {
  allow: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}',
  deny: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"M"}}}',
};

printsYesAndNo(qwen, "qwen", asked, BYTES);
refusesBadInput(qwen, "qwen", { id: "session_id", tool: "tool_name", event: "PreToolUse" });
printsNothingElse(qwen, "qwen", asked);
standsAnything(qwen, "qwen", ["PermissionRequest", "PreToolUse", "PostToolBatch", "UserPromptSubmit", "Stop"], BYTES);

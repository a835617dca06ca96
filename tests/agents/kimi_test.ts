// Kimi Code; values from fixtures/agents/kimi/2.1.0/tui, ask and headless.

import { assert, assertEquals } from "@std/assert";
import type { Asked } from "../../src/agents/agent.ts";
import * as kimi from "../../src/agents/kimi.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { adapter, origin, printsNothingElse, refusesBadInput, standsAnything } from "../support/adapter.ts";

const SESSION = "session_c95b176c-3386-49bb-be2a-cb05173621c9";
const COMMAND = "curl -s http://127.0.0.1:1/; echo hi > made.txt";
const CALL = "call_0b7a876425a7af02af";
const REQUEST = "approval_a772b53e-73d9-4d5a-ac17-d33ac3340469";
const { read } = adapter(kimi, "kimi", ["session_id", SESSION]);
const common = { cwd: "/home/me/proj", client_type: "kimi_code_cli", session_title: "please run it" };
const tool_input = { command: COMMAND, description: "a test command" };
const call = { ...common, tool_name: "Bash", tool_input, tool_call_id: CALL };
const request: JsonObject = {
  ...call,
  id: REQUEST,
  agent_id: "main",
  turn_id: 0,
  action: `Running: ${COMMAND}`,
  display: { kind: "command", command: COMMAND, cwd: "/home/me/proj", language: "bash" },
};
const tool = { name: "Bash", rawName: "Bash", target: COMMAND, subject: `{"command":"${COMMAND}"}`, callId: CALL };

function from(name: string, more = {}) {
  return origin("kimi", SESSION, name, { cwd: "/home/me/proj", ...more });
}

Deno.test("kimi: a prompt is the joined texts of its list", () => {
  const text = (prompt: Json) => {
    const input = read("UserPromptSubmit", { ...common, prompt, is_steer: false });
    assert(typeof input === "object" && input.is === "prompted");
    return input.text;
  };
  assertEquals(text([{ type: "text", text: "please run it" }]), "please run it");
  assertEquals(
    text([{ type: "text", text: "a " }, { type: "image", url: "x" }, 3, { type: "text", text: "b" }]),
    "a b",
  );
  assertEquals([text([]), text("plain"), text({ text: "x" })], ["", "plain", ""]);
});

Deno.test("kimi: a request waits in the terminal, as the main agent's", () => {
  assertEquals(read("PermissionRequest", request), {
    is: "waits",
    from: from("PermissionRequest", { mark: CALL }),
    wait: "permission",
    text: `Bash · ${COMMAND}`,
    tool,
  });
  const child = read("PermissionRequest", { ...request, agent_id: "sub-1" });
  assertEquals(typeof child === "object" && child.from.agentId, "sub-1");
});

Deno.test("kimi: the terminal's approval starts the call that was asked for, any other decision refuses it", () => {
  assertEquals(read("PermissionResult", { ...request, decision: "approved" }), {
    is: "tool-started",
    from: from("PermissionResult", { mark: CALL }),
    tool,
    passed: true,
  });
  for (const decision of ["rejected", "", 1, null]) {
    assertEquals(read("PermissionResult", { ...request, decision }), {
      is: "tool-finished",
      from: from("PermissionResult", { mark: CALL }),
      tool,
      outcome: "refused",
    });
  }
  assertEquals(read("PermissionResult", { decision: "approved" }), "undecodable");
});

Deno.test("kimi: a call has one id from its start to its end, and its file stands in `path`", () => {
  assertEquals(read("PreToolUse", call), { is: "tool-started", from: from("PreToolUse", { mark: CALL }), tool });
  assertEquals(read("PostToolUse", { ...call, tool_output: "Command executed successfully." }), {
    is: "tool-finished",
    from: from("PostToolUse", { mark: CALL }),
    tool,
    outcome: "ok",
  });
  const edit = { path: "/home/me/proj/a.txt", old_string: "hello", new_string: "hullo" };
  const input = read("PreToolUse", { ...common, tool_name: "Edit", tool_input: edit, tool_call_id: "c2" });
  assert(typeof input === "object" && input.is === "tool-started");
  assertEquals([input.tool.target, input.tool.subject], [
    "/home/me/proj/a.txt",
    '{"file":"/home/me/proj/a.txt","new":"hullo","old":"hello"}',
  ]);
});

Deno.test("kimi: a failed call says why, from inside its error object", () => {
  const error = { code: "tool_failed", message: "No such file", retryable: false };
  assertEquals(read("PostToolUseFailure", { ...call, error }), {
    is: "tool-finished",
    from: from("PostToolUseFailure", { mark: CALL }),
    tool,
    outcome: "error",
    error: "No such file",
  });
});

Deno.test("kimi: a question is told of before its tool only: a wait for the terminal, not a call", () => {
  const options = [{ label: "Red", description: "choose Red" }, { label: "Blue", description: "choose Blue" }];
  const questions = [{ question: "Which color?", header: "Color", options, multi_select: false }];
  const raw = { ...common, tool_name: "AskUserQuestion", tool_input: { questions }, tool_call_id: "call_503c" };
  const input = read("PreToolUse", raw);
  assert(typeof input === "object" && input.is === "waits");
  assertEquals([input.wait, input.offer, input.starts, input.tool?.callId], [
    "question",
    undefined,
    undefined,
    "call_503c",
  ]);
});

Deno.test("kimi: a turn ends without words, or by the person, or failed; a heartbeat is no news", () => {
  const over = { background: [], recurring: false } as const;
  assertEquals(read("Stop", { ...common, stop_hook_active: false }), {
    is: "stopped",
    from: from("Stop"),
    how: "ok",
    ...over,
  });
  assertEquals(read("Interrupt", common), { is: "stopped", from: from("Interrupt"), how: "user", ...over });
  assertEquals(read("StopFailure", { ...common, error: { message: "broken" } }), {
    is: "stopped",
    from: from("StopFailure"),
    how: "failed",
    text: "broken",
    ...over,
  });
  assertEquals(read("SessionHeartbeat", common), "ignored");
});

Deno.test("kimi: a turn's number is no turn id", () => {
  const input = read("Stop", { ...common, turn_id: 3 });
  assertEquals(typeof input === "object" && input.from.turn, undefined);
});

Deno.test("kimi: other tool names are read in Claude's words", () => {
  const nameOf = (tool_name: string) => {
    const input = read("PreToolUse", { ...common, tool_name });
    return typeof input === "object" && input.is === "tool-started" && input.tool.name;
  };
  assertEquals(["FetchURL", "TodoList", "Agent", "Glob"].map(nameOf), ["WebFetch", "TodoWrite", "Task", "Glob"]);
});

Deno.test("kimi: it is never asked: an allow was ignored while its dialog was up", () => {
  assertEquals(kimi.asks, {});
  assertEquals(kimi.fits({ event: "PermissionRequest", raw: request }), "nothing");
});

for (const event of ["PermissionResult", "SessionHeartbeat"]) {
  Deno.test(`kimi: ${event} without a usable session id is not understood`, () => {
    assertEquals(read(event, { ...request, session_id: "" }), "undecodable");
    assertEquals(read(event, { ...request, session_id: 4 }), "undecodable");
  });
}

const asked: Asked = { event: "PermissionRequest", raw: { session_id: SESSION, ...request } };

refusesBadInput(kimi, "kimi", { id: "session_id", tool: "tool_name", event: "PreToolUse" });
printsNothingElse(kimi, "kimi", asked);
standsAnything(kimi, "kimi", [
  "PermissionRequest",
  "PermissionResult",
  "PreToolUse",
  "UserPromptSubmit",
  "SessionHeartbeat",
]);

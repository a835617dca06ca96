// OpenCode's adapter: what the plugin's payloads mean, and the exact bytes that the plugin reads back.

import { assertEquals } from "@std/assert";
import type { Asked } from "../../src/agents/agent.ts";
import { answer, asks, fits, toInput } from "../../src/agents/opencode.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { AgentInput, Waits } from "../../src/domain/input.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { hookArgs } from "../../src/hook/args.ts";
import { build } from "../../src/wire/build.ts";
import { HOLD_MS } from "../../src/wire/limits.ts";

const SESSION = { session_id: "ses_1", cwd: "/home/me/proj" };
const DIFF = "--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-hello\n+hullo\n";
const BASH = { tool_name: "bash", tool_input: { command: "npm test", patterns: ["npm test"] }, request_id: "per_1" };
const QUESTIONS = [
  { question: "Which color?", header: "Color", options: [{ label: "Red", description: "warm" }], multiple: false },
  {
    question: "Sizes?",
    header: "",
    options: [{ label: "S", description: "" }, { label: "M", description: "" }],
    multiple: true,
  },
];
const QUESTION = { tool_name: "AskUserQuestion", tool_input: { questions: QUESTIONS }, request_id: "que_1" };

Deno.test("a permission is a card for as long as its dialog is on screen, a subagent's too", () => {
  for (const child of [{}, { agent_id: "ses_2", agent_type: "explore" }]) {
    const read = waits("PermissionRequest", { ...BASH, ...child });
    assertEquals([read.wait, read.tool?.name, read.tool?.rawName, read.tool?.target], [
      "permission",
      "Bash",
      "bash",
      "npm test",
    ]);
    assertEquals([read.offer?.whole, read.offer?.hold], [true, HOLD_MS]);
  }
  assertEquals(asks, { PermissionRequest: HOLD_MS, PreToolUse: HOLD_MS });
});

const NAMES: [string, string][] = [
  ["bash", "Bash"],
  ["read", "Read"],
  ["edit", "Edit"],
  ["patch", "Edit"],
  ["multiedit", "Edit"],
  ["write", "Write"],
  ["glob", "Glob"],
  ["list", "Glob"],
  ["grep", "Grep"],
  ["webfetch", "WebFetch"],
  ["websearch", "WebSearch"],
  ["todowrite", "TodoWrite"],
  ["task", "Task"],
  ["question", "AskUserQuestion"],
  ["an_mcp_tool", "an_mcp_tool"],
];

Deno.test("its tools are named in the canonical words, with the raw name beside", () => {
  for (const [raw, name] of NAMES) {
    const read = input("PreToolUse", { tool_name: raw, tool_input: {} });
    if (read.is !== "tool-started") throw new Error(`${raw} became ${read.is}`);
    assertEquals([read.tool.name, read.tool.rawName], [name, raw]);
  }
});

const SHOWN: [string, string, JsonObject, boolean][] = [
  ["a command", "bash", { command: "ls", patterns: ["ls"] }, true],
  ["an edit with its diff", "edit", { filepath: "/a", diff: DIFF, patterns: ["a"] }, true],
  ["an edit with its texts", "edit", { filePath: "/a", oldString: "x", newString: "y", patterns: ["a"] }, true],
  [
    "a folder outside, and the call that goes there",
    "external_directory",
    { command: "ls /x", patterns: ["/x/*"] },
    true,
  ],
  ["patterns alone", "bash", { patterns: ["ls *"] }, false],
  ["patterns alone, of an unknown kind", "an_mcp_tool", { patterns: ["*"] }, false],
  ["an edit without its text", "edit", { filepath: "/a", patterns: ["a"] }, false],
];

Deno.test("what does not show what would run is a card without an allow, and still shows its patterns", () => {
  for (const [what, tool_name, tool_input, whole] of SHOWN) {
    const { offer } = waits("PermissionRequest", { tool_name, tool_input });
    assertEquals(offer?.whole, whole, what);
    assertEquals(offer?.input.patterns, tool_input.patterns, what);
  }
  assertEquals(waits("PermissionRequest", { ...BASH, arguments_known: false }).offer?.whole, false);
});

Deno.test("its spellings of an input stand beside the canonical ones", () => {
  const tool_input = { filePath: "/a", oldString: "x", newString: "y", diff: DIFF };
  const { offer } = waits("PermissionRequest", { tool_name: "edit", tool_input });
  assertEquals(offer?.input, { ...tool_input, file_path: "/a", old_string: "x", new_string: "y" });
});

Deno.test("a question waits where it is asked with --ask, and not where its tool is permitted", () => {
  const read = waits("PreToolUse", QUESTION);
  assertEquals([read.wait, read.offer?.hold], ["question", HOLD_MS]);
  assertEquals(read.offer?.questions?.map(({ question, multi }) => [question, multi]), [
    ["Which color?", false],
    ["Sizes?", true],
  ]);
  const permitted = waits("PermissionRequest", {
    ...BASH,
    tool_name: "question",
    tool_input: { questions: QUESTIONS },
  });
  assertEquals([permitted.wait, permitted.offer], ["question", undefined]);
});

Deno.test("a failed turn is never a finished one, and the person's own end is neither", () => {
  const ended = (event: string, more: JsonObject) => {
    const read = input(event, more);
    return read.is === "stopped" ? [read.how, read.text ?? ""] : [read.is, "text" in read ? read.text ?? "" : ""];
  };
  assertEquals(ended("Stop", { last_assistant_message: "Finished." }), ["ok", "Finished."]);
  assertEquals(ended("StopFailure", { error: "overloaded" }), ["failed", "overloaded"]);
  assertEquals(ended("StopFailure", { error: "Rate limit reached" }), ["limited", "Rate limit reached"]);
  assertEquals(ended("Interrupt", {}), ["user", ""]);
  assertEquals(ended("SessionEnd", { reason: "deleted" }), ["ended", ""]);
});

Deno.test("a child's events name the child", () => {
  const child = { agent_id: "ses_2", agent_type: "explore" };
  const started = input("SubagentStart", child);
  assertEquals(started.is === "child" && [started.state, started.child], [
    "running",
    { id: "subagent:ses_2", kind: "subagent", name: "explore" },
  ]);
  const stopped = input("SubagentStop", child);
  assertEquals(stopped.is === "child" && stopped.state, "done");
});

const UNREAD: [string, string, JsonObject][] = [
  ["no session", "Stop", { session_id: "" }],
  ["a number for a session", "Stop", { session_id: 7 }],
  ["no tool", "PreToolUse", { tool_name: 7 }],
  ["an event of tomorrow", "SomethingNew", {}],
];

Deno.test("what cannot be understood is undecodable", () => {
  for (const [what, event, more] of UNREAD) assertEquals(read(event, more), "undecodable", what);
});

const BYTES: [string, Verdict, Asked, string | undefined][] = [
  ["allow", { kind: "decision", decision: "allow" }, permission(), '{"reply":"once"}'],
  ["deny", { kind: "decision", decision: "deny" }, permission(), '{"reply":"reject"}'],
  [
    "deny with an empty message",
    { kind: "decision", decision: "deny", message: "" },
    permission(),
    '{"reply":"reject"}',
  ],
  [
    "deny with the person's words",
    { kind: "decision", decision: "deny", message: 'use "npm ci"' },
    permission(),
    '{"reply":"reject","message":"use \\"npm ci\\""}',
  ],
  [
    "answers, one list for each question",
    { kind: "answer", answers: ["Blue", ["S", "M"]] },
    question(),
    '{"answers":[["Blue"],["S","M"]]}',
  ],
  ["typed words with a comma", { kind: "answer", answers: ["a, b", "M"] }, question(), '{"answers":[["a, b"],["M"]]}'],
  ["too few answers", { kind: "answer", answers: ["Blue"] }, question(), undefined],
  ["an empty answer", { kind: "answer", answers: ["Blue", []] }, question(), undefined],
  ["a blank answer", { kind: "answer", answers: ["", ["S"]] }, question(), undefined],
  ["answers to a permission", { kind: "answer", answers: ["once"] }, permission(), undefined],
  ["a decision to a question", { kind: "decision", decision: "allow" }, question(), undefined],
  ["a suggestion", { kind: "decision", decision: "allow", suggestion: 0 }, permission(), undefined],
  ["a mode", { kind: "decision", decision: "allow", mode: "acceptEdits" }, permission(), undefined],
  ["a choice", { kind: "decision", decision: "allow", choice: "always" }, permission(), undefined],
  ["an event that does not ask", { kind: "decision", decision: "allow" }, { event: "Stop", raw: BASH }, undefined],
  [
    "a request without a tool",
    { kind: "decision", decision: "allow" },
    { event: "PermissionRequest", raw: {} },
    undefined,
  ],
  [
    "a permission for the question's tool",
    { kind: "decision", decision: "allow" },
    { event: "PermissionRequest", raw: { ...BASH, tool_name: "question" } },
    undefined,
  ],
];

Deno.test("the bytes of each answer, and nothing for what does not fit", () => {
  for (const [what, verdict, asked, bytes] of BYTES) assertEquals(answer(verdict, asked), bytes, what);
  assertEquals([fits(permission()), fits(question()), fits({ event: "PreToolUse", raw: BASH })], [
    "decision",
    "answer",
    "nothing",
  ]);
});

function permission(): Asked {
  return { event: "PermissionRequest", raw: { ...SESSION, ...BASH } };
}

function question(): Asked {
  return { event: "PreToolUse", raw: { ...SESSION, ...QUESTION } };
}

function waits(event: string, more: JsonObject): Waits {
  const read = input(event, more);
  if (read.is !== "waits") throw new Error(`${event} became ${read.is}`);
  return read;
}

function input(event: string, more: JsonObject): AgentInput {
  const given = read(event, more);
  if (typeof given === "string") throw new Error(`${event} is ${given}`);
  return given;
}

function read(event: string, more: JsonObject): AgentInput | "ignored" | "undecodable" {
  const ask = more.tool_name === "AskUserQuestion" ? ["--ask"] : [];
  const args = hookArgs(["--agent", "opencode", ...ask, event]);
  const built = build({ hook_event_name: event, ...SESSION, ...more }, args, {
    id: "1",
    read: () => undefined,
    zeca: false,
  });
  if (built === undefined) throw new Error(`${event} makes no event`);
  return toInput(built);
}

// Factory Droid; values from fixtures/agents/droid/0.225.2/headless.

import { assertEquals } from "@std/assert";
import type { Asked } from "../../src/agents/agent.ts";
import * as droid from "../../src/agents/droid.ts";
import { COMPACTION } from "../../src/agents/tool_use.ts";
import { adapter, origin, printsNothingElse, refusesBadInput, standsAnything } from "../support/adapter.ts";

const SESSION = "20df25d8-8aec-4613-af82-0150e52eb22f";
const COMMAND = "curl -s http://127.0.0.1:1/; echo hi > made.txt";
const { read } = adapter(droid, "droid", ["session_id", SESSION]);
const common = { cwd: "/home/me/proj", permission_mode: "auto-low" };
const execute = { command: COMMAND, summary: "a test command", riskLevelReason: "a test command", riskLevel: "low" };

function from(name: string) {
  return origin("droid", SESSION, name, { cwd: "/home/me/proj", mode: "auto-low" });
}

Deno.test("droid: a run without a prompt event, from its start to its end", () => {
  assertEquals(read("SessionStart", { ...common, source: "startup" }), {
    is: "started",
    from: from("SessionStart"),
    source: "startup",
  });
  const bash = { name: "Bash", rawName: "Execute", target: COMMAND, subject: `{"command":"${COMMAND}"}` };
  const raw = { ...common, tool_name: "Execute", tool_input: execute };
  assertEquals(read("PreToolUse", raw), { is: "tool-started", from: from("PreToolUse"), tool: bash });
  const tool_response = "Command completed successfully\n\n[Process exited with code 0]";
  assertEquals(read("PostToolUse", { ...raw, tool_response }), {
    is: "tool-finished",
    from: from("PostToolUse"),
    tool: bash,
    outcome: "ok",
  });
  assertEquals(read("Stop", { ...common, message_id: "7ffc505f", stop_hook_active: false, tool_execution_count: 0 }), {
    is: "stopped",
    from: from("Stop"),
    how: "ok",
    background: [],
    recurring: false,
  });
  assertEquals(read("SessionEnd", { ...common, reason: "other", session_duration_ms: 1536.442138671875 }), {
    is: "ended",
    from: from("SessionEnd"),
    reason: "other",
  });
});

Deno.test("droid: an edit's members and other tool names are read in Claude's words", () => {
  const tool_input = { file_path: "/home/me/proj/a.txt", old_str: "hello", new_str: "hullo" };
  assertEquals(read("PreToolUse", { ...common, tool_name: "Edit", tool_input }), {
    is: "tool-started",
    from: from("PreToolUse"),
    tool: {
      name: "Edit",
      rawName: "Edit",
      target: "/home/me/proj/a.txt",
      subject: '{"file":"/home/me/proj/a.txt","new":"hullo","old":"hello"}',
    },
  });
  const nameOf = (tool_name: string) => {
    const input = read("PreToolUse", { ...common, tool_name });
    return typeof input === "object" && input.is === "tool-started" && input.tool.name;
  };
  assertEquals(["Create", "LS", "Read", "Grep"].map(nameOf), ["Write", "Glob", "Read", "Grep"]);
});

Deno.test("droid: the path of its environment file is kept nowhere", () => {
  const CLAUDE_ENV_FILE = "/home/me/.factory/temp/env/droid-env-20df25d8.sh";
  const input = read("SessionStart", { ...common, source: "startup", CLAUDE_ENV_FILE });
  assertEquals(JSON.stringify(input).includes("droid-env"), false);
});

Deno.test("droid: a compaction is a sign of work: no event tells of its end", () => {
  assertEquals(read("PreCompact", common), {
    is: "tool-started",
    from: from("PreCompact"),
    tool: { ...COMPACTION, sign: true },
  });
});

Deno.test("droid: it is never asked: a permission event that it is not known to have waits in the terminal", () => {
  const raw = { session_id: SESSION, ...common, tool_name: "Execute", tool_input: execute };
  const input = read("PermissionRequest", raw);
  assertEquals(typeof input === "object" && input.is === "waits" && [input.wait, input.offer], [
    "permission",
    undefined,
  ]);
  assertEquals(droid.asks, {});
  assertEquals(droid.fits({ event: "PermissionRequest", raw }), "nothing");
});

const asked: Asked = {
  event: "PermissionRequest",
  raw: { session_id: SESSION, tool_name: "Execute", tool_input: execute },
};

refusesBadInput(droid, "droid", { id: "session_id", tool: "tool_name", event: "PreToolUse" });
printsNothingElse(droid, "droid", asked);
standsAnything(droid, "droid", ["PermissionRequest", "PreToolUse", "PostToolUse", "Stop", "SessionStart"]);

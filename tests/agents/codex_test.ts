// Codex CLI; values from fixtures/agents/codex/0.171.0/tuiPerm-allow and execBypass.

import { assert, assertEquals } from "@std/assert";
import type { Asked } from "../../src/agents/agent.ts";
import * as codex from "../../src/agents/codex.ts";
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

const SESSION = "01a22d76-531e-7040-9068-bbb0ee28043d";
const TURN = "01a22d76-5d6f-7a90-abc9-1f43e9af73fe";
const COMMAND = "curl -s http://127.0.0.1:1/; echo hi > made.txt";
const SUBJECT = `{"command":"${COMMAND}"}`;
const { event, read } = adapter(codex, "codex", ["session_id", SESSION]);
const turn = { turn_id: TURN, cwd: "/home/me/proj", model: "mock-model", permission_mode: "default" };
const bash = { ...turn, tool_name: "Bash", tool_input: { command: COMMAND }, tool_use_id: "call_8f3d7a6901699e6073" };
const request: JsonObject = {
  ...turn,
  tool_name: "Bash",
  tool_input: { command: COMMAND, description: "needs the network" },
};
const asked: Asked = { event: "PermissionRequest", raw: request };

function from(name: string, more = {}) {
  return origin("codex", SESSION, name, { cwd: "/home/me/proj", mode: "default", turn: TURN, ...more });
}

Deno.test("codex: a turn is read under its turn id, from the prompt to its stop", () => {
  const { turn_id: _turn, ...start } = turn;
  assertEquals(read("SessionStart", { ...start, source: "startup" }), {
    is: "started",
    from: origin("codex", SESSION, "SessionStart", { cwd: "/home/me/proj", mode: "default" }),
    source: "startup",
    model: "mock-model",
  });
  assertEquals(read("UserPromptSubmit", { ...turn, prompt: "please run it" }), {
    is: "prompted",
    from: from("UserPromptSubmit", { mark: TURN }),
    text: "please run it",
    human: true,
  });
  const tool = { name: "Bash", rawName: "Bash", target: COMMAND, subject: SUBJECT, callId: "call_8f3d7a6901699e6073" };
  const mark = { mark: "call_8f3d7a6901699e6073" };
  assertEquals(read("PreToolUse", bash), { is: "tool-started", from: from("PreToolUse", mark), tool });
  assertEquals(read("PostToolUse", { ...bash, tool_response: "" }), {
    is: "tool-finished",
    from: from("PostToolUse", mark),
    tool,
    outcome: "ok",
  });
  assertEquals(read("Stop", { ...turn, stop_hook_active: false, last_assistant_message: "Finished now." }), {
    is: "stopped",
    from: from("Stop"),
    how: "ok",
    text: "Finished now.",
    background: [],
    recurring: false,
  });
  assertEquals(read("SessionEnd", { reason: "other" }), {
    is: "ended",
    from: origin("codex", SESSION, "SessionEnd"),
    reason: "other",
  });
});

Deno.test("codex: a request has an offer for 25 s, its whole input, and the subject of its call", () => {
  assertEquals(read("PermissionRequest", request), {
    is: "waits",
    from: from("PermissionRequest"),
    wait: "permission",
    text: `Bash · ${COMMAND}`,
    tool: { name: "Bash", rawName: "Bash", target: COMMAND, subject: SUBJECT },
    offer: {
      input: { command: COMMAND, description: "needs the network" },
      whole: true,
      suggestions: [],
      hold: 25_000,
    },
  });
});

Deno.test("codex: a suggestion is never a button: it takes none back", () => {
  const permission_suggestions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
  const input = read("PermissionRequest", { ...request, permission_suggestions });
  assert(typeof input === "object" && input.is === "waits");
  assertEquals(input.offer?.suggestions, []);
});

Deno.test("codex: what its model is asked and says is known and changes nothing", () => {
  assertEquals(read("PreModelRequest", { ...turn, kind: "sampling", attempt_number: 1 }), "ignored");
  assertEquals(read("PostModelRequest", { ...turn, kind: "sampling", status: "completed", error: null }), "ignored");
});

Deno.test("codex: an interrupt is the person's, a compaction has both its ends", () => {
  assertEquals(read("Interrupt", turn), {
    is: "stopped",
    from: from("Interrupt"),
    how: "user",
    background: [],
    recurring: false,
  });
  assertEquals(read("PreCompact", turn), { is: "tool-started", from: from("PreCompact"), tool: COMPACTION });
  assertEquals(read("PostCompact", turn), {
    is: "tool-finished",
    from: from("PostCompact"),
    tool: COMPACTION,
    outcome: "ok",
  });
});

Deno.test("codex: a patch is an edit of the files it names, a move's target not among them", () => {
  const patch =
    "*** Begin Patch\n*** Update File: /p/a.ts\n*** Move to: /p/c.ts\n*** Add File: /p/b.ts\n+x\n*** End Patch";
  const input = read("PermissionRequest", { ...turn, tool_name: "apply_patch", tool_input: { command: patch } });
  assert(typeof input === "object" && input.is === "waits");
  assertEquals([input.tool?.name, input.tool?.rawName, input.tool?.target], [
    "Edit",
    "apply_patch",
    "/p/a.ts, /p/b.ts",
  ]);
  assertEquals([input.text, input.offer?.whole], ["Edit · /p/a.ts, /p/b.ts", true]);
});

Deno.test("codex: a patch that asks cut at 2,000 bytes and ends cut at 64 KiB is one subject", () => {
  const subjectOf = (name: string, patch: string) => {
    const input = read(name, { ...turn, tool_name: "apply_patch", tool_input: { command: patch } });
    assert(typeof input === "object" && (input.is === "waits" || input.is === "tool-finished"));
    return input.tool?.subject;
  };
  for (const unit of ["+line\n", "+é\n", "+日本\n", "+🙂\n", "x+🙂"]) {
    for (const bytes of [1_000, 1_998, 2_001, 3_000, 70_000]) {
      const patch = "*** Update File: /p/a.ts\n" + unit.repeat(bytes / unit.length);
      assertEquals(subjectOf("PermissionRequest", patch), subjectOf("PostToolUse", patch), `${unit} ${bytes}`);
    }
  }
  const long = "*** Update File: /p/a.ts\n" + "+line\n".repeat(20_000);
  const sent = event("PostToolUse", { ...turn, tool_name: "apply_patch", tool_input: { command: long } });
  assertEquals(JSON.stringify(sent.payload).length > 65_536, true);
});

Deno.test("codex: what it asks the person itself, and what a subagent asks, is a wait for the terminal", () => {
  const questions = [{ question: "Which?", options: [{ label: "A" }, { label: "B" }] }];
  const question = { ...turn, tool_name: "request_user_input", tool_input: { questions } };
  const child = { ...request, agent_id: "a1" };
  for (const [raw, wait] of [[question, "question"], [child, "permission"]] as const) {
    const input = read("PermissionRequest", raw);
    assert(typeof input === "object" && input.is === "waits");
    assertEquals([input.wait, input.offer], [wait, undefined]);
    assertEquals(codex.fits({ event: "PermissionRequest", raw }), "nothing");
    assertEquals(codex.answer({ kind: "decision", decision: "allow" }, { event: "PermissionRequest", raw }), undefined);
  }
});

const BYTES = {
  allow: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}',
  deny: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"M"}}}',
};

printsYesAndNo(codex, "codex", asked, BYTES);
refusesBadInput(codex, "codex", { id: "session_id", tool: "tool_name", event: "PreToolUse" });
printsNothingElse(codex, "codex", asked);
standsAnything(
  codex,
  "codex",
  ["PermissionRequest", "PreToolUse", "PostToolUse", "UserPromptSubmit", "StopFailure"],
  BYTES,
);

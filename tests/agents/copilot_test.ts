// Copilot CLI; values from fixtures/agents/copilot/1.0.102/headless, tui and tui-pr-allow.

import { assert, assertEquals } from "@std/assert";
import type { Asked } from "../../src/agents/agent.ts";
import * as copilot from "../../src/agents/copilot.ts";
import { COMPACTION } from "../../src/agents/tool_use.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import {
  adapter,
  origin,
  printsNothingElse,
  printsYesAndNo,
  refusesBadInput,
  standsAnything,
} from "../support/adapter.ts";

const SESSION = "9f38d3c8-26aa-4b8b-b445-9c89aef923ff";
const COMMAND = "curl -s http://127.0.0.1:1/; echo hi > made.txt";
const { event, read } = adapter(copilot, "copilot", ["sessionId", SESSION]);
const common = { timestamp: 1796059546651, cwd: "/home/me/proj" };
const toolArgs = { command: COMMAND, description: "a test command" };
const request: JsonObject = {
  hookName: "permissionRequest",
  ...common,
  toolName: "bash",
  toolInput: { command: COMMAND },
  permissionSuggestions: [],
};
const asked: Asked = { event: "permissionRequest", raw: { sessionId: SESSION, ...request } };
const use = { name: "Bash", rawName: "bash", target: COMMAND, subject: `{"command":"${COMMAND}"}` };

function from(name: string) {
  return origin("copilot", SESSION, name, { cwd: "/home/me/proj" });
}

Deno.test("copilot: a turn in camelCase, from its start to the session's end", () => {
  // `new` may come again with each prompt; like a `startup` it resets nothing that runs.
  assertEquals(read("sessionStart", { ...common, source: "new", initialPrompt: "please run it" }), {
    is: "started",
    from: from("sessionStart"),
    source: "startup",
  });
  assertEquals(read("userPromptSubmitted", { ...common, prompt: "please run it" }), {
    is: "prompted",
    from: from("userPromptSubmitted"),
    text: "please run it",
    human: true,
  });
  const raw = { ...common, toolName: "bash", toolArgs };
  assertEquals(read("preToolUse", raw), { is: "tool-started", from: from("preToolUse"), tool: use });
  const toolResult = { resultType: "success", textResultForLlm: "\n<shellId: 0 completed with exit code 0>" };
  assertEquals(read("postToolUse", { ...raw, toolResult }), {
    is: "tool-finished",
    from: from("postToolUse"),
    tool: use,
    outcome: "ok",
  });
  assertEquals(read("agentStop", { ...common, stopReason: "end_turn", stop_hook_active: false }), {
    is: "stopped",
    from: from("agentStop"),
    how: "ok",
    background: [],
    recurring: false,
  });
  assertEquals(read("sessionEnd", { ...common, reason: "user_exit" }), {
    is: "ended",
    from: from("sessionEnd"),
    reason: "user_exit",
  });
});

Deno.test("copilot: a request has an offer for 25 s that says what one allow covers, and its call's subject", () => {
  const input = read("permissionRequest", request);
  assertEquals(input, {
    is: "waits",
    from: from("permissionRequest"),
    wait: "permission",
    text: `Bash · ${COMMAND}`,
    tool: use,
    offer: {
      input: { command: COMMAND },
      whole: true,
      suggestions: [],
      hold: 25_000,
      note:
        "One Allow covers the whole call, where Copilot itself may ask twice: for an address, then for the command.",
    },
  });
});

Deno.test("copilot: a request whose command was cut has no Allow until the uncut one comes beside it (R7)", () => {
  const command = "echo " + "x".repeat(3_000);
  const sent = event("permissionRequest", { ...request, toolInput: { command } });
  const { exact: _exact, ...cut } = sent;
  const wholeOf = (input: ReturnType<typeof copilot.toInput>) =>
    typeof input === "object" && input.is === "waits" ? [input.offer?.whole, input.offer?.input.command] : [];
  assertEquals(wholeOf(copilot.toInput({ ...cut, exact: { command } })), [true, command]);
  assertEquals(wholeOf(copilot.toInput(cut))[0], false);
  assertEquals(wholeOf(copilot.toInput({ ...cut, exact: { command: "rm -rf ~" } }))[0], false);
});

Deno.test("copilot: a tool's arguments may be JSON text", () => {
  const input = (toolArgs: Json) => read("preToolUse", { ...common, toolName: "bash", toolArgs });
  assertEquals(input(JSON.stringify(toolArgs)), input(toolArgs));
  assertEquals(input("{broken"), input([]));
});

Deno.test("copilot: a file's members are read in Claude's words, and the finished edit is the same call", () => {
  const edit = { path: "/p/a.ts", old_str: "a", new_str: "" };
  const asks = read("permissionRequest", { ...common, toolName: "edit", toolInput: edit });
  const ends = read("postToolUse", { ...common, toolName: "edit", toolArgs: { ...edit, description: "d" } });
  assert(typeof asks === "object" && asks.is === "waits");
  assert(typeof ends === "object" && ends.is === "tool-finished");
  assertEquals([asks.tool?.name, asks.tool?.target, asks.offer?.whole], ["Edit", "/p/a.ts", true]);
  assertEquals(asks.tool?.subject, ends.tool.subject);
  const guess = read("permissionRequest", { ...common, toolName: "edit", toolInput: { where: "/p/a.ts", what: "b" } });
  assertEquals(typeof guess === "object" && guess.is === "waits" && guess.offer?.whole, false);
});

Deno.test("copilot: one member under two names, with two values, has no Allow: which one counts is not known (R7)", () => {
  const whole = (toolInput: JsonObject) => {
    const input = read("permissionRequest", { ...common, toolName: "view", toolInput });
    return typeof input === "object" && input.is === "waits" && input.offer?.whole;
  };
  assertEquals([whole({ path: "/a" }), whole({ path: "/a", file_path: "/a" })], [true, true]);
  assertEquals(whole({ path: "/a", file_path: "/b" }), false);
});

Deno.test("copilot: what it asks by notification waits in the terminal", () => {
  const raw = { ...common, hook_event_name: "Notification", notification_type: "permission_prompt" };
  assertEquals(
    read("notification", { ...raw, message: "Fetch URL: http://127.0.0.1:1/", title: "Permission needed" }),
    {
      is: "waits",
      from: from("Notification"),
      wait: "permission",
      text: "Fetch URL: http://127.0.0.1:1/",
    },
  );
});

Deno.test("copilot: its question is a wait for the terminal at the tool's start, and is never answered", () => {
  const question = { message: "Which color?", requestedSchema: { type: "object" } };
  const raw = { sessionId: SESSION, ...common, toolName: "ask_user" };
  const input = read("preToolUse", { ...raw, toolArgs: question });
  assert(typeof input === "object" && input.is === "waits");
  assertEquals([input.wait, input.tool?.name, input.offer, input.starts], [
    "question",
    "AskUserQuestion",
    undefined,
    undefined,
  ]);
  const asksUser: Asked = { event: "permissionRequest", raw: { ...raw, toolInput: question } };
  const late = read("permissionRequest", asksUser.raw);
  assertEquals(typeof late === "object" && late.is === "waits" && late.offer, undefined);
  assertEquals(copilot.fits(asksUser), "nothing");
  assertEquals(copilot.answer({ kind: "decision", decision: "allow" }, asksUser), undefined);
});

Deno.test("copilot: an error fails the turn, a failed tool says why, whether as text or inside an object", () => {
  for (const error of ["model unreachable", { name: "Error", message: "model unreachable" }]) {
    assertEquals(read("errorOccurred", { ...common, error }), {
      is: "stopped",
      from: from("errorOccurred"),
      how: "failed",
      text: "model unreachable",
      background: [],
      recurring: false,
    });
    assertEquals(read("postToolUseFailure", { ...common, toolName: "bash", toolArgs, error }), {
      is: "tool-finished",
      from: from("postToolUseFailure"),
      tool: use,
      outcome: "error",
      error: "model unreachable",
    });
  }
});

Deno.test("copilot: a compaction is a sign of work: no event tells of its end", () => {
  assertEquals(read("preCompact", common), {
    is: "tool-started",
    from: from("preCompact"),
    tool: { ...COMPACTION, sign: true },
  });
});

Deno.test("copilot: the snake_case form of its request is shown, not answered: nobody has seen what it reads there", () => {
  const raw = { session_id: SESSION, tool_name: "bash", tool_input: { command: COMMAND } };
  const input = read("PermissionRequest", raw);
  assertEquals(typeof input === "object" && input.is === "waits" && input.offer, undefined);
  assertEquals(copilot.answer({ kind: "decision", decision: "allow" }, { event: "PermissionRequest", raw }), undefined);
});

const BYTES = { allow: '{"behavior":"allow"}', deny: '{"behavior":"deny","message":"M"}' };

printsYesAndNo(copilot, "copilot", asked, BYTES);
refusesBadInput(copilot, "copilot", { id: "sessionId", tool: "toolName", event: "preToolUse" });
printsNothingElse(copilot, "copilot", asked);
standsAnything(
  copilot,
  "copilot",
  ["permissionRequest", "preToolUse", "postToolUse", "errorOccurred", "agentStop"],
  BYTES,
);

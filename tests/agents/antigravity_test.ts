import { assertEquals } from "@std/assert";
import * as antigravity from "../../src/agents/antigravity.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { brief, eventOf, inputOf, neverThrows } from "../support/agent_events.ts";

const { answer, asks, fits, toInput } = antigravity;

const own = { conversationId: "a1", workspacePaths: ["/p"], modelName: "m" };
const gemini = { session_id: "g1", cwd: "/p", timestamp: "2026-11-30T17:22:15.689Z" };
const command = { name: "run_command", args: { CommandLine: "ls", toolAction: "Listing", toolSummary: "a list" } };

function read(event: string, members: JsonObject = {}) {
  return toInput(eventOf("antigravity", event, { ...own, ...members }));
}

function leftover(event: string, members: JsonObject = {}) {
  return toInput(eventOf("antigravity", event, { ...gemini, ...members }));
}

Deno.test("Antigravity's first model call of a turn is its prompt, the later ones are no news", () => {
  assertEquals(inputOf(read("PreInvocation", { invocationNum: 0 }), "prompted"), {
    is: "prompted",
    from: { agent: "antigravity", session: "antigravity:a1", event: "PreInvocation", cwd: "/p" },
    text: "",
    human: true,
  });
  assertEquals([read("PreInvocation"), read("PreInvocation", { invocationNum: "2" })].map(brief), [
    "prompted",
    "prompted",
  ]);
  assertEquals(inputOf(read("PreInvocation", { invocationNum: 1 }), "meta").model, "m");
});

Deno.test("Antigravity's event may stand in an envelope", () => {
  const payload = { ...own, toolCall: command };
  assertEquals(
    toInput(eventOf("antigravity", "PostToolUse", { event: "PostToolUse", payload })),
    read("PostToolUse", payload),
  );
});

Deno.test("Antigravity's calls are read from PascalCase, without their labels", () => {
  const { tool } = inputOf(read("PreToolUse", { toolCall: command, stepIdx: 3 }), "tool-started");
  assertEquals(tool, { name: "Bash", rawName: "run_command", target: "ls", subject: '{"command":"ls"}' });
  const used = (name: string, args: Json) => {
    const { tool } = inputOf(read("PostToolUse", { toolCall: { name, args } }), "tool-finished");
    return [tool.name, tool.target];
  };
  assertEquals(used("view_file", { AbsolutePath: "/p/a" }), ["Read", "/p/a"]);
  assertEquals(used("write_to_file", { TargetFile: "/p/b" }), ["Write", "/p/b"]);
  assertEquals(used("list_dir", { DirectoryPath: "/p" }), ["Glob", "/p"]);
  assertEquals(used("search_web", { Query: "q", toolSummary: "s" }), ["search_web", "q"]);
  assertEquals(used("read_url", '{"Url":"http://127.0.0.1/"}'), ["read_url", "http://127.0.0.1/"]);
  assertEquals(used("x", 3), ["x", ""]);
});

Deno.test("an empty error of Antigravity is none", () => {
  const outcome = (error: Json) => {
    const input = inputOf(read("PostToolUse", { toolCall: command, error }), "tool-finished");
    return [input.outcome, input.error];
  };
  assertEquals(outcome(""), ["ok", undefined]);
  assertEquals(outcome(0), ["ok", undefined]);
  assertEquals(outcome("no such file"), ["error", "no such file"]);
});

Deno.test("Antigravity's Stop counts only when all is idle; it ends well, by the user, or failed", () => {
  const stop = (members: JsonObject) => {
    const input = inputOf(read("Stop", { fullyIdle: true, finalModelOutput: "done", ...members }), "stopped");
    return [input.how, input.text];
  };
  assertEquals(stop({ terminationReason: "NO_TOOL_CALL" }), ["ok", "done"]);
  assertEquals(stop({ terminationReason: "NO_TOOL_CALL", error: "" }), ["ok", "done"]);
  assertEquals(stop({ terminationReason: "NO_TOOL_CALL", error: "x" }), ["failed", "x"]);
  assertEquals(stop({ terminationReason: "USER_CANCELED" }), ["user", "done"]);
  assertEquals(stop({ terminationReason: "MAX_STEPS" }), ["failed", "Turn failed (MAX_STEPS)"]);
  assertEquals(stop({}), ["failed", "Turn failed"]);
  for (const fullyIdle of [false, "true", 1, null]) {
    assertEquals(read("Stop", { fullyIdle, terminationReason: "NO_TOOL_CALL" }), "ignored", String(fullyIdle));
  }
});

Deno.test("bad input under Antigravity's name is not understood, and never an exception", () => {
  const rows: [string, JsonObject][] = [
    ["PreInvocation", {}],
    ["PreInvocation", { conversationId: 7, workspacePaths: ["/p"] }],
    ["PreInvocation", { conversationId: "" }],
    ["PreInvocation", { conversationId: "x".repeat(257) }],
    ["Bogus", own],
    ["toString", own],
    ["PreToolUse", own],
    ["PreToolUse", { ...own, toolCall: "x" }],
    ["PostToolUse", { ...own, toolCall: { name: 3, args: {} } }],
    ["SessionStart", { session_id: "s", cwd: "/p", source: "startup" }],
    ["PreToolUse", { session_id: "s", tool_name: "Bash", tool_input: {} }],
    ["BeforeAgent", { ...gemini, session_id: "" }],
    ["BeforeTool", gemini],
  ];
  for (const [event, payload] of rows) {
    assertEquals(toInput(eventOf("antigravity", event, payload)), "undecodable", JSON.stringify([event, payload]));
  }
});

Deno.test("leftovers of the Gemini CLI are Antigravity's, under their own names (fixture gemini headless)", () => {
  const call = { tool_name: "run_shell_command", tool_input: { command: "ls" } };
  const rows: [string, JsonObject, string][] = [
    ["SessionStart", { source: "startup" }, "started"],
    ["BeforeAgent", { prompt: "please run it" }, "prompted"],
    ["BeforeModel", { llm_request: {} }, "ignored"],
    ["AfterModel", {}, "ignored"],
    ["BeforeToolSelection", {}, "ignored"],
    ["PreCompress", { trigger: "auto" }, "ignored"],
    ["BeforeTool", call, "tool-started"],
    ["AfterTool", { ...call, tool_response: {} }, "tool-finished ok"],
    ["AfterTool", { ...call, tool_response: { error: "x" } }, "tool-finished error"],
    ["Notification", { notification_type: "ToolPermission", message: "m", details: {} }, "waits"],
    ["Notification", { notification_type: "Other", message: "permission?" }, "ignored"],
    ["SessionEnd", { reason: "exit" }, "ended"],
    ["PreToolUse", call, "undecodable"],
  ];
  for (const [event, members, expected] of rows) assertEquals(brief(leftover(event, members)), expected, event);
  const stop = inputOf(leftover("AfterAgent", { prompt: "go", prompt_response: "Finished now." }), "stopped");
  assertEquals([stop.how, stop.text, stop.from], ["ok", "Finished now.", {
    agent: "antigravity",
    session: "antigravity:g1",
    event: "AfterAgent",
    cwd: "/p",
  }]);
  const { tool } = inputOf(leftover("BeforeTool", call), "tool-started");
  assertEquals([tool.name, tool.rawName, tool.target], ["Bash", "run_shell_command", "ls"]);
});

Deno.test("a wait of the Gemini CLI has no card", () => {
  const event = eventOf("antigravity", "Notification", {
    ...gemini,
    notification_type: "ToolPermission",
    message: "Allow ls?",
  }, { wants_reply: true });
  const input = inputOf(toInput(event), "waits");
  assertEquals([input.wait, input.text, input.offer], ["permission", "Allow ls?", undefined]);
});

Deno.test("Antigravity is never asked and nothing is ever printed for it", () => {
  assertEquals(asks, {});
  const verdicts: Verdict[] = [
    { kind: "decision", decision: "allow" },
    { kind: "decision", decision: "deny", message: "no" },
    { kind: "answer", answers: ["x"] },
  ];
  for (const event of ["PreToolUse", "PreInvocation", "Stop", "BeforeTool", "PermissionRequest", ""]) {
    const asked = { event, raw: { ...own, toolCall: command, tool_name: "Bash", tool_input: { command: "ls" } } };
    assertEquals(fits(asked), "nothing");
    for (const verdict of verdicts) assertEquals(answer(verdict, asked), undefined, event);
  }
});

Deno.test("whatever Antigravity or a leftover sends: nothing throws, nothing is printed", () => {
  neverThrows(antigravity, {
    agent: "antigravity",
    events: [
      ...[
        "PreInvocation",
        "PreToolUse",
        "PostToolUse",
        "Stop",
        "SessionStart",
        "BeforeAgent",
        "BeforeTool",
        "AfterTool",
      ],
      ...["AfterAgent", "Notification", "SessionEnd", "PreCompress"],
    ],
    members: [
      ...["conversationId", "workspacePaths", "invocationNum", "toolCall", "error", "fullyIdle", "terminationReason"],
      ...["finalModelOutput", "payload", "session_id", "timestamp", "tool_name", "tool_input", "notification_type"],
    ],
    known: [own, { ...own, toolCall: command }, gemini, { event: "Stop", payload: own }],
    texts: ["a", "run_command", "NO_TOOL_CALL", "USER_CANCELED", "ToolPermission", '{"name":"x"}'],
    shapes: [],
  });
});

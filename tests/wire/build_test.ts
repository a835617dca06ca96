// Trimming, in its exact order, as whole JSON values (`protocol.md` section 6).

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { JsonObject } from "../../src/domain/json.ts";
import { build, type HookArgs } from "../../src/wire/build.ts";
import { IDS } from "../../src/wire/cut.ts";
import { uncut } from "../../src/wire/fit.ts";
import { encodeLine } from "../../src/wire/line.ts";

const CLAUDE: HookArgs = { kind: "claude", ask: false, approval: false, statusline: false };
const ENV = { id: "1-2", cwd: "/own", pid: 7, read: () => undefined, zeca: false };

function built(raw: JsonObject, args: Partial<HookArgs> = {}) {
  const event = build(raw, { ...CLAUDE, ...args }, ENV);
  assert(event !== undefined);
  return event;
}

const payload = (raw: JsonObject, args: Partial<HookArgs> = {}) => built(raw, args).payload;
const hunk = (lines: number, text = "+x") => ({ oldStart: 1, lines: Array(lines).fill(text) });
const bytes = (text: unknown) => new TextEncoder().encode(String(text)).length;

const RESPONSES: [string, JsonObject, unknown][] = [
  ["a text is dropped", { hook_event_name: "PostToolUse", tool_response: "out" }, undefined],
  ["an object is dropped", { hook_event_name: "PostToolUse", tool_response: { stdout: "x" } }, undefined],
  ["an error is kept on any event", { hook_event_name: "Stop", tool_response: { error: "e", a: 1 } }, { error: "e" }],
  ["an error of null is none", { hook_event_name: "Stop", tool_response: { error: null } }, undefined],
  ["a patch is kept", { hook_event_name: "PostToolUse", tool_response: { structuredPatch: [hunk(2)], x: 1 } }, {
    structuredPatch: [hunk(2)],
  }],
  ["an empty patch means a new file", { hook_event_name: "PostToolUse", tool_response: { structuredPatch: [] } }, {
    structuredPatch: [],
  }],
  [
    "a patch is dropped on other events",
    { hook_event_name: "Stop", tool_response: { structuredPatch: [] } },
    undefined,
  ],
  [
    "a patch that is no array is dropped",
    { hook_event_name: "PostToolUse", tool_response: { structuredPatch: "x" } },
    undefined,
  ],
  ["hunks without lines are skipped", {
    hook_event_name: "PostToolUse",
    tool_response: { structuredPatch: [{ a: 1 }, 7, hunk(1)] },
  }, { structuredPatch: [hunk(1)] }],
  ["400 lines are kept over all hunks", {
    hook_event_name: "PostToolUse",
    tool_response: { structuredPatch: [hunk(300), hunk(300), hunk(5)] },
  }, { structuredPatch: [hunk(300), hunk(100)], cut: true }],
  ["exactly 400 lines are not cut", {
    hook_event_name: "PostToolUse",
    tool_response: { structuredPatch: [hunk(300), hunk(100)] },
  }, { structuredPatch: [hunk(300), hunk(100)] }],
  ["no empty hunk is left where 400 lines are full", {
    hook_event_name: "PostToolUse",
    tool_response: { structuredPatch: [hunk(400), hunk(1)] },
  }, { structuredPatch: [hunk(400)], cut: true }],
  ["lines of a patch are cut like other strings", {
    hook_event_name: "PostToolUse",
    tool_response: { structuredPatch: [hunk(1, "y".repeat(3_000))] },
  }, { structuredPatch: [hunk(1, `${"y".repeat(2_000)}…`)] }],
];

for (const [name, raw, expected] of RESPONSES) {
  Deno.test(`of what a tool gave back, ${name}`, () => assertEquals(payload(raw).tool_response, expected as never));
}

Deno.test("paths of transcripts and artifacts are removed, but only at the top", () => {
  const paths = { transcript_path: "/a", transcriptPath: "/b", artifactDirectoryPath: "/c" };
  const raw = { hook_event_name: "Stop", user_email: "me@example.org", ...paths };
  assertEquals(payload({ ...raw, x: { transcript_path: "/a" } }), {
    hook_event_name: "Stop",
    x: { transcript_path: "/a" },
  });
});

Deno.test("a long string is cut at a character boundary, with one ellipsis", () => {
  const { x } = payload({ hook_event_name: "Stop", x: { deep: ["é".repeat(4_000)] } });
  assertEquals(x, { deep: [`${"é".repeat(1_000)}…`] });
  assertEquals(payload({ hook_event_name: "Stop", x: `a${"é".repeat(4_000)}` }).x, `a${"é".repeat(999)}…`);
  assertEquals(payload({ hook_event_name: "Stop", x: "é".repeat(1_000) }).x, "é".repeat(1_000));
});

Deno.test("keys are left as they are, one called __proto__ too", () => {
  const raw: JsonObject = JSON.parse(`{"hook_event_name":"Stop","__proto__":{"a":"b"},"${"k".repeat(3_000)}":1}`);
  assertEquals(JSON.stringify(payload(raw)), JSON.stringify(raw));
});

for (const [event, kept] of [["PostToolUse", 65_536], ["PreToolUse", 2_000], ["PermissionRequest", 2_000]] as const) {
  Deno.test(`an apply_patch keeps ${kept} bytes on ${event}`, () => {
    const raw = {
      hook_event_name: event,
      tool_name: "apply_patch",
      tool_input: { command: "p".repeat(70_000), a: "b" },
    };
    assertEquals(payload(raw, { kind: "codex" }).tool_input, { command: `${"p".repeat(kept)}…`, a: "b" });
  });
}

Deno.test("ids are never cut, in no round of shrinking", () => {
  const ids = Object.fromEntries([...IDS].map((id) => [id, "i".repeat(3_000)]));
  const strings = Array(900).fill("s".repeat(5_000));
  const members = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, true]));
  for (const more of [{}, { x: strings }, { x: [strings, strings, strings, strings] }, members]) {
    const kept = payload({ hook_event_name: "Stop", ...ids, ...more });
    assertEquals(Object.fromEntries([...IDS].map((id) => [id, kept[id]])), ids);
  }
});

Deno.test("an event that is too big is shrunk and does not wait", () => {
  const raw = { hook_event_name: "PermissionRequest", tool_name: "Bash", x: Array(900).fill("s".repeat(5_000)) };
  const event = built(raw);
  assert(encodeLine(event).length <= 1_048_576);
  assertEquals(event.payload.tool_name, "Bash");
  assertEquals(event.payload.x, Array(900).fill(`${"s".repeat(500)}…`));
  assertEquals(event.wants_reply, false);
  assertEquals("exact" in event, false);
});

Deno.test("a grok gate that had to shrink travels as other, in version 8", () => {
  const raw = { hook_event_name: "PreToolUse", x: Array(900).fill("s".repeat(5_000)) };
  const { v, agent, agent_name, wants_reply } = built(raw, { kind: "grok", approval: true });
  assertEquals({ v, agent, agent_name, wants_reply }, { v: 8, agent: "other", agent_name: "grok", wants_reply: false });
});

Deno.test("the last resort keeps listed texts only, and no terminal variables", () => {
  const members = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`k${at}`, true]));
  const raw = { hook_event_name: "Stop", session_id: "s", conversationId: "c", cwd: "/a".repeat(300), agent_id: 7 };
  const event = build({ ...raw, ...members }, CLAUDE, { ...ENV, read: () => "x" });
  assertEquals(event?.payload, {
    hook_event_name: "Stop",
    session_id: "s",
    conversationId: "c",
    cwd: `${"/a".repeat(100)}…`,
  });
  assertEquals(event?.terminal, { cwd: "/a".repeat(300), pid: 7 });
});

Deno.test("nothing is sent when even that is too big", () => {
  assertEquals(build({ hook_event_name: "x".repeat(2_097_152) }, CLAUDE, ENV), undefined);
});

Deno.test("a value that is too deep to be written leaves the ids", () => {
  const deep: JsonObject = JSON.parse(`${'{"y":['.repeat(100_000)}1${"]}".repeat(100_000)}`);
  const event = built({ hook_event_name: "PermissionRequest", session_id: "s", tool_input: deep });
  assertEquals(event.payload.session_id, "s");
  assertEquals(typeof JSON.stringify(event), "string");
});

Deno.test("exact is the whole input, beside a cut payload, only on an event that waits", () => {
  const input = { command: "x".repeat(5_000) };
  const raw = { hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: input };
  const event = built(raw);
  assertEquals(event.exact, input);
  assertEquals(bytes((event.payload.tool_input as JsonObject).command), 2_003);
  assertEquals(built({ ...raw, hook_event_name: "PreToolUse" }).exact, undefined);
  assertEquals(built({ ...raw, tool_input: "text" }).exact, undefined);
});

Deno.test("an input with a number that JSON cannot write does not wait: its card would show another one (R7)", () => {
  for (const number of ["1e999", "-1e999"]) {
    const raw = JSON.parse(
      `{"hook_event_name":"PermissionRequest","tool_name":"T","tool_input":{"deep":[{"n":${number}}]}}`,
    );
    const event = built(raw);
    assertEquals([event.wants_reply, "exact" in event], [false, false], number);
  }
});

Deno.test("exact is left out where it does not fit, and the event waits all the same", () => {
  const input = { content: "x".repeat(1_048_576) };
  const event = built({ hook_event_name: "PermissionRequest", tool_name: "Write", tool_input: input });
  assertEquals([event.wants_reply, "exact" in event], [true, false]);
});

const LONG = { command: "x".repeat(5_000) };
const SPELLED: [string, JsonObject][] = [
  ["tool_input", { tool_input: LONG }],
  ["toolInput, as Copilot's permissionRequest", { toolInput: LONG }],
  ["toolArgs", { toolArgs: LONG }],
  ["JSON text, as Cursor's MCP input", { tool_input: JSON.stringify(LONG) }],
  ["JSON text under another name", { toolArgs: JSON.stringify(LONG) }],
  ["the first that is an object", { tool_input: "none", toolInput: [1], toolArgs: LONG }],
];

for (const [name, members] of SPELLED) {
  Deno.test(`exact is the whole input whichever way it is spelled: ${name}`, () => {
    const raw = { hookName: "permissionRequest", sessionId: "s", ...members };
    const event = built(raw, { kind: "copilot", event: "permissionRequest" });
    assertEquals(event.exact, LONG);
    assertNotEquals(event.payload, raw);
    assertEquals(uncut(event), raw);
  });
}

Deno.test("what is not an object, nor the text of one, has no exact, and its payload stays as it is", () => {
  for (const tool_input of ["text", "{text", "{}x", "[1]", "null", ["a"], 7, null, true]) {
    const event = built({ hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input });
    assertEquals([event.wants_reply, "exact" in event], [true, false], JSON.stringify(tool_input));
    assertEquals(uncut(event), event.payload);
  }
});

Deno.test("the agent's own input is left as it was", () => {
  const raw = { hook_event_name: "PostToolUse", tool_name: "apply_patch", tool_input: { command: "p".repeat(70_000) } };
  const before = JSON.stringify(raw);
  build(raw, CLAUDE, ENV);
  assertEquals(JSON.stringify(raw), before);
});

const WAITS: [Partial<HookArgs>, string, boolean][] = [
  ...(["claude", "codex", "opencode", "qwen", "copilot"] as const).map((kind) =>
    [{ kind }, "PermissionRequest", true] as [Partial<HookArgs>, string, boolean]
  ),
  [{ kind: "copilot" }, "permissionRequest", true],
  [{ kind: "claude" }, "permissionRequest", false],
  [{ kind: "other", name: "x", ask: true, approval: true }, "PermissionRequest", false],
  [{ kind: "grok", approval: true }, "PreToolUse", true],
  [{ kind: "grok" }, "PreToolUse", false],
  [{ kind: "cursor", approval: true }, "preToolUse", true],
  [{ kind: "cursor", approval: true }, "beforeShellExecution", false],
  [{ kind: "agentica", approval: true }, "needs.approval", true],
  [{ kind: "agentica", approval: true }, "needs.input", true],
  [{ kind: "agentica" }, "needs.input", false],
  [{ kind: "agentica", approval: true }, "needs.resolved", false],
  [{ kind: "claude", statusline: true, approval: true }, "PermissionRequest", false],
];

for (const [args, event, waits] of WAITS) {
  Deno.test(`${JSON.stringify(args)} ${waits ? "waits" : "does not wait"} on ${event}`, () => {
    const told = built({ hook_event_name: event, session_id: "s", cost: { total_cost_usd: 1 } }, args);
    const extension = waits && ["grok", "cursor", "agentica"].includes(args.kind ?? "");
    assertEquals([told.wants_reply, told.v], [waits, extension ? 108 : 8]);
  });
}

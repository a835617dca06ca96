// What the door adds to an agent's event.

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { admitter, namesAny } from "../../src/daemon/admit.ts";
import type { AgentInput, Seal } from "../../src/domain/input.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { decodeEvent } from "../../src/wire/decode.ts";
import { event, permission } from "../support/daemon.ts";

const admit = admitter("ab".repeat(32), () => false);

function admitted(message: JsonObject, request?: string, door: "socket" | "http" = "socket"): AgentInput {
  const decoded = decodeEvent(JSON.stringify(message));
  assert(decoded.ok);
  const input = admit(decoded.value, door, request);
  assert(input.is !== "counted" && input.is !== "probed");
  return input;
}

function seal(message: JsonObject, request = "r"): Seal {
  const input = admitted(message, request);
  assert(input.is === "waits" && input.seal);
  return input.seal;
}

function asking(change: JsonObject): JsonObject {
  const payload = {
    hook_event_name: "PermissionRequest",
    session_id: "s1",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  return { ...permission("1", ""), payload: { ...payload, ...change } };
}

Deno.test("whatever a human is shown changes the binding, and what is not shown does not", () => {
  const shown = [
    asking({}),
    asking({ session_id: "s2" }),
    asking({ agent_id: "a1" }),
    asking({ tool_name: "Shell" }),
    asking({ tool_input: { command: "ls " } }),
    asking({ tool_input: { command: "ls", timeout: 1 } }),
  ];
  const bindings = [...shown.map((message) => seal(message).binding), seal(asking({}), "another request").binding];
  assertEquals(new Set(bindings).size, bindings.length);
  assertEquals(seal(asking({ cwd: "/elsewhere" })).binding, seal(asking({})).binding);
});

Deno.test("the order of an input's members does not matter, their nesting does", () => {
  const digest = (tool_input: JsonObject) => seal(asking({ tool_input })).digest;
  assertEquals(digest({ command: "ls", a: 1 }), digest({ a: 1, command: "ls" }));
  assertNotEquals(digest({ command: "ls", a: { b: 1 } }), digest({ command: "ls", a: 1, b: 1 }));
});

Deno.test("each text of a question is bound, and none can be moved to another place", () => {
  const asked = (question: JsonObject) => {
    const questions = [{
      question: "Which?",
      header: "H",
      multiSelect: false,
      options: [{ label: "a" }, { label: "b" }],
      ...question,
    }];
    return seal(asking({ tool_name: "AskUserQuestion", tool_input: { questions } })).binding;
  };
  const bindings = [
    asked({}),
    asked({ question: "Which one?" }),
    asked({ header: "Head" }),
    asked({ multiSelect: true }),
    asked({ options: [{ label: "a" }, { label: "c" }] }),
    asked({ options: [{ label: "ab" }, { label: "" + "c" }] }),
  ];
  assertEquals(new Set(bindings).size, bindings.length);
});

Deno.test("the digest of an input depends on the store's key", () => {
  const decoded = decodeEvent(JSON.stringify(asking({})));
  assert(decoded.ok);
  const other = admitter("cd".repeat(32), () => false)(decoded.value, "socket", "r");
  assert(other.is === "waits");
  assertNotEquals(other.seal?.digest, seal(asking({})).digest);
  assertEquals(other.seal?.binding, seal(asking({})).binding);
});

Deno.test("the same call has the same subject at each of its events and at both doors", () => {
  const call = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "t1" };
  const before = admitted(event("1", "PreToolUse", call));
  const after = admitted(event("2", "PostToolUse", call), undefined, "http");
  const asked = admitted(permission("3", "npm test"), "r");
  assert(before.is === "tool-started" && after.is === "tool-finished" && asked.is === "waits");
  assertEquals(new Set([before.tool.subject, after.tool.subject, asked.tool?.subject]).size, 1);
  assertEquals(before.tool.subject.length, 64);
  assertEquals([before.from.payload, after.from.door], [undefined, "http:claude"]);
});

Deno.test("equal payloads without a mark have equal digests, different ones do not", () => {
  const digest = (payload: JsonObject) => admitted(event("1", "Stop", payload)).from.payload;
  assertEquals(digest({ a: 1 }), digest({ a: 1 }));
  assertNotEquals(digest({ a: 1 }), digest({ a: 2 }));
});

Deno.test("nesting that no reader survives is counted and stops nothing", () => {
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const line = JSON.stringify(event("1", "PreToolUse", { tool_name: "X", tool_input: "DEEP" })).replace('"DEEP"', deep);
  const decoded = decodeEvent(line);
  if (!decoded.ok) return assertEquals(decoded.why, "malformed");
  const input = admit(decoded.value, "socket");
  assert(input.is === "counted" || input.is === "tool-started");
});

Deno.test("texts name us by name in any case, by path, and by the port as a whole number", () => {
  let port: number | null = null;
  const namesUs = namesAny(["vults", "/srv/Support"], () => port);
  assertEquals(["run vults", "VULTS_TOKEN=x", "/srv/support/token", "nothing", "9876"].map(namesUs), [
    true,
    true,
    true,
    false,
    false,
  ]);
  port = 9_876;
  assertEquals(["curl 127.0.0.1:9876/", "19876", "98765", "a9876b"].map(namesUs), [true, false, false, true]);
});

Deno.test("a sample of doctor is told by its mark alone: no session, no card, whatever event it is", () => {
  const mark = `vults-doctor-${"0a".repeat(16)}`;
  for (const [agent, name] of [["claude", "PermissionRequest"], ["codex", "SessionStart"], ["qwen", "Stop"]] as const) {
    const decoded = decodeEvent(
      JSON.stringify(event("i", name, { session_id: mark }, { agent, ...(agent === "qwen" ? { v: 108 } : {}) })),
    );
    assert(decoded.ok);
    const input = admit(decoded.value, "http", "r");
    assertEquals(input, { is: "probed", mark, agent, event: name, door: "http" });
  }
  for (const near of [`${mark}0`, mark.toUpperCase(), `x${mark}`, "vults-doctor-"]) {
    const decoded = decodeEvent(JSON.stringify(event("i", "SessionStart", { session_id: near })));
    assert(decoded.ok && admit(decoded.value, "socket").is === "started", near);
  }
});

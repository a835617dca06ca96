// Lines from hooks: a version that is not ours is named by its id, a broken shape is malformed, ours is read.

import { assertEquals } from "@std/assert";
import { decodeEvent } from "../../src/wire/decode.ts";

const EVENT = {
  kind: "event",
  v: 8,
  id: "1-2",
  agent: "claude",
  event: "Stop",
  wants_reply: false,
  terminal: { cwd: "/a", pid: 7, env: { TMUX: "x" } },
  payload: { session_id: "s" },
};
const OTHER = { ...EVENT, agent: "other", agent_name: "grok" };
const MALFORMED = { ok: false, why: "malformed" } as const;
const { terminal: _, ...WITHOUT_TERMINAL } = EVENT;

const READ: [string, object][] = [
  ["a plain event", EVENT],
  ["one without a terminal", WITHOUT_TERMINAL],
  ["one with an empty terminal", { ...EVENT, terminal: {} }],
  ["an other with its name", OTHER],
  ["one of the app's own chat", { ...EVENT, zeca: true }],
  ["one that waits, with the whole input", { ...EVENT, wants_reply: true, exact: { command: "ls" } }],
  ["version 108", { ...EVENT, v: 108, agent: "grok", wants_reply: true }],
  ["version 108 of a kind that version 8 has", { ...EVENT, v: 108 }],
];

for (const [name, event] of READ) {
  Deno.test(`${name} is read as it is, from text and from bytes`, () => {
    const line = JSON.stringify(event);
    assertEquals(decodeEvent(line), { ok: true, value: event as never });
    assertEquals(decodeEvent(new TextEncoder().encode(line)), { ok: true, value: event as never });
  });
}

Deno.test("members nobody knows are dropped", () => {
  assertEquals(decodeEvent(JSON.stringify({ ...EVENT, later: 1 })), { ok: true, value: EVENT as never });
});

for (const v of [7, 9, 10, 1.5, "8", null, undefined]) {
  Deno.test(`version ${v} is unsupported when it has an id, whatever else is wrong, else malformed`, () => {
    assertEquals(decodeEvent(JSON.stringify({ v, id: "x" })), { ok: false, why: "unsupported", id: "x" });
    assertEquals(decodeEvent(JSON.stringify({ ...EVENT, v, id: undefined })), MALFORMED);
    assertEquals(decodeEvent(JSON.stringify({ ...EVENT, v, id: 7 })), MALFORMED);
  });
}

const BROKEN: [string, unknown][] = [
  ["no object", [EVENT]],
  ["null", null],
  ["another kind", { ...EVENT, kind: "events" }],
  ["no id", { ...EVENT, id: undefined }],
  ["no event", { ...EVENT, event: undefined }],
  ["an event that is no text", { ...EVENT, event: 7 }],
  ["no wants_reply", { ...EVENT, wants_reply: undefined }],
  ["wants_reply of another type", { ...EVENT, wants_reply: "true" }],
  ["no payload", { ...EVENT, payload: undefined }],
  ["a payload that is an array", { ...EVENT, payload: [] }],
  ["a payload of null", { ...EVENT, payload: null }],
  ["zeca false", { ...EVENT, zeca: false }],
  ["a terminal of null", { ...EVENT, terminal: null }],
  ["a terminal with wrong types", { ...EVENT, terminal: { pid: "7" } }],
  ["variables that are no texts", { ...EVENT, terminal: { env: { A: 1 } } }],
  ["version 8 with grok", { ...EVENT, agent: "grok" }],
  ["version 8 with cursor", { ...EVENT, agent: "cursor" }],
  ["version 8 with agentica", { ...EVENT, agent: "agentica" }],
  ["version 108 with an unknown kind", { ...EVENT, v: 108, agent: "kimi" }],
  ["a name beside a kind", { ...EVENT, agent_name: "x" }],
  ["a name of null", { ...EVENT, agent_name: null }],
  ["an other without a name", { ...EVENT, agent: "other" }],
  ["an other that waits", { ...OTHER, wants_reply: true }],
  ["exact on an event that does not wait", { ...EVENT, exact: {} }],
  ["exact that is no object", { ...EVENT, wants_reply: true, exact: [] }],
  ...["claude", "codex", "copilot", "opencode", "qwen", "other", "gemini", "", "A", "a_b", "a".repeat(25)].map(
    (name): [string, unknown] => [`an other called "${name}"`, { ...OTHER, agent_name: name }],
  ),
];

for (const [name, event] of BROKEN) {
  Deno.test(`${name} is malformed`, () => assertEquals(decodeEvent(JSON.stringify(event)), MALFORMED));
}

Deno.test("what is not JSON or not UTF-8 is malformed", () => {
  for (const line of ["", "not json", '{"v":8', new Uint8Array([0x22, 0xff, 0x22])]) {
    assertEquals(decodeEvent(line), MALFORMED);
  }
});

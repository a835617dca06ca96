// One line from the daemon: a verdict comes back as it was sent, everything else is bad.

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Verdict } from "../../src/domain/effect.ts";
import { encodeReply, readReply } from "../../src/wire/verdict.ts";

const EVENT = { id: "1-2", v: 8 } as const;
const read = (reply: unknown) => readReply(new TextEncoder().encode(JSON.stringify(reply)), EVENT);
const DECISION = { v: 8, id: "1-2", kind: "decision", decision: "allow" };

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({
    kind: fc.constant("decision" as const),
    decision: fc.constantFrom("allow" as const, "deny" as const),
    message: fc.string({ minLength: 1 }),
    suggestion: fc.nat(),
    mode: fc.string(),
    choice: fc.string(),
  }, { requiredKeys: ["kind", "decision"], noNullPrototype: true }),
  fc.record({
    kind: fc.constant("answer" as const),
    answers: fc.array(fc.oneof(fc.string(), fc.array(fc.string()))),
  }, { noNullPrototype: true }),
);

Deno.test("a verdict comes back as it was sent", () => {
  fc.assert(fc.property(verdict, fc.string(), fc.constantFrom(8 as const, 108 as const), (sent, id, v) => {
    const line = encodeReply({ v, id, ...sent });
    assertEquals(line.indexOf(0x0a), line.length - 1);
    assertEquals(readReply(line.subarray(0, -1), { id, v }), sent);
  }));
});

Deno.test("waiting and unsupported are told apart, unsupported whatever its version", () => {
  assertEquals(read({ v: 8, id: "1-2", kind: "waiting" }), "waiting");
  for (const v of [8, 9, 108, undefined]) assertEquals(read({ v, id: "1-2", kind: "unsupported" }), "unsupported");
});

Deno.test("an empty message is none, and a reason is not read", () => {
  const plain = { kind: "decision", decision: "deny" } as const;
  assertEquals(read({ ...DECISION, decision: "deny", message: "", reason: "x" }), plain);
});

const BAD: [string, unknown][] = [
  ["another id", { ...DECISION, id: "1-3" }],
  ["another version", { ...DECISION, v: 108 }],
  ["no version", { ...DECISION, v: undefined }],
  ["unsupported with another id", { v: 8, id: "x", kind: "unsupported" }],
  ["an unknown kind", { ...DECISION, kind: "allow" }],
  ["no decision", { ...DECISION, decision: undefined }],
  ["an unknown decision", { ...DECISION, decision: "ask" }],
  ["a message that is no text", { ...DECISION, message: 7 }],
  ["a mode that is no text", { ...DECISION, mode: null }],
  ["a choice that is no text", { ...DECISION, choice: [] }],
  ["a suggestion that is no index", { ...DECISION, suggestion: -1 }],
  ["a suggestion between two", { ...DECISION, suggestion: 0.5 }],
  ["answers that are no array", { ...DECISION, kind: "answer", answers: "a" }],
  ["an answer that is no text", { ...DECISION, kind: "answer", answers: [7] }],
  ["an answer with a part that is no text", { ...DECISION, kind: "answer", answers: [["a", null]] }],
  ["an array", [DECISION]],
  ["null", null],
];

for (const [name, reply] of BAD) {
  Deno.test(`a reply with ${name} is bad`, () => assertEquals(read(reply), "bad"));
}

Deno.test("a reply that is not JSON or not UTF-8 is bad", () => {
  for (const bytes of [[], [0x7b], [0xff], [0x22, 0xff, 0x22]]) {
    assertEquals(readReply(new Uint8Array(bytes), EVENT), "bad");
  }
});

// Where a JSON object ends, and what its beginning tells, whatever it holds and however it is cut into reads.

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { endFinder, salvage } from "../../src/hook/json_bytes.ts";

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("the end of an object is found at its last byte, however it is cut into reads", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 1, max: 20 }), (value, size) => {
    const object = encode(`\ufeff \n${JSON.stringify(value)}`);
    const bytes = new Uint8Array([...object, ...encode(']}"')]);
    const find = endFinder();
    for (let at = 0; at < bytes.length; at += size) {
      const found = find(bytes.subarray(at, at + size));
      if (found !== "open") return assertEquals(at + Number(found), object.length);
    }
    throw new Error("the end was not found");
  }));
});

for (const text of ["[", "1", "null", '"', "x", "}"]) {
  Deno.test(`${text} does not begin an object`, () => assertEquals(endFinder()(encode(text)), "not an object"));
}

Deno.test("members that had been read whole are kept, whatever stands between them, and no other", () => {
  const whole = JSON.stringify({
    transcript_path: "/x",
    nested: { session_id: "no", list: ["session_id", "no"] },
    session_id: 'a"\\b',
    "agent\\_id": "no",
    agent_id: 7,
    cwd: "/é",
    text: 'x","cwd":"no',
    conversation_id: "behind the cut",
  });
  const head = encode(whole.slice(0, whole.indexOf("behind")));
  assertEquals(salvage(head), { session_id: 'a"\\b', cwd: "/é" });
});

Deno.test("of any beginning of an object only what stands in it is kept", () => {
  const value = fc.record({ session_id: fc.string(), cwd: fc.string(), x: fc.jsonValue(), tool_name: fc.string() });
  fc.assert(fc.property(value, fc.nat(), (raw, at) => {
    const bytes = encode(JSON.stringify(raw));
    const { x: _, ...texts } = raw;
    for (const [member, text] of Object.entries(salvage(bytes.subarray(0, at % (bytes.length + 1))))) {
      assertEquals(text, texts[member as keyof typeof texts]);
    }
    assertEquals(salvage(bytes), { ...texts });
  }));
});

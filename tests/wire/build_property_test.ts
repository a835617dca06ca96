// Whatever an agent sends: an event fits on one line, is UTF-8, keeps its ids, and comes back from the decoder as it was.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { build, type HookArgs } from "../../src/wire/build.ts";
import { cut, cutStrings, IDS } from "../../src/wire/cut.ts";
import { decodeEvent } from "../../src/wire/decode.ts";
import { KINDS_108, KINDS_8 } from "../../src/wire/event.ts";
import { encodeLine } from "../../src/wire/line.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 5_000 }))
    .map(([unit, times]) => unit.repeat(times)),
);
const json: fc.Arbitrary<Json> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie("list"), tie("members")),
  list: fc.array(tie("value"), { maxLength: 5 }),
  members: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...IDS, "tool_response", "cwd")), tie("value"), {
    maxKeys: 6,
  }),
})).value as fc.Arbitrary<Json>;
const payload = fc.record({
  hook_event_name: fc.oneof(fc.constantFrom("PostToolUse", "PermissionRequest", "PreToolUse", "Stop"), text),
  session_id: text,
  tool_name: fc.oneof(fc.constantFrom("apply_patch", "AskUserQuestion"), text),
  tool_input: json,
  tool_response: json,
  many: fc.tuple(text, fc.integer({ min: 0, max: 400 })).map(([one, times]): Json => Array(times).fill(one)),
}) as fc.Arbitrary<JsonObject>;
const args: fc.Arbitrary<HookArgs> = fc.record({
  kind: fc.constantFrom(...KINDS_8, ...KINDS_108).filter((kind) => kind !== "other"),
  ask: fc.boolean(),
  approval: fc.boolean(),
  statusline: fc.boolean(),
});
const env = { id: "1-2", cwd: "/own", pid: 7, read: (name: string) => `value of ${name}`, zeca: false };

Deno.test("an event always fits on one line and is decoded to what it was", () => {
  fc.assert(
    fc.property(payload, args, (raw, entry) => {
      const event = build(raw, entry, env);
      if (event === undefined) return;
      const line = encodeLine(event);
      assert(line.length <= 1_048_576);
      // What JSON.parse gives has plain prototypes, and no -0.
      assertEquals(decodeEvent(line), { ok: true, value: JSON.parse(JSON.stringify(event)) });
      if (event.event !== "StatusLine") assertEquals(event.payload.session_id, raw.session_id);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a cut text is the beginning of the text, whole characters, at most the limit and one ellipsis", () => {
  fc.assert(fc.property(text, fc.integer({ min: 4, max: 3_000 }), (whole, limit) => {
    const short = cut(whole, limit);
    const size = new TextEncoder().encode(whole).length;
    if (size <= limit) return assertEquals(short, whole);
    const kept = short.slice(0, -1);
    assert(short.endsWith("…") && whole.startsWith(kept));
    const keptSize = new TextEncoder().encode(kept).length;
    // No character takes more than four bytes, and none is torn: the cut adds no lone surrogate.
    assert(keptSize <= limit && keptSize > limit - 4);
    assert(kept.isWellFormed() || !whole.isWellFormed());
  }));
});

Deno.test("no id is cut at any depth, and nothing but texts is touched", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...IDS, "a", "b"), json), fc.constantFrom(31, 500), (raw, limit) => {
      compare(raw, cutStrings(raw, limit), limit, undefined);
    }),
  );
});

function compare(before: Json, after: Json | undefined, limit: number, key: string | undefined): void {
  if (typeof before === "string") {
    return assertEquals(after, key !== undefined && IDS.has(key) ? before : cut(before, limit));
  }
  if (typeof before !== "object" || before === null) return assertEquals(after, before);
  assert(typeof after === "object" && after !== null);
  assertEquals(Object.keys(after), Object.keys(before));
  const inner = Array.isArray(before);
  for (const [name, value] of Object.entries(before)) {
    compare(value, Object.entries(after).find(([other]) => other === name)?.[1], limit, inner ? undefined : name);
  }
}

Deno.test("random bytes never break the decoder", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assertEquals(decodeEvent(bytes).ok, false);
  }));
});

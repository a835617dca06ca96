// The check every TOML and YAML edit is held to: exactly the changes, nothing else.

import { assert, assertEquals } from "@std/assert";
import type { Json } from "../../../src/domain/json.ts";
import type { Change } from "../../../install/formats/format.ts";
import { intentOf } from "../../../install/formats/intent.ts";
import { isOutcome } from "../../../install/formats/outcome.ts";

const BEFORE: Json = { a: 1, list: [{ n: 0 }, { n: 1, m: [1, 2] }, { n: 2 }], empty: {} };

function holds(changes: readonly Change[], after: Json): boolean {
  const intent = intentOf(BEFORE, changes);
  assert(!("why" in intent), JSON.stringify(intent));
  return isOutcome(BEFORE, intent, after);
}

Deno.test("a value that changed beside the named place is not the outcome", () => {
  const changes: Change[] = [{ do: "set", path: ["b"], value: 2 }];
  assertEquals(holds(changes, { ...BEFORE, b: 2 }), true);
  for (const after of [{ ...BEFORE, b: 3 }, { ...BEFORE, b: 2, a: "1" }, { ...BEFORE, b: 2, c: null }, BEFORE]) {
    assertEquals(holds(changes, after), false, JSON.stringify(after));
  }
});

Deno.test("elements removed by their old indexes in any order are the outcome, others are not", () => {
  const removed = [["list", 0], ["a"], ["list", 1, "m", 0], ["list", 2]];
  const after = { list: [{ n: 1, m: [2] }], empty: {} };
  for (const paths of [removed, removed.toReversed(), [removed[2]!, removed[0]!, removed[3]!, removed[1]!]]) {
    assertEquals(holds(paths.map((path) => ({ do: "remove", path })), after), true);
  }
  assertEquals(holds(removed.map((path) => ({ do: "remove", path })), { list: [{ n: 2 }], empty: {} }), false);
});

Deno.test("a list that lost its last element may be empty or gone, but one that was empty before may not go", () => {
  const changes: Change[] = [0, 1, 2].map((index) => ({ do: "remove", path: ["list", index] }));
  assertEquals(holds(changes, { a: 1, list: [], empty: {} }), true);
  assertEquals(holds(changes, { a: 1, empty: {} }), true);
  assertEquals(holds(changes, { a: 1, list: [] }), false);
  assertEquals(holds(changes, { a: 1, list: [{ n: 2 }], empty: {} }), false);
});

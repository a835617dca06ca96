import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Table, table } from "../../src/core/table.ts";

type Act = { readonly key: string; readonly value?: number | undefined };
const acts = fc.array(fc.record({ key: fc.string({ maxLength: 3 }), value: fc.option(fc.nat(), { nil: undefined }) }));

Deno.test("a table holds what a map would hold, and no change touches the tables before it", () => {
  fc.assert(fc.property(acts, (list: readonly Act[]) => {
    const map = new Map<string, number>();
    const past: { readonly table: Table<number>; readonly entries: string }[] = [];
    let now = table<number>();
    for (const { key, value } of list) {
      past.push({ table: now, entries: contents(now) });
      now = value === undefined ? now.delete(key) : now.set(key, value);
      if (value === undefined) map.delete(key);
      else map.set(key, value);
      assertEquals([now.size, now.get(key)], [map.size, map.get(key)]);
    }
    assertEquals(now.values().sort(), [...map.values()].sort());
    for (const { table, entries } of past) assertEquals(contents(table), entries);
  }));
});

function contents(of: Table<number>): string {
  return JSON.stringify([of.size, of.values().sort()]);
}

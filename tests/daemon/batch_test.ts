// When queued rows go to disk.

import { assertEquals } from "@std/assert";
import { batch } from "../../src/daemon/batch.ts";
import { memoryStore, until } from "../support/daemon.ts";

function batched() {
  const store = memoryStore();
  const troubles: (string | undefined)[] = [];
  let durable = 0;
  const notes: string[] = [];
  const rows = batch(store, {
    trouble: (text) => void troubles.push(text),
    note: (text) => void notes.push(text),
    durable: () => durable += 1,
  });
  return { store, rows, troubles, notes, durable: () => durable };
}

Deno.test("rows are flushed together a moment after the first", async () => {
  const { store, rows } = batched();
  for (let row = 0; row < 100; row += 1) rows.queued();
  assertEquals(store.log, []);
  await until(() => store.log.length > 0, "the flush");
  assertEquals(store.log, ["flush"]);
});

Deno.test("256 rows are flushed at once", () => {
  const { store, rows } = batched();
  for (let row = 0; row < 512; row += 1) rows.queued();
  assertEquals(store.log, ["flush", "flush"]);
});

Deno.test("whoever waits for the disk is told after the flush, and at once when nothing is queued", async () => {
  const { store, rows } = batched();
  await rows.flushed();
  assertEquals(store.log, []);
  rows.queued();
  await Promise.all([rows.flushed(), rows.flushed()]);
  assertEquals(store.log, ["flush"]);
});

Deno.test("a durable flush is told, one of events is not", () => {
  const { rows, durable } = batched();
  rows.flush(false);
  assertEquals(durable(), 0);
  rows.flush(true);
  assertEquals(durable(), 1);
});

Deno.test("trouble is told when it begins, changes and ends, and only then", () => {
  const { store, rows, troubles } = batched();
  for (const trouble of [undefined, "disk full", "disk full", "read-only", undefined, undefined]) {
    store.fail(trouble);
    rows.flush(false);
  }
  assertEquals(troubles, ["disk full", "read-only", undefined]);
});

Deno.test("a store that throws is trouble too, and whoever waits is let go", async () => {
  const { store, rows, troubles } = batched();
  store.flush = () => {
    throw new Error("broken");
  };
  rows.queued();
  await rows.flushed();
  assertEquals(troubles, ["broken"]);
  rows.stop();
});

Deno.test("a store that was set aside while running is told once", () => {
  const { store, rows, notes } = batched();
  rows.flush(false);
  store.setAside("set aside as x");
  rows.flush(false);
  rows.flush(false);
  assertEquals(notes, ["set aside as x"]);
});

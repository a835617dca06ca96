// Retention: what is old goes, in batches; the chain stays provable over the gap.

import { assertEquals } from "@std/assert";
import type { Store } from "../../../src/daemon/ports.ts";
import { card, clock, DAY_MS, ending, event, inDatabase, inFolder, open, proveChain, session, texts } from "./world.ts";

const HOUR_MS = 3_600_000;

function count(path: string, table: string): unknown {
  return inDatabase(path, (db) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
}

function record(store: Store, id: string, at: number): void {
  store.openCard(card(id, { opened: at }));
  store.endCard(ending(id, { at }), "{}");
}

Deno.test("events and sessions go after 30 days, requests and records after 90, in batches", () =>
  inFolder((path) => {
    const time = clock();
    const store = open(path, time);
    const start = time.now();
    for (let i = 0; i < 1_200; i++) store.saveEvent(event(`old ${i}`, { at: start }));
    store.saveSession(session("claude:old", { state: "ended", updated: start }));
    record(store, "c1", start);
    store.flush(true);
    time.pass(31 * DAY_MS);
    store.saveEvent(event("new", { at: time.now() }));
    store.saveSession(session("claude:new", { updated: time.now() }));
    record(store, "c2", time.now());
    store.flush(false);
    assertEquals(count(path, "events"), 701, "one batch of 500");
    store.flush(false);
    store.flush(false);
    assertEquals(texts(store).filter((text) => text !== undefined), ["new"]);
    assertEquals([count(path, "sessions"), count(path, "cards"), count(path, "records")], [1, 2, 2]);
    time.pass(60 * DAY_MS);
    store.flush(false);
    assertEquals([count(path, "events"), count(path, "cards"), count(path, "records")], [0, 1, 2]);
    store.close();
  }));

Deno.test("a prune of records leaves a checkpoint, and the chain is proved over it, again and again", () =>
  inFolder((path) => {
    const time = clock();
    const store = open(path, time);
    for (let round = 0, number = 1; round < 4; round++) {
      for (let i = 0; i < 5; i++) record(store, `c${number++}`, time.now());
      store.flush(true);
      time.pass(50 * DAY_MS);
      store.flush(false);
      assertEquals(proveChain(path), store.audit());
    }
    assertEquals(store.audit().count, 20 + 3, "pruned records are counted still, each prune is one more");
    store.close();
    const again = open(path, time);
    assertEquals(proveChain(path), again.audit());
    again.close();
  }));

Deno.test("a clock that jumps ahead costs a day of history an hour, and nothing more once it is right again", () =>
  inFolder((path) => {
    const time = clock();
    const store = open(path, time);
    for (let day = 0; day < 20; day++) {
      for (let i = 0; i < 600; i++) store.saveEvent(event(`${day}`, { at: time.now() }));
      store.saveSession(session(`claude:${day}`, { updated: time.now() }));
      record(store, `c${day + 1}`, time.now());
      store.flush(true);
      time.pass(DAY_MS);
    }
    store.flush(false);
    const counts = () => ["events", "sessions", "cards", "records"].map((table) => count(path, table));
    assertEquals(counts(), [12_000, 20, 20, 20]);
    time.pass(3_650 * DAY_MS);
    for (let i = 0; i < 10; i++) store.flush(false);
    assertEquals(counts(), [11_400, 19, 19, 20], "one record less, and the checkpoint");
    time.pass(HOUR_MS);
    for (let i = 0; i < 10; i++) store.flush(false);
    assertEquals(counts(), [10_800, 18, 18, 20]);
    time.pass(-3_650 * DAY_MS);
    for (let i = 0; i < 10; i++) {
      time.pass(HOUR_MS);
      store.flush(false);
    }
    assertEquals(counts(), [10_800, 18, 18, 20]);
    time.pass(35 * DAY_MS);
    for (let i = 0; i < 10; i++) store.flush(false);
    assertEquals(counts(), [10_200, 17, 18, 20], "what is old goes again");
    assertEquals(proveChain(path), store.audit());
    store.close();
  }));

Deno.test("a row whose clock was decades behind does not keep the others from going", () =>
  inFolder((path) => {
    const time = clock();
    const store = open(path, time);
    for (const at of [time.now(), 1_000]) {
      store.saveEvent(event("old", { at }));
      store.saveSession(session(`claude:${at}`, { updated: at }));
      record(store, at === 1_000 ? "c2" : "c1", at);
    }
    store.flush(true);
    time.pass(200 * DAY_MS);
    for (let i = 0; i < 3; i++) {
      store.flush(false);
      time.pass(HOUR_MS + 1);
    }
    const counts = ["events", "sessions", "cards", "records"].map((table) => count(path, table));
    assertEquals(counts, [0, 0, 0, 1], "the checkpoint stays");
    store.close();
  }));

Deno.test("a request that is still open is not pruned, however old", () =>
  inFolder((path) => {
    const time = clock();
    const store = open(path, time);
    store.openCard(card("c1", { opened: time.now() }));
    store.flush(true);
    time.pass(400 * DAY_MS);
    store.flush(false);
    store.endCard(ending("c1", { at: time.now() }), "{}");
    store.flush(true);
    assertEquals(count(path, "cards"), 1);
    store.close();
  }));

Deno.test("pruning waits for its hour, and never for an answer", () =>
  inFolder((path) => {
    const time = clock();
    const store = open(path, time);
    store.flush(false);
    store.saveEvent(event("old", { at: time.now() - 40 * DAY_MS }));
    store.flush(false);
    assertEquals(count(path, "events"), 1);
    time.pass(HOUR_MS + 1);
    store.flush(true);
    assertEquals(count(path, "events"), 1);
    store.flush(false);
    assertEquals(count(path, "events"), 0);
    store.close();
  }));

// The schema: from nothing, from version 1, and a version of the future.

import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { migrate } from "../../../src/daemon/store/database.ts";
import { MIGRATIONS } from "../../../src/daemon/store/migrations.ts";
import { card, ending, event, inDatabase, inFolder, open, texts } from "./world.ts";

function version(db: DatabaseSync): unknown {
  return db.prepare("PRAGMA user_version").get()?.["user_version"];
}

function schema(db: DatabaseSync): unknown[] {
  return db.prepare("SELECT sql FROM sqlite_master ORDER BY name").all().map((row) => row["sql"]);
}

Deno.test("an empty database gets the whole schema, and each step only once", () => {
  const db = new DatabaseSync(":memory:");
  migrate(db);
  assertEquals(version(db), MIGRATIONS.length);
  const once = schema(db);
  migrate(db);
  assertEquals(schema(db), once);
  db.close();
});

Deno.test("a version 1 file keeps its rows and gets the steps it lacks", () =>
  inFolder((path) => {
    inDatabase(path, (db) => migrate(db, MIGRATIONS.slice(0, 1)));
    const store = open(path);
    assertEquals([store.trouble(), store.note], [undefined, undefined]);
    store.saveEvent(event("kept"));
    store.close();
    inDatabase(path, (db) => {
      migrate(db, [...MIGRATIONS, "ALTER TABLE events ADD COLUMN more TEXT", "CREATE TABLE other (a)"]);
      assertEquals(version(db), MIGRATIONS.length + 2);
      assertEquals(db.prepare("SELECT text, more FROM events").all().map((row) => ({ ...row })), [{
        text: "kept",
        more: null,
      }]);
    });
  }));

Deno.test("a step that fails leaves the version before it, whole", () => {
  const db = new DatabaseSync(":memory:");
  const steps = [...MIGRATIONS, "CREATE TABLE half (a); CREATE TABLE meta (a)"];
  assertThrows(() => migrate(db, steps));
  assertEquals(version(db), MIGRATIONS.length);
  assertEquals(db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'half'").all(), []);
  db.close();
});

Deno.test("a database of a newer version is not touched; history is off and says why", () =>
  inFolder((path, folder) => {
    open(path).close();
    inDatabase(path, (db) => db.exec("PRAGMA user_version = 99"));
    const before = Deno.readFileSync(path);
    const store = open(path);
    assertStringIncludes(store.trouble() ?? "", "its schema is version 99");
    assertEquals(store.load().sessions, []);
    store.openCard(card("c1"));
    store.endCard(ending("c1"), "{}");
    store.saveEvent(event("in memory"));
    store.flush(true);
    assertEquals(texts(store).at(-1), "in memory");
    assertEquals(store.audit().count, 0);
    store.close();
    assertEquals(Deno.readFileSync(path), before);
    assert([...Deno.readDirSync(folder)].every(({ name }) => !name.includes("corrupt")));
  }));

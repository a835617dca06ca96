// History: one order over events, requests and records, in pages, through indexes.

import { assert, assertEquals } from "@std/assert";
import { chunkSql, sinceSql, TABLES } from "../../../src/daemon/store/history.ts";
import { card, ending, event, inDatabase, inFolder, NOW, open, session, wholeHistory } from "./world.ts";

Deno.test("events, requests, ends and what the agent did come in one order, newest first, in pages of any size", () =>
  inFolder((path) => {
    const store = open(path);
    store.saveSession(session("claude:s1"));
    store.saveEvent(event("one"));
    store.openCard(card("c1", { kind: "plan" }));
    store.endCard(ending("c1", { end: "denied" }), "{}");
    store.honoured("c1", NOW, "refused");
    store.saveEvent(event("two", { tool: "Edit", target: "a.ts", agentId: "a1" }));
    const waiting = wholeHistory(store);
    store.flush(false);
    const rows = wholeHistory(store);
    assertEquals(rows.map(({ n, kind }) => [n, kind]), [
      [5, "event"],
      [4, "honoured"],
      [3, "end"],
      [2, "card"],
      [1, "event"],
    ]);
    assertEquals(rows[0], {
      n: 5,
      at: NOW,
      kind: "event",
      session: "claude:s1",
      agent: "claude",
      agentId: "a1",
      project: "shop",
      event: "UserPromptSubmit",
      tool: "Edit",
      target: "a.ts",
      text: "two",
    });
    assertEquals([rows[3]?.event, rows[3]?.card, rows[3]?.at], ["plan", "c1", NOW]);
    assertEquals(rows, waiting);
    const about = { session: "claude:s1", agent: "claude", project: "shop", tool: "Bash", target: "npm run c1" };
    assertEquals(rows[1], { n: 4, at: NOW, kind: "honoured", card: "c1", ...about, honour: "refused", end: "denied" });
    for (const limit of [1, 2, 3, 4, 5]) assertEquals(wholeHistory(store, limit), rows);
    assertEquals(store.history({ limit: 5 }).next, null);
    store.close();
  }));

Deno.test("what the agent did is told with its card also when the card's end is long on disk", () =>
  inFolder((path) => {
    const store = open(path);
    store.openCard(card("c1", { agentId: "a1" }));
    store.endCard(ending("c1", { end: "denied" }), "{}");
    store.flush(true);
    store.honoured("c1", NOW, "ran");
    for (const _ of ["in memory", "on disk"]) {
      const [row] = wholeHistory(store);
      assertEquals([row?.honour, row?.end, row?.tool, row?.target, row?.agentId], [
        "ran",
        "denied",
        "Bash",
        "npm run c1",
        "a1",
      ]);
      store.flush(false);
    }
    store.close();
  }));

Deno.test("what the human said is in the record of the end, and found", () =>
  inFolder((path) => {
    const store = open(path);
    store.openCard(card("c1"));
    store.endCard(ending("c1", { end: "denied", said: "use the Other branch" }), "{}");
    for (const _ of ["in memory", "on disk"]) {
      assertEquals(store.history({ q: "other branch", limit: 5 }).rows.map(({ card, text }) => [card, text]), [
        ["c1", "use the Other branch"],
      ]);
      store.flush(false);
    }
    store.close();
  }));

Deno.test("pages go on over what is in memory into what is on disk", () =>
  inFolder((path) => {
    const store = open(path);
    for (let i = 0; i < 700; i++) store.saveEvent(event(`${i}`));
    store.flush(false);
    for (let i = 700; i < 1_000; i++) store.saveEvent(event(`${i}`));
    const expected = Array.from({ length: 1_000 }, (_, i) => `${999 - i}`);
    for (const limit of [7, 200, 5_000]) assertEquals(wholeHistory(store, limit).map(({ text }) => text), expected);
    store.close();
  }));

Deno.test("agent, project, time and words narrow it, alone and together", () =>
  inFolder((path) => {
    const store = open(path);
    store.saveSession(session("claude:s1"));
    store.saveSession(session("codex:s1", { agent: "codex", project: "blog" }));
    store.saveEvent(event("fix the Parser", { at: NOW - 5_000 }));
    store.saveEvent(event("fix the lexer", { at: NOW - 4_000 }));
    const codex = { session: "codex:s1", agent: "codex" };
    store.saveEvent(event("fix the parser", { ...codex, at: NOW - 3_000 }));
    store.saveEvent(event("", { ...codex, at: NOW - 2_000, tool: "Bash", target: "npm run parser" }));
    store.openCard(card("c1", { ...codex, project: "blog", target: "ls", opened: NOW - 1_000 }));
    store.endCard(ending("c1"), "{}");
    const asked = (query: object) => store.history({ limit: 200, ...query }).rows.map(({ n }) => n);
    for (const _ of ["in memory", "on disk"]) {
      assertEquals(asked({ agent: "codex" }), [6, 5, 4, 3]);
      assertEquals(asked({ project: "shop" }), [2, 1]);
      assertEquals(asked({ agent: "claude", project: "blog" }), []);
      assertEquals(asked({ since: NOW - 2_500 }), [6, 5, 4]);
      assertEquals(asked({ since: NOW + 1 }), []);
      assertEquals(asked({ q: "PARSER" }), [4, 3, 1]);
      assertEquals(asked({ q: "parser", agent: "codex", before: 4 }), [3]);
      assertEquals(asked({ q: "%" }), []);
      store.flush(false);
    }
    store.close();
  }));

Deno.test("a search looks at a bounded number of rows a page, says where to go on, and misses none", () =>
  inFolder((path) => {
    const store = open(path);
    store.saveEvent(event("the needle"));
    for (let i = 0; i < 12_000; i++) store.saveEvent(event(`hay ${i}`));
    store.flush(false);
    let page = store.history({ q: "needle", limit: 10 });
    let pages = 1;
    while (page.next !== null) {
      assertEquals(page.rows, []);
      page = store.history({ q: "needle", limit: 10, before: page.next });
      pages++;
    }
    assertEquals(page.rows.map(({ text }) => text), ["the needle"]);
    assert(pages > 1);
    store.close();
  }));

Deno.test("no page, filter or time reads a whole table or sorts one", () =>
  inFolder((path) => {
    open(path).close();
    inDatabase(path, (db) => {
      const plan = (sql: string, ...values: (number | string)[]) =>
        db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values).map((row) => String(row["detail"]));
      for (const table of TABLES) {
        assertEquals(plan(chunkSql(table, undefined), 9, 0), [
          `SEARCH ${table.name} USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)`,
        ]);
        for (const by of ["agent", "project"] as const) {
          const [step, ...more] = plan(chunkSql(table, by), 9, 0, "x");
          assertEquals(more, []);
          assert(
            step?.startsWith(`SEARCH ${table.name} USING INDEX ${table.name}_${by} (${by}=? AND rowid>? AND rowid<?`),
            step,
          );
        }
        const [since, ...more] = plan(sinceSql(table), 5);
        assertEquals(more, []);
        assert(since?.startsWith(`SEARCH ${table.name} USING COVERING INDEX ${table.name}_at (at>?)`), since);
      }
    });
  }));

Deno.test("a record that somebody made unreadable is left out, the rest is shown", () =>
  inFolder((path) => {
    const store = open(path);
    for (const id of ["c1", "c2"]) {
      store.openCard(card(id));
      store.endCard(ending(id), "{}");
    }
    store.flush(true);
    inDatabase(path, (db) => db.exec("UPDATE records SET body = '{' WHERE seq = 1"));
    assertEquals(wholeHistory(store).map(({ n }) => n), [4, 3, 1]);
    store.close();
  }));

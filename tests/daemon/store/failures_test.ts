// A database that cannot be used: nothing throws, nothing in memory is lost, a human is told what to do.

import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Backlog } from "../../../src/daemon/store/backlog.ts";
import type { Connect } from "../../../src/daemon/store/database.ts";
import { setAside } from "../../../src/daemon/store/set_aside.ts";
import {
  card,
  clock,
  ending,
  event,
  inDatabase,
  inFolder,
  NOW,
  open,
  proveChain,
  session,
  texts,
  wholeHistory,
} from "./world.ts";

const PAGE_BYTES = 4_096;
/** Longer than any wait between two tries. */
const RETRY_MS = 11_000;

function corruptFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.includes("corrupt")).sort();
}

function fill(path: string): void {
  const store = open(path);
  for (let i = 0; i < 400; i++) store.saveEvent(event(`row ${i} ${"x".repeat(200)}`));
  store.openCard(card("c5"));
  store.saveSession(session("claude:s1"));
  store.close();
}

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  "a text file": (path) => Deno.writeTextFileSync(path, "this is not a database\n".repeat(400)),
  "a truncated file": (path) => Deno.truncateSync(path, Deno.lstatSync(path).size - PAGE_BYTES - 100),
  "a file cut to half a page": (path) => Deno.truncateSync(path, PAGE_BYTES / 2),
  "pages of another kind": (path) => overwrite(path, 2 * PAGE_BYTES, 30 * PAGE_BYTES),
  "a broken schema page": (path) => overwrite(path, 100, PAGE_BYTES - 100),
};

function overwrite(path: string, from: number, length: number): void {
  const bytes = Deno.readFileSync(path);
  bytes.fill(0xaa, from, from + length);
  Deno.writeFileSync(path, bytes);
}

for (const [what, damage] of Object.entries(DAMAGES)) {
  Deno.test(`${what} in place of the database is set aside under a dated name, and a new one started`, () =>
    inFolder((path, folder) => {
      fill(path);
      damage(path);
      const damaged = Deno.readFileSync(path);
      const store = open(path);
      assertEquals(corruptFiles(folder), ["vults.db.corrupt-20260102T030405Z"]);
      assertEquals(Deno.readFileSync(`${folder}/vults.db.corrupt-20260102T030405Z`), damaged);
      assertStringIncludes(store.note ?? "", "vults.db.corrupt-20260102T030405Z");
      assertEquals(store.trouble(), undefined);
      const { sessions, nextCard } = store.load();
      assertEquals(sessions, []);
      assert(nextCard > 1_000_000, "no number of the lost database comes again");
      store.saveEvent(event("new"));
      store.close();
      const again = open(path);
      assertEquals([texts(again), again.note, again.load().nextCard], [["new"], undefined, nextCard]);
      again.close();
    }));
}

Deno.test("a second damaged database of the same second gets a name of its own, side files go with each", () =>
  inFolder((path, folder) => {
    for (const _ of [1, 2]) {
      for (const side of ["", "-wal", "-shm"]) Deno.writeTextFileSync(path + side, `damaged${side}`);
      setAside(path, NOW);
    }
    const first = "vults.db.corrupt-20260102T030405Z";
    const names = [first, `${first}-2`, `${first}-2-shm`, `${first}-2-wal`, `${first}-shm`, `${first}-wal`];
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), names);
    assertEquals(Deno.readTextFileSync(`${folder}/${first}-2-wal`), "damaged-wal");
  }));

Deno.test("damage met while running loses nothing that is in memory: rows, live sessions, open cards", () =>
  inFolder((path, folder) => {
    const store = open(path);
    store.saveSession(session("claude:s1"));
    store.openCard(card("c1"));
    for (let i = 0; i < 400; i++) store.saveEvent(event(`old ${i} ${"x".repeat(200)}`));
    store.flush(true);
    inDatabase(path, (db) => db.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
    overwrite(path, PAGE_BYTES, 40 * PAGE_BYTES);
    store.saveEvent(event("new"));
    store.endCard(ending("c1"), "{}");
    // SQLite sees the damage when it reads a damaged page; what it has in its cache is whole.
    for (let i = 0; i < 3_000 && store.note === undefined; i++) {
      store.saveEvent(event(`${i}`));
      store.flush(false);
      wholeHistory(store);
    }
    store.flush(true);
    assertStringIncludes(store.note ?? "", "corrupt-");
    assertEquals([corruptFiles(folder).length > 0, store.trouble()], [true, undefined]);
    const end = wholeHistory(store).find((row) => row.kind === "end");
    store.close();
    const again = open(path);
    assertEquals(again.load().sessions.map(({ id }) => id), ["claude:s1"]);
    assertEquals(again.load().nextCard, 2);
    again.close();
    assertEquals([end?.card, end?.target, proveChain(path).count], ["c1", "npm run c1", 1]);
  }));

/** A connection that SQLite limits to so many pages, until the limit is lifted. */
function smallDisk(pages: number): { connect: Connect; makeRoom(): void } {
  let open: DatabaseSync | undefined;
  const limit = (db: DatabaseSync, most: number) => db.exec(`PRAGMA max_page_count = ${most}`);
  return {
    connect: (path) => {
      open = new DatabaseSync(path);
      limit(open, pages);
      return open;
    },
    makeRoom: () => open && limit(open, 1_000_000),
  };
}

Deno.test("a full disk keeps everything in memory, answers go on, and all of it is written when there is room", () =>
  inFolder((path) => {
    const time = clock();
    const disk = smallDisk(60);
    const store = open(path, { ...time, connect: disk.connect });
    store.load();
    for (let i = 0; i < 300; i++) {
      store.saveEvent(event(`${i} ${"x".repeat(900)}`));
      store.flush(false);
    }
    assertMatch(store.trouble() ?? "", /^Cannot write history to ".*": the disk is full; free some space/);
    store.saveSession(session("claude:s1"));
    store.openCard(card("c1"));
    store.endCard(ending("c1"), "{}");
    store.flush(true);
    const whole = wholeHistory(store).map(({ kind, text, card }) => ({ kind, text, card }));
    assertEquals(whole.length, 302, "on disk and in memory, nothing twice");
    disk.makeRoom();
    store.flush(false);
    assert(store.trouble() !== undefined, "not tried again at once");
    time.pass(RETRY_MS);
    store.flush(false);
    assertEquals(store.trouble(), undefined);
    assertEquals(wholeHistory(store).map(({ kind, text, card }) => ({ kind, text, card })), whole);
    store.close();
    const again = open(path);
    assertEquals(again.load().sessions.map(({ id }) => id), ["claude:s1"]);
    assertEquals([wholeHistory(again).length, proveChain(path).count], [302, 1]);
    again.close();
  }));

Deno.test("a disk that stays full costs the oldest events, never a request or an answer, and the number is said", () =>
  inFolder((path) => {
    const time = clock();
    const disk = smallDisk(40);
    const lines: string[] = [];
    const store = open(path, { ...time, connect: disk.connect, log: (line) => lines.push(line) });
    store.openCard(card("c1"));
    store.endCard(ending("c1"), "{}");
    for (let i = 0; i < 12_000; i++) {
      store.saveEvent(event(`${i} ${"x".repeat(3_500)}`));
      if (i % 1_000 === 0) store.flush(false);
    }
    const [, dropped] = /(\d+) older rows found no place in memory and are lost/.exec(store.trouble() ?? "") ?? [];
    assert(Number(dropped) > 1_000, store.trouble());
    const rows = wholeHistory(store);
    assert(rows[0]?.text?.startsWith("11999 "));
    assertEquals(rows.filter(({ card }) => card === "c1").length, 2);
    disk.makeRoom();
    time.pass(RETRY_MS);
    store.flush(false);
    assertEquals(store.trouble(), undefined);
    assert(lines.includes(`${dropped} rows of history were lost while it could not be written`));
    assertEquals(wholeHistory(store).length, rows.length);
    store.close();
  }));

Deno.test("an id weighs like any other text of a row that waits", () => {
  const backlog = new Backlog();
  for (let i = 0; i < 40; i++) backlog.addEvent(event("", { agentId: `${i}${"x".repeat(1_000_000)}` }));
  assert(backlog.dropped > 0);
  assertEquals(backlog.entries.length + backlog.dropped, 40);
});

Deno.test("the number of a card that could not be written does not come again after a crash", () =>
  inFolder((path) => {
    const time = clock();
    const disk = smallDisk(60);
    const killed = open(path, { ...time, connect: disk.connect });
    killed.load();
    for (let i = 0; i < 300; i++) {
      killed.saveEvent(event(`${i} ${"x".repeat(900)}`));
      killed.flush(true);
    }
    killed.openCard(card("c1"));
    killed.endCard(ending("c1"), "{}");
    killed.flush(true);
    assertStringIncludes(killed.trouble() ?? "", "the disk is full");
    const next = open(path, time);
    assertEquals(wholeHistory(next).filter((row) => row.card === "c1"), [], "nobody wrote down that it was used");
    const { nextCard } = next.load();
    assert(nextCard > 1, `c${nextCard}`);
    next.close();
  }));

Deno.test("each written card moves the numbers that a crash skips ahead of it", () =>
  inFolder((path) => {
    const store = open(path);
    store.load();
    for (let i = 1; i <= 1_000; i++) store.openCard(card(`c${i}`));
    store.flush(false);
    inDatabase(path, (db) => db.exec("DELETE FROM cards; DELETE FROM open_cards"));
    const next = open(path);
    assert(next.load().nextCard > 1_200);
    next.close();
  }));

for (const damaged of ["x", "", "-4", "0", "1.5", "1e300", "NaN", "9007199254740991"]) {
  Deno.test(`a card number damaged to "${damaged}" gives way to one that no card had`, () =>
    inFolder((path) => {
      const store = open(path);
      store.openCard(card("c7"));
      store.close();
      inDatabase(path, (db) => db.prepare("UPDATE meta SET value = ? WHERE key = 'next_card'").run(damaged));
      inDatabase(path, (db) => db.exec("INSERT INTO cards (card, at) VALUES ('damaged', 1)"));
      const again = open(path);
      assertEquals(again.load().nextCard, NOW / 1_000);
      again.close();
    }));
}

/** A row as no caller of ours makes it. */
function wrong<Row>(row: Row, change: Record<string, unknown>): Row {
  return { ...row, ...change };
}

Deno.test("a row that no database takes is lost alone, and said; those before and behind it are written", () =>
  inFolder((path) => {
    const lines: string[] = [];
    const store = open(path, { log: (line) => lines.push(line) });
    store.saveEvent(event("before"));
    store.saveEvent(wrong(event("bad"), { at: true }));
    store.saveEvent(wrong(event("bad"), { text: 5 }));
    store.saveEvent(wrong(event("bad"), { agentId: true }));
    store.saveSession(wrong(session("claude:bad"), { updated: true }));
    store.saveSession(session("claude:s1"));
    store.openCard(wrong(card("c1"), { digest: true }));
    store.openCard(card("cNaN"));
    store.openCard(card("c2"));
    store.endCard(wrong(ending("c2"), { at: true }), "{}");
    store.endCard(ending("c2"), "{}");
    store.saveEvent(event("behind"));
    store.flush(true);
    assertEquals([store.trouble(), texts(store).filter((text) => text !== undefined)], [undefined, [
      "before",
      "behind",
    ]]);
    assertEquals(wholeHistory(store).map(({ n, card }) => [n, card]), [[4, undefined], [3, "c2"], [2, "c2"], [
      1,
      undefined,
    ]]);
    const counted = lines.map((line) =>
      Number(/^(\d+) rows of history cannot be written and are lost/.exec(line)?.[1])
    );
    assertEquals(counted, [1, 1, 1, 4]);
    assertEquals(store.load().nextCard, 3);
    store.close();
    assertEquals(proveChain(path).count, 1);
  }));

function lostFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.includes("lost")).sort();
}

Deno.test("a database removed while it is used is made again, with the sessions and open cards in memory, and said", () =>
  inFolder((path, folder) => {
    const store = open(path);
    store.load();
    store.saveSession(session("claude:s1"));
    store.openCard(card("c1"));
    store.openCard(card("c2"));
    store.endCard(ending("c2"), "{}");
    store.flush(true);
    Deno.removeSync(path);
    store.saveEvent(event("later"));
    store.flush(true);
    assertMatch(store.note ?? "", /^The history in ".*vults\.db" was removed or replaced while in use/);
    assertEquals(store.trouble(), undefined);
    assertEquals(lostFiles(folder), ["vults.db.lost-20260102T030405Z-shm", "vults.db.lost-20260102T030405Z-wal"]);
    store.endCard(ending("c1"), "{}");
    store.flush(true);
    assertEquals(inDatabase(path, (db) => db.prepare("SELECT count(*) AS n FROM cards").get()?.["n"]), 1);
    const key = store.digestKey;
    store.close();
    assertEquals(proveChain(path), store.audit());
    const again = open(path);
    const { sessions, nextCard } = again.load();
    assertEquals([sessions.map(({ id }) => id), nextCard, again.digestKey], [["claude:s1"], 3, key]);
    assertEquals(wholeHistory(again).map(({ kind, card, text }) => [kind, card ?? text]), [
      ["end", "c1"],
      ["event", "later"],
      ["card", "c1"],
    ]);
    again.close();
  }));

Deno.test("a database replaced by an older copy goes on from the copy, and no old log is played into it", () =>
  inFolder((path, folder) => {
    const store = open(path);
    store.load();
    store.openCard(card("c1"));
    store.flush(true);
    inDatabase(path, (db) => db.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
    Deno.copyFileSync(path, `${path}.copy`);
    for (let i = 0; i < 200; i++) store.saveEvent(event(`lost ${i}`));
    store.saveSession(session("claude:s1"));
    store.openCard(card("c2"));
    store.flush(true);
    Deno.renameSync(`${path}.copy`, path);
    store.saveEvent(event("later"));
    store.flush(true);
    assertStringIncludes(store.note ?? "", "was removed or replaced while in use");
    assertEquals([lostFiles(folder).length, corruptFiles(folder), store.trouble()], [2, [], undefined]);
    assertEquals(wholeHistory(store).map(({ card, text }) => card ?? text), ["later", "c2", "c1"]);
    store.close();
    const again = open(path);
    assertEquals([again.load().sessions.map(({ id }) => id), again.note], [["claude:s1"], undefined]);
    assertEquals(wholeHistory(again).filter((row) => row.kind === "end").map(({ card }) => card).sort(), ["c1", "c2"]);
    again.close();
  }));

Deno.test("a folder removed while its database is used is a trouble until it is back, then everything is written", () =>
  inFolder((_, folder) => {
    const time = clock();
    Deno.mkdirSync(`${folder}/data`, { mode: 0o700 });
    const store = open(`${folder}/data/vults.db`, time);
    store.load();
    store.saveSession(session("claude:s1"));
    store.openCard(card("c1"));
    store.flush(true);
    Deno.removeSync(`${folder}/data`, { recursive: true });
    store.saveEvent(event("later"));
    store.flush(true);
    assertStringIncludes(store.trouble() ?? "", "Cannot write history");
    assertEquals(texts(store), ["later"]);
    Deno.mkdirSync(`${folder}/data`, { mode: 0o700 });
    time.pass(RETRY_MS);
    store.flush(true);
    assertEquals([store.trouble(), wholeHistory(store).length], [undefined, 2]);
    store.close();
  }));

Deno.test("a database that cannot be written is read, says so, and is written when it can be", () =>
  inFolder((path) => {
    fill(path);
    const time = clock();
    let readOnly = true;
    const connect: Connect = (file) => new DatabaseSync(file, { readOnly });
    const store = open(path, { ...time, connect });
    const { sessions, nextCard } = store.load();
    assertEquals(sessions.length, 1);
    assert(nextCard > 1_000_000, "numbers that cannot be noted as used are not taken from those that come next");
    store.saveEvent(event("later"));
    store.flush(false);
    assertMatch(store.trouble() ?? "", /the file or its folder is read-only; make both writable for you/);
    assertEquals(texts(store).at(-1), "later");
    store.close();
    readOnly = false;
    const again = open(path, { ...time, connect });
    assertEquals([again.trouble(), again.load().nextCard], [undefined, 6]);
    again.close();
  }));

Deno.test("a file that cannot be opened at first is taken into use later, with what was in it", () =>
  inFolder((path) => {
    fill(path);
    const time = clock();
    let locked = true;
    const connect: Connect = (file) => {
      if (locked) throw new Error("unable to open database file");
      return new DatabaseSync(file);
    };
    const store = open(path, { ...time, connect });
    assertStringIncludes(store.trouble() ?? "", "unable to open database file");
    const { nextCard } = store.load();
    assert(nextCard > 1_000_000, "numbers of the unread database do not come again");
    store.openCard(card(`c${nextCard}`));
    store.flush(true);
    locked = false;
    time.pass(RETRY_MS);
    store.flush(true);
    assertEquals(store.trouble(), undefined);
    const ends = wholeHistory(store).filter((row) => row.kind === "end");
    assertEquals(ends.map(({ card, end }) => [card, end]), [["c5", "disconnected"]]);
    assertEquals(wholeHistory(store).filter((row) => row.kind === "card").length, 2);
    store.close();
  }));

Deno.test("a database that another program holds is waited for, then tried again", () =>
  inFolder((path) => {
    fill(path);
    const time = clock();
    const store = open(path, time);
    store.load();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    store.saveEvent(event("late"));
    store.flush(true);
    assertMatch(store.trouble() ?? "", /another program holds it; close that program/);
    other.exec("ROLLBACK");
    other.close();
    time.pass(RETRY_MS);
    store.flush(true);
    assertEquals([store.trouble(), texts(store).at(-1)], [undefined, "late"]);
    store.close();
  }));

Deno.test("a folder in place of the file is a trouble, and no folder at all is one too", () =>
  inFolder((path, folder) => {
    Deno.mkdirSync(path);
    const lines: string[] = [];
    const store = open(path, { log: (line) => lines.push(line) });
    assertStringIncludes(store.trouble() ?? "", "is not a regular file");
    store.saveEvent(event("x"));
    store.close();
    assert(lines.includes("1 rows of history could not be written before the end"));
    const nowhere = open(`${folder}/none/vults.db`);
    assertStringIncludes(nowhere.trouble() ?? "", "Cannot write history");
    nowhere.close();
  }));

/** A file system of our own; only root may have one, and not everywhere. */
function mount(folder: string, options: string): boolean {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return false;
  const args = ["-t", "tmpfs", "-o", options, "none", folder];
  return new Deno.Command("/bin/mount", { args, clearEnv: true, stderr: "null" }).outputSync().success;
}

function unmount(folder: string): void {
  assert(new Deno.Command("/bin/umount", { args: ["-l", folder], clearEnv: true }).outputSync().success);
}

const CAN_MOUNT = await canMount();

async function canMount(): Promise<boolean> {
  let can = false;
  await inFolder((_, folder) => {
    can = mount(folder, "size=64k");
    if (can) unmount(folder);
  });
  return can;
}

Deno.test({
  name: "a disk that is really full, then has room again",
  ignore: !CAN_MOUNT,
  fn: () =>
    inFolder((_, folder) => {
      assert(mount(folder, "size=512k,mode=700"));
      try {
        const time = clock();
        const store = open(`${folder}/vults.db`, time);
        store.load();
        Deno.writeFileSync(`${folder}/ballast`, new Uint8Array(200_000));
        for (let i = 0; i < 400; i++) {
          store.saveEvent(event(`${i} ${"x".repeat(900)}`));
          store.flush(i % 2 === 0);
        }
        assertStringIncludes(store.trouble() ?? "", "the disk is full");
        assertEquals(wholeHistory(store).length, 400);
        Deno.removeSync(`${folder}/ballast`);
        assert(mount(folder, "remount,size=16m"));
        time.pass(RETRY_MS);
        store.flush(true);
        assertEquals([store.trouble(), wholeHistory(store).length], [undefined, 400]);
        store.close();
      } finally {
        unmount(folder);
      }
    }),
});

Deno.test({
  name: "a folder that is really read-only, with a database and without",
  ignore: !CAN_MOUNT,
  fn: () =>
    inFolder((_, folder) => {
      assert(mount(folder, "size=4m,mode=700"));
      try {
        const time = clock();
        fill(`${folder}/vults.db`);
        assert(mount(folder, "remount,ro"));
        const stores = ["vults.db", "other.db"].map((name) => open(`${folder}/${name}`, time));
        for (const store of stores) {
          store.load();
          store.saveEvent(event("kept"));
          store.flush(true);
          assertStringIncludes(store.trouble() ?? "", "read-only");
          assertEquals(texts(store).at(-1), "kept");
        }
        assert(mount(folder, "remount,rw"));
        time.pass(RETRY_MS);
        for (const store of stores) {
          store.flush(true);
          assertEquals([store.trouble(), texts(store).includes("kept")], [undefined, true]);
          store.close();
        }
      } finally {
        unmount(folder);
      }
    }),
});

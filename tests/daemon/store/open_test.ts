// What the store keeps over a restart, and what never reaches the disk.

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import {
  bytesOnDisk,
  card,
  ending,
  event,
  inDatabase,
  inFolder,
  NOW,
  open,
  proveChain,
  session,
  wholeHistory,
} from "./world.ts";

Deno.test("a restart brings back the sessions that have not ended, as they were", () =>
  inFolder((path) => {
    const child = { id: "a1", kind: "subagent", name: "Explore", state: "running", at: 7 } as const;
    const whole = session("claude:s1", {
      state: "waiting",
      reason: "permission",
      model: "opus",
      mode: "plan",
      tool: "Bash",
      stuck: true,
      summary: "Run it",
      parent: "claude:s0",
      children: [child],
      cost: 0.25,
    });
    const first = open(path);
    assertEquals(first.load(), { sessions: [], nextCard: 1 });
    first.saveSession(session("claude:s1"));
    first.saveSession(whole);
    first.saveSession(session("claude:s2", { state: "ended" }));
    first.close();
    const again = open(path);
    assertEquals(again.load(), { sessions: [whole], nextCard: 1 });
    assertEquals(again.digestKey, first.digestKey);
    assertMatch(again.digestKey, /^[0-9a-f]{64}$/);
    again.close();
  }));

Deno.test("a card found open is ended as disconnected once, and its number is never used again", () =>
  inFolder((path) => {
    const first = open(path);
    first.load();
    first.openCard(card("c1"));
    first.openCard(card("c7", { agentId: "a1" }));
    first.endCard(ending("c1"), "{}");
    first.close();
    for (const _ of [1, 2]) {
      const again = open(path);
      assertEquals(again.load().nextCard, 8);
      const ends = wholeHistory(again).filter((row) => row.kind === "end" && row.card === "c7");
      assertEquals(ends, [{
        n: 4,
        at: NOW,
        kind: "end",
        card: "c7",
        session: "claude:s1",
        agent: "claude",
        agentId: "a1",
        project: "shop",
        tool: "Bash",
        target: "npm run c7",
        end: "disconnected",
        actor: { who: "system" },
      }]);
      again.close();
    }
    assertEquals(proveChain(path).count, 2);
  }));

Deno.test("a card's number stays used after its row was pruned", () =>
  inFolder((path) => {
    const first = open(path);
    first.openCard(card("c41"));
    first.close();
    inDatabase(path, (db) => db.exec("DELETE FROM cards; DELETE FROM open_cards"));
    const again = open(path);
    assertEquals(again.load().nextCard, 42);
    again.close();
  }));

Deno.test("the record of an end keeps what went back, its length and the hash of its exact bytes", () =>
  inFolder((path) => {
    const store = open(path);
    const exact = '{"token":"Zq7vXw2Lr9","ü":1}';
    store.openCard(card("c1"));
    store.endCard(ending("c1"), exact);
    store.honoured("c1", NOW + 1, "ran");
    store.flush(true);
    const [honoured, end] = wholeHistory(store);
    assertEquals(end?.returned, '{"token":"[redacted]","ü":1}');
    assertEquals([honoured?.honour, honoured?.card, honoured?.target], ["ran", "c1", "npm run c1"]);
    const audit = store.audit();
    store.close();
    assertEquals(proveChain(path), audit);
    const bodies = inDatabase(path, (db) => db.prepare("SELECT body, hash FROM records ORDER BY n").all());
    const [first, second] = bodies.map((row) => JSON.parse(String(row["body"])));
    assertEquals(first.bytes, 29);
    assertEquals(first.sha256, "9b263aa75324cc864695774a592b7905efe1ae396f88e3c97f11f93e2fe13fc9");
    assertEquals(second.answer, bodies[0]?.["hash"]);
    assertEquals(Object.keys(first), Object.keys(first).toSorted());
  }));

Deno.test("an edited, removed or inserted record breaks the chain", async () => {
  const edits = [
    `UPDATE records SET body = replace(body, '"allowed"', '"denied"') WHERE seq = 2`,
    "DELETE FROM records WHERE seq = 2",
    "UPDATE records SET seq = 4 WHERE seq = 3; INSERT INTO records SELECT 99, 3, at, kind, card, session, agent, project, body, prev, hash FROM records WHERE seq = 2",
  ];
  for (const edit of edits) {
    await inFolder((path) => {
      const store = open(path);
      for (const id of ["c1", "c2", "c3"]) {
        store.openCard(card(id));
        store.endCard(ending(id), "{}");
      }
      store.close();
      proveChain(path);
      inDatabase(path, (db) => db.exec(edit));
      let broken = false;
      try {
        proveChain(path);
      } catch {
        // What an audit of a changed chain must come to.
        broken = true;
      }
      assert(broken, edit);
    });
  }
});

Deno.test("the database and its side files are for the user alone, also when they were not", () =>
  inFolder((path) => {
    const mode = (file: string) => (Deno.lstatSync(file).mode ?? 0) & 0o777;
    const first = open(path);
    first.saveEvent(event("x"));
    first.flush(false);
    const files = [path, `${path}-wal`, `${path}-shm`];
    assertEquals(files.map(mode), [0o600, 0o600, 0o600]);
    first.close();
    Deno.chmodSync(path, 0o644);
    const again = open(path);
    again.saveEvent(event("y"));
    again.flush(false);
    assertEquals(files.map(mode), [0o600, 0o600, 0o600]);
    again.close();
  }));

const SECRET = "Zq7vXw2Lr9Kd";
const PLANTED = [
  `ghp_${SECRET}`,
  `sk-ant-${SECRET}`,
  `API_KEY=${SECRET}`,
  `--token ${SECRET}`,
  `mysql -p${SECRET}`,
  `{"client_secret":"${SECRET}"}`,
  `{\\"password\\":\\"${SECRET}\\"}`,
  `api_key: ${SECRET}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}`,
  `Authorization: Basic ${SECRET}`,
  `Cookie: a=${SECRET}`,
  `postgres://u:${SECRET}@h/db`,
  `https://h/?sig=${SECRET}`,
  `eyJhbGciOi.${SECRET}.${SECRET}`,
  `curl -u me:${SECRET} h`,
];

Deno.test("no planted secret is in any byte on disk, whichever field it came in, also across a cut", () =>
  inFolder((path, folder) => {
    const store = open(path);
    let number = 0;
    for (const text of PLANTED) {
      const long = `${"x ".repeat(1_995)}${text}`;
      const id = `c${++number}`;
      store.saveEvent(event(text, { tool: text, target: text, event: text }));
      store.saveEvent(event(`${text.slice(0, text.lastIndexOf(SECRET) + SECRET.length - 1)}…`));
      store.saveEvent(event("", { agentId: text, session: `claude:${text}`, agent: text }));
      store.saveEvent(event(long, { target: `${"y ".repeat(2_040)}${text}` }));
      const child = { id: `task:${text}`, kind: "task", name: text, state: "done", at: 1 } as const;
      const own = { reason: text, summary: text, cwd: text, project: text, tool: text, model: text, mode: text };
      store.saveSession(session(`claude:${id}`, { ...own, parent: text, children: [child] }));
      store.saveSession(session(`claude:${text}`));
      store.openCard(card(id, { agentId: text, session: text, target: text, tool: text, project: text }));
      const actor = { who: "consumer", name: text } as const;
      store.endCard(
        ending(id, { actor, said: text }),
        `{"hookSpecificOutput":{"updatedInput":${JSON.stringify({ command: text })}}}`,
      );
      store.honoured(id, NOW, "ran");
    }
    store.flush(true);
    const before = bytesOnDisk(folder);
    store.close();
    for (const bytes of [before, bytesOnDisk(folder)]) {
      assert(bytes.includes("[redacted]"));
      assertEquals(bytes.indexOf(SECRET.slice(0, 6)), -1);
    }
  }));

Deno.test("an id that is too long or a secret becomes its hash, by which rows still find each other", () =>
  inFolder((path) => {
    for (const id of [`claude:${"x".repeat(1_000_000)}`, `claude:ghp_${SECRET}`]) {
      const store = open(path);
      store.saveSession(session(id, { project: "mine" }));
      store.saveEvent(event("x", { session: id, agentId: id }));
      for (const _ of ["in memory", "on disk"]) {
        const [row] = wholeHistory(store);
        assertMatch(row?.session ?? "", /^sha256:[0-9a-f]{64}$/);
        assertEquals([row?.agentId, row?.project], [row?.session, "mine"]);
        store.flush(false);
      }
      store.close();
    }
    const again = open(path);
    for (const session of again.load().sessions) again.saveSession(session);
    again.close();
    assertEquals(inDatabase(path, (db) => db.prepare("SELECT count(*) AS n FROM sessions").get()?.["n"]), 2);
  }));

Deno.test("an id of the largest size that the wire takes stays as it is", () =>
  inFolder((path) => {
    const id = `${"a".repeat(24)}:${"0".repeat(256)}`;
    const store = open(path);
    store.saveEvent(event("x", { session: id }));
    assertEquals(wholeHistory(store)[0]?.session, id);
    store.close();
  }));

Deno.test("texts are cut at their bounds, between two characters, and stay readable", () =>
  inFolder((path) => {
    const store = open(path);
    store.saveEvent(event("🦅".repeat(5_000), { target: "é".repeat(5_000) }));
    store.saveSession(session("claude:s1", { summary: "ü".repeat(500) }));
    store.flush(true);
    const [row] = wholeHistory(store);
    assertEquals([...row?.text ?? ""].length, 4_000);
    assertEquals(row?.target, `${"é".repeat(2_048)}…`);
    assertEquals(store.load().sessions[0]?.summary, `${"ü".repeat(199)}…`);
    store.close();
  }));

Deno.test("a session's row that is not a session is left out, the others come back", () =>
  inFolder((path) => {
    const store = open(path);
    store.saveSession(session("claude:s1"));
    store.close();
    inDatabase(path, (db) =>
      db.exec("INSERT INTO sessions VALUES ('x', 'working', 9, '{\"id\":3}'), ('y', 'working', 9, '{')"));
    const again = open(path);
    assertEquals(
      again.load().sessions.map(({ id }) =>
        id
      ),
      ["claude:s1"],
    );
    again.close();
  }));

Deno.test("at most 1,000 sessions come back, the newest", () =>
  inFolder((path) => {
    const store = open(path);
    for (let i = 0; i < 1_100; i++) store.saveSession(session(`claude:${i}`, { updated: i }));
    store.close();
    const again = open(path);
    const { sessions } = again.load();
    assertEquals([sessions.length, sessions[0]?.id, sessions.at(-1)?.id], [1_000, "claude:1099", "claude:100"]);
    again.close();
  }));

Deno.test("two stores have two keys", () =>
  inFolder((path) => {
    const [one, two] = [open(path), open(`${path}2`)];
    assertNotEquals(one.digestKey, two.digestKey);
    one.close();
    two.close();
  }));

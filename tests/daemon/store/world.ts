// A store in a throw-away folder, rows to put in, and the proof of a chain: what the tests of the store share.

import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "@std/assert";
import { recordHash } from "../../../src/daemon/store/chain.ts";
import { openStore, type StoreOptions } from "../../../src/daemon/store/open.ts";
import type { CardEnding, CardRow, EventRow } from "../../../src/domain/effect.ts";
import type { Session } from "../../../src/domain/session.ts";
import type { HistoryRow, Store } from "../../../src/daemon/ports.ts";

export const DAY_MS = 86_400_000;
/** 2026-01-02T03:04:05Z */
export const NOW = 1_767_323_045_000;

/** Runs `work` with the path of a database in a private folder. */
export async function inFolder(work: (path: string, folder: string) => void | Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "vults-store-" });
  Deno.chmodSync(folder, 0o700);
  try {
    await work(`${folder}/vults.db`, folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A clock that tests move. */
export function clock(start = NOW): { now: () => number; pass(ms: number): void } {
  let at = start;
  return { now: () => at, pass: (ms) => void (at += ms) };
}

/** Opens a store on a still clock. */
export function open(path: string, options: StoreOptions = {}): Store {
  return openStore(path, { now: () => NOW, ...options });
}

export function session(id: string, more: Partial<Session> = {}): Session {
  const project = { project: "shop", cwd: "/home/me/shop" };
  return {
    id,
    agent: "claude",
    state: "working",
    ...project,
    stuck: false,
    since: 1,
    updated: NOW,
    children: [],
    ...more,
  };
}

export function event(text: string, more: Partial<EventRow> = {}): EventRow {
  const at = { at: NOW, session: "claude:s1", agent: "claude" };
  return { ...at, event: "UserPromptSubmit", is: "prompted", text, ...more };
}

export function card(id: string, more: Partial<CardRow> = {}): CardRow {
  const about = { session: "claude:s1", agent: "claude", project: "shop", tool: "Bash", target: `npm run ${id}` };
  return { id, kind: "permission", ...about, digest: "d1", opened: NOW, ...more };
}

export function ending(id: string, more: Partial<CardEnding> = {}): CardEnding {
  return { id, at: NOW, end: "allowed", actor: { who: "human", by: "page" }, ...more };
}

/** The whole history, page by page. */
export function wholeHistory(store: Store, limit = 200): HistoryRow[] {
  const rows: HistoryRow[] = [];
  let before: number | undefined;
  for (;;) {
    const page = store.history({ limit, ...(before === undefined ? {} : { before }) });
    rows.push(...page.rows);
    if (page.next === null) return rows;
    before = page.next;
  }
}

/** The texts of history, oldest first. */
export function texts(store: Store): (string | undefined)[] {
  return wholeHistory(store).map((row) => row.text).reverse();
}

/** Runs `work` on the file itself. */
export function inDatabase<Value>(path: string, work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Walks the chain from its first row to its head, over the places where a prune left a checkpoint. */
export function proveChain(path: string): { readonly count: number; readonly head: string } {
  return inDatabase(path, (db) => {
    const rows = db.prepare("SELECT seq, body, prev, hash FROM records ORDER BY n").all();
    const cuts = rows.map((row) => JSON.parse(String(row["body"]))).filter((body) => body.kind === "checkpoint");
    let prev = cuts.at(-1)?.through ?? "0".repeat(64);
    let count = Number(rows[0]?.["seq"] ?? 1) - 1;
    for (const row of rows) {
      assertEquals(row["prev"], prev);
      assertEquals(row["hash"], recordHash(prev, String(row["body"])));
      assertEquals(row["seq"], ++count);
      prev = String(row["hash"]);
    }
    return { count, head: prev };
  });
}

/** Everything that is on disk of a database, as text of single bytes. */
export function bytesOnDisk(folder: string): string {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => Deno.readFileSync(`${folder}/${name}`));
  assert(files.length > 0);
  return files.map((bytes) => new TextDecoder("latin1").decode(bytes)).join("\n");
}

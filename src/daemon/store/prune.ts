// Forgets what is old, a small batch at a time, so that no answer waits behind it. Records go from the oldest on and
// leave a checkpoint, so that what remains can still be proved. A prune takes no more than the oldest day of a table: a
// clock that jumped ahead must not cost all of history before somebody sets it right.

import type { DatabaseSync } from "node:sqlite";
import type { Millis } from "../../domain/session.ts";
import { chain } from "./chain.ts";
import { transaction } from "./database.ts";
import { lastNumber } from "./writer.ts";

const DAY_MS = 86_400_000;
/** Requests and answers stay at least this long (`daemon.md` 15). */
const RECORD_DAYS = 90;
const BATCH_ROWS = 500;

const ENDED = "card NOT IN (SELECT card FROM open_cards)";

/** Before when the rows of each table go. */
export type PruneLimits = Readonly<Record<"events" | "sessions" | "cards" | "records", Millis>>;

/** What one prune may take; `days` is for events and sessions. */
export function pruneLimits(db: DatabaseSync, now: Millis, days: number): PruneLimits {
  const old = now - days * DAY_MS;
  const veryOld = now - Math.max(days, RECORD_DAYS) * DAY_MS;
  const limit = (most: Millis, oldest: string): Millis => {
    const at = db.prepare(oldest).get()?.["at"];
    return typeof at === "number" ? Math.min(most, at + DAY_MS) : most;
  };
  return {
    events: limit(old, "SELECT min(at) AS at FROM events"),
    sessions: limit(old, "SELECT min(updated) AS at FROM sessions"),
    cards: limit(veryOld, `SELECT min(at) AS at FROM cards WHERE ${ENDED}`),
    // They go in order, so the first one is what the others wait for.
    records: limit(veryOld, "SELECT at FROM records ORDER BY n LIMIT 1"),
  };
}

/** Removes one batch of each kind; true when there may be more. */
export function prune(db: DatabaseSync, now: Millis, limits: PruneLimits): boolean {
  let most = 0;
  transaction(db, () => {
    most = Math.max(
      remove(db, "events", "n", "at < ?", limits.events),
      // A session without a word for that long is over, whether it said so or not.
      remove(db, "sessions", "rowid", "updated < ?", limits.sessions),
      remove(db, "cards", "n", `at < ? AND ${ENDED}`, limits.cards),
      removeRecords(db, now, limits.records),
    );
  });
  return most === BATCH_ROWS;
}

function remove(db: DatabaseSync, table: string, key: string, where: string, before: Millis): number {
  const sql = `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${BATCH_ROWS})`;
  return Number(db.prepare(sql).run(before).changes);
}

/** Only from the front: a gap in the middle could not be told from a row that somebody took out. */
function removeRecords(db: DatabaseSync, now: Millis, before: Millis): number {
  const oldest = db.prepare("SELECT n, at, hash FROM records ORDER BY n LIMIT ?").all(BATCH_ROWS);
  const young = oldest.findIndex((row) => Number(row["at"]) >= before);
  const gone = young < 0 ? oldest : oldest.slice(0, young);
  const last = gone.at(-1);
  if (last === undefined) return 0;
  const body = { kind: "checkpoint", at: now, removed: gone.length, through: String(last["hash"]) } as const;
  chain(db).append(lastNumber(db) + 1, body);
  db.prepare("DELETE FROM records WHERE n <= ?").run(last["n"] ?? 0);
  return gone.length;
}

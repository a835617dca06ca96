// Forgets what is old, a small batch at a time, so that no answer waits behind it. Records go from the oldest on and
// leave a checkpoint, so that what remains can still be proved.

import type { DatabaseSync } from "node:sqlite";
import type { Millis } from "../../domain/session.ts";
import { chain } from "./chain.ts";
import { transaction } from "./database.ts";
import { lastNumber } from "./writer.ts";

const DAY_MS = 86_400_000;
/** Requests and answers stay at least this long (`daemon.md` 15). */
const RECORD_DAYS = 90;
const BATCH_ROWS = 500;

/** Removes one batch of each kind; true when there may be more. `days` is for events and sessions. */
export function prune(db: DatabaseSync, now: Millis, days: number): boolean {
  const old = now - days * DAY_MS;
  const veryOld = now - Math.max(days, RECORD_DAYS) * DAY_MS;
  let most = 0;
  transaction(db, () => {
    most = Math.max(
      remove(db, "events", "n", "at < ?", old),
      // A session without a word for that long is over, whether it said so or not.
      remove(db, "sessions", "rowid", "updated < ?", old),
      remove(db, "cards", "n", "at < ? AND card NOT IN (SELECT card FROM open_cards)", veryOld),
      removeRecords(db, now, veryOld),
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

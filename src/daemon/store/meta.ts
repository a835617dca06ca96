// The few values that belong to the whole database.

import type { DatabaseSync } from "node:sqlite";

/** `digest_key` as hex; from where on card numbers are free; when the last batch was written. */
export type MetaKey = "digest_key" | "next_card" | "written";

/** A value, or `undefined` when the database has none yet. */
export function readMeta(db: DatabaseSync, key: MetaKey): string | undefined {
  const row = db.prepare("SELECT value FROM meta WHERE key = ?").get(key);
  return row === undefined ? undefined : String(row["value"]);
}

/** Puts a value in place. */
export function writeMeta(db: DatabaseSync, key: MetaKey, value: string): void {
  db.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(key, value);
}

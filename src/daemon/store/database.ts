// Opens the file: ours alone before SQLite sees it, checked, and at the newest schema. A database of a newer version is
// not touched.

import type { DatabaseSync } from "node:sqlite";
import { lstatIfThere } from "../../files.ts";
import { type Failure, failureOf } from "./failure.ts";
import { MIGRATIONS } from "./migrations.ts";
import { SIDE_FILES } from "./set_aside.ts";

/** Makes SQLite's connection to a file. */
export type Connect = (path: string) => DatabaseSync;

/** A full check reads the whole file, 0.5 s for 260 MB; above this size SQLite's own checks while reading must do. */
const CHECKED_BYTES = 64 * 1_048_576;
/** The write-ahead log is cut back to this when it was reset. */
const LOG_BYTES = 16 * 1_048_576;

/** The open database, or why there is none. */
export function openDatabase(path: string, connect: Connect): { db: DatabaseSync } | { failure: Failure } {
  let db: DatabaseSync | undefined;
  try {
    const size = makePrivate(path);
    db = connect(path);
    const failure = refuseNewer(db);
    if (failure === undefined) {
      prepare(db, size);
      return { db };
    }
    closeDatabase(db);
    return { failure };
  } catch (error) {
    if (db !== undefined) closeDatabase(db);
    return { failure: whyNot(path, error) };
  }
}

/** Ends a connection, whatever state it is in. */
export function closeDatabase(db: DatabaseSync): void {
  try {
    db.close();
  } catch {
    // Already closed, or its last checkpoint failed as the writes before it did: the files stay as they are.
  }
}

/** Runs `work` as one transaction; `durable` waits for the disk. */
export function transaction(db: DatabaseSync, work: () => void, durable = false): void {
  // Takes effect outside a transaction only. FULL syncs the whole log, so what was committed before is on disk as well.
  if (durable) db.exec("PRAGMA synchronous=FULL");
  try {
    db.exec("BEGIN IMMEDIATE");
    work();
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  } finally {
    if (durable) db.exec("PRAGMA synchronous=NORMAL");
  }
}

/** Brings a database to the end of the list, each step in its own transaction. */
export function migrate(db: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  for (let version = versionOf(db); version < migrations.length; version++) {
    transaction(db, () => db.exec(`${migrations[version]}; PRAGMA user_version = ${version + 1}`), true);
  }
}

/** 0600 before the first byte; side files get the mode of the database. Returns the size. */
function makePrivate(path: string): number {
  for (const file of [path, ...SIDE_FILES.map((side) => path + side)]) {
    const info = lstatIfThere(file);
    if (info === undefined) continue;
    if (!info.isFile) throw new Error(`"${file}" is not a regular file`);
    if (((info.mode ?? 0) & 0o077) !== 0) Deno.chmodSync(file, 0o600);
  }
  const size = lstatIfThere(path)?.size;
  if (size !== undefined) return size;
  Deno.openSync(path, { createNew: true, write: true, mode: 0o600 }).close();
  return 0;
}

function refuseNewer(db: DatabaseSync): Failure | undefined {
  const version = versionOf(db);
  if (version <= MIGRATIONS.length) return undefined;
  return { kind: "newer", detail: `its schema is version ${version} and this build knows ${MIGRATIONS.length}` };
}

function prepare(db: DatabaseSync, size: number): void {
  db.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA journal_size_limit=${LOG_BYTES}`);
  if (size > 0 && size <= CHECKED_BYTES) check(db);
  migrate(db);
}

function check(db: DatabaseSync): void {
  const found = db.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
  if (found !== "ok") throw new Error(`database disk image is malformed: ${found}`);
}

/** SQLite calls a folder where it may not make its log "unable to open": trying the same tells more. */
function whyNot(path: string, error: unknown): Failure {
  const failure = failureOf(error);
  if (!/unable to open/.test(failure.detail)) return failure;
  try {
    Deno.openSync(path + SIDE_FILES[0], { create: true, write: true, mode: 0o600 }).close();
    return failure;
  } catch (cause) {
    return failureOf(cause);
  }
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}

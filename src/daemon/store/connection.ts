// Keeps the database open, or the reason why it is not. It never throws: a failed write is tried again after a while,
// a damaged file is set aside and replaced by a new one, and a file that was taken away while it was open is left.

import type { DatabaseSync } from "node:sqlite";
import type { Millis } from "../../domain/session.ts";
import { closeDatabase, type Connect, openDatabase } from "./database.ts";
import { type Failure, failureOf } from "./failure.ts";
import { fileIdentity, setAside, setLogAside, SIDE_FILES, stamp } from "./set_aside.ts";

export type Connection<T> = {
  /** Runs `work`, or gives `undefined` when the database cannot be read. */
  read<R>(work: (attached: T) => R): R | undefined;
  /** Runs `work`; false when it failed or is not tried again yet. `now` tries at once. */
  write(work: (attached: T) => void, when?: "now"): boolean;
  /** Why the last write failed, until one succeeds. */
  failure(): Failure | undefined;
  /** That a damaged file was set aside, and where it is; or that the file was taken away. */
  note(): string | undefined;
  close(): void;
};

export type ConnectionOptions<T> = {
  readonly path: string;
  readonly connect: Connect;
  readonly now: () => Millis;
  readonly log: (text: string) => void;
  /** Called for every database that is opened; `replaces` = another one was in use before it. */
  readonly attach: (db: DatabaseSync, replaces: boolean) => T;
};

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;
/** More damage than this in one run is not the file's fault. */
const MOST_SET_ASIDE = 3;

type Open<T> = {
  readonly db: DatabaseSync;
  readonly attached: T;
  /** The database and its side files, as they were opened. */
  readonly files: readonly (string | undefined)[];
};

type Held<T> = {
  readonly options: ConnectionOptions<T>;
  open?: Open<T>;
  /** The database that was in use is damaged or gone. */
  replaces: boolean;
  failure?: Failure | undefined;
  note?: string;
  retryAt: Millis;
  wait: Millis;
  setAside: number;
};

/** Opens the database; whether that worked is in `failure()`. */
export function connection<T>(options: ConnectionOptions<T>): Connection<T> {
  const held: Held<T> = { options, replaces: false, retryAt: 0, wait: FIRST_RETRY_MS, setAside: 0 };
  ready(held);
  return {
    read: (work) => read(held, work),
    write: (work, when) => write(held, work, when === "now"),
    failure: () => held.failure,
    note: () => held.note,
    close: () => drop(held),
  };
}

function read<T, R>(held: Held<T>, work: (attached: T) => R): R | undefined {
  if (held.open === undefined) return undefined;
  try {
    return work(held.open.attached);
  } catch (error) {
    const failure = failureOf(error);
    // Only damage says something about writing; a reader has no use for the new, empty database.
    if (failure.kind === "corrupt") failed(held, failure);
    held.options.log(`history cannot be read: ${failure.detail}`);
    return undefined;
  }
}

function write<T>(held: Held<T>, work: (attached: T) => void, now: boolean): boolean {
  if (!now && held.failure !== undefined && waiting(held)) return false;
  if (!leftLost(held) || !ready(held)) return false;
  for (;;) {
    try {
      if (held.open === undefined) return false;
      work(held.open.attached);
      succeeded(held);
      return true;
    } catch (error) {
      if (!failed(held, failureOf(error))) return false;
    }
  }
}

/** A clock that went back must not stop the tries. */
function waiting<T>(held: Held<T>): boolean {
  const left = held.retryAt - held.options.now();
  return left > 0 && left <= LAST_RETRY_MS;
}

/** Nobody would find what is written to a file that was removed or replaced: the one at the path takes its place. */
function leftLost<T>(held: Held<T>): boolean {
  const { path, now, log } = held.options;
  try {
    if (held.open === undefined || fileIdentity(path) === held.open.files[0]) return true;
    setLogAside(path, now(), held.open.files);
  } catch (error) {
    return failed(held, failureOf(error));
  }
  drop(held);
  held.replaces = true;
  held.note = `The history in "${path}" was removed or replaced while in use (seen ${stamp(now())}); ` +
    "what was still in memory is written to the database that is there now";
  log("the history database was removed or replaced: the one there now is used");
  return true;
}

function ready<T>(held: Held<T>): boolean {
  if (held.open !== undefined) return true;
  const { path, connect, attach } = held.options;
  const opened = openDatabase(path, connect);
  if ("failure" in opened) return failed(held, opened.failure);
  try {
    const attached = attach(opened.db, held.replaces);
    const files = ["", ...SIDE_FILES].map((side) => fileIdentity(path + side));
    held.open = { db: opened.db, attached, files };
    if (held.failure !== undefined && held.replaces) succeeded(held);
    held.replaces = false;
    return true;
  } catch (error) {
    closeDatabase(opened.db);
    return failed(held, failureOf(error));
  }
}

/** True when a new database stands ready in place of a damaged one. */
function failed<T>(held: Held<T>, failure: Failure): boolean {
  if (held.failure?.kind !== failure.kind) held.options.log(`history is not kept: ${failure.kind}`);
  held.failure = failure;
  held.retryAt = held.options.now() + held.wait;
  held.wait = Math.min(held.wait * 2, LAST_RETRY_MS);
  return failure.kind === "corrupt" && replace(held, failure);
}

function replace<T>(held: Held<T>, failure: Failure): boolean {
  drop(held);
  if (held.setAside >= MOST_SET_ASIDE) return false;
  held.setAside++;
  const { path, now, log } = held.options;
  try {
    const name = setAside(path, now());
    held.note =
      `The history in "${path}" was damaged (${failure.detail}); it is now "${name}", and a new one was started`;
    log("the history database was damaged: set aside, a new one started");
  } catch (error) {
    held.failure = failureOf(error);
    return false;
  }
  held.replaces = true;
  return ready(held);
}

function succeeded<T>(held: Held<T>): void {
  if (held.failure !== undefined) held.options.log("history is kept again");
  held.failure = undefined;
  held.wait = FIRST_RETRY_MS;
}

function drop<T>(held: Held<T>): void {
  if (held.open !== undefined) closeDatabase(held.open.db);
  delete held.open;
}

// Keeps the database open, or the reason why it is not. It never throws: a failed write is tried again after a while,
// a damaged file is set aside and replaced by a new one.

import type { DatabaseSync } from "node:sqlite";
import type { Millis } from "../../domain/session.ts";
import { closeDatabase, type Connect, openDatabase } from "./database.ts";
import { type Failure, failureOf } from "./failure.ts";
import { setAside } from "./set_aside.ts";

export type Connection<T> = {
  /** Runs `work`, or gives `undefined` when the database cannot be read. */
  read<R>(work: (attached: T) => R): R | undefined;
  /** Runs `work`; false when it failed or is not tried again yet. `now` tries at once. */
  write(work: (attached: T) => void, when?: "now"): boolean;
  /** Why the last write failed, until one succeeds. */
  failure(): Failure | undefined;
  /** That a damaged file was set aside, and where it is. */
  note(): string | undefined;
  close(): void;
};

export type ConnectionOptions<T> = {
  readonly path: string;
  readonly connect: Connect;
  readonly now: () => Millis;
  readonly log: (text: string) => void;
  /** Called for every database that is opened; `replaces` = a damaged one stood here. */
  readonly attach: (db: DatabaseSync, replaces: boolean) => T;
};

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 10_000;
/** More damage than this in one run is not the file's fault. */
const MOST_SET_ASIDE = 3;

type Held<T> = {
  readonly options: ConnectionOptions<T>;
  open?: { readonly db: DatabaseSync; readonly attached: T };
  failure?: Failure | undefined;
  note?: string;
  retryAt: Millis;
  wait: Millis;
  setAside: number;
};

/** Opens the database; whether that worked is in `failure()`. */
export function connection<T>(options: ConnectionOptions<T>): Connection<T> {
  const held: Held<T> = { options, retryAt: 0, wait: FIRST_RETRY_MS, setAside: 0 };
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
  if (!ready(held)) return false;
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

function ready<T>(held: Held<T>, replaces = false): boolean {
  if (held.open !== undefined) return true;
  const { path, connect, attach } = held.options;
  const opened = openDatabase(path, connect);
  if ("failure" in opened) return failed(held, opened.failure);
  try {
    held.open = { db: opened.db, attached: attach(opened.db, replaces) };
    if (held.failure !== undefined && replaces) succeeded(held);
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
  return ready(held, true);
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

// When queued rows go to disk: at most 10 ms after the first, or at 256; at once for whoever waits for them. History that
// cannot be kept is told each time that changes.

import { reason } from "../files.ts";
import type { Store } from "./ports.ts";

const FLUSH_MS = 10;
const FLUSH_ROWS = 256;
/** While history cannot be kept, the next try, also when no new row comes. */
const RETRY_MS = 5_000;

export type Batch = {
  /** One more row was queued in the store. */
  queued(): void;
  flush(durable: boolean): void;
  /** Resolves when everything queued so far has been flushed. */
  flushed(): Promise<void>;
  /** Ends its timer; rows still queued stay in the store. */
  stop(): void;
};

export type BatchEvents = {
  /** `undefined`: history is kept again. */
  readonly trouble: (text: string | undefined) => void;
  /** The store had to be set aside and begun anew. */
  readonly note: (text: string) => void;
  /** Answers are on disk. */
  readonly durable: () => void;
};

/** Batches the rows of one store. */
export function batch(store: Store, events: BatchEvents): Batch {
  let rows = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] = [];
  let known: string | undefined;
  let noted = store.note;

  function flushIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => flush(false), ms);
  }
  function flush(durable: boolean): void {
    clearTimeout(timer);
    rows = 0;
    const failed = written(store, durable);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
    const trouble = failed ?? store.trouble();
    if (trouble !== known) events.trouble(known = trouble);
    if (trouble !== undefined) flushIn(RETRY_MS);
    if (store.note !== undefined && store.note !== noted) events.note(noted = store.note);
    if (durable) events.durable();
  }
  return {
    queued() {
      rows += 1;
      if (rows >= FLUSH_ROWS) flush(false);
      else if (rows === 1) flushIn(FLUSH_MS);
    },
    flush,
    flushed() {
      if (rows === 0) return Promise.resolve();
      if (waiting.length === 0) flushIn(0);
      return new Promise((wake) => waiting.push(wake));
    },
    stop: () => clearTimeout(timer),
  };
}

/** Why the store could not even try, else `undefined`: its own troubles it tells by itself. */
function written(store: Store, durable: boolean): string | undefined {
  try {
    store.flush(durable);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

// The one loop: the only place that holds state. Every input is reduced and its effects performed before the next one;
// nothing in it waits. Whatever fails, the loop goes on.

import type { Effect } from "../domain/effect.ts";
import type { Answered, AnswerOutcome, Input } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import type { Checkup, View } from "../domain/view.ts";
import { checkup } from "../core/checkup.ts";
import { reduce } from "../core/reduce.ts";
import { initial } from "../core/state.ts";
import { nextWake } from "../core/sweep.ts";
import { view } from "../core/view.ts";
import { reason } from "../files.ts";
import { type Batch, batch } from "./batch.ts";
import { type Doors, perform } from "./perform.ts";
import type { Store, Waiters } from "./ports.ts";

export type Loop = {
  dispatch(input: Input): void;
  /** A human's answer to a card, and what became of it; `undefined` when the core failed on it. */
  answer(answered: Omit<Answered, "is" | "call">): AnswerOutcome | undefined;
  view(): View;
  checkup(): Checkup;
  readonly batch: Batch;
  /** Ends its timers; later inputs are still taken. */
  stop(): void;
};

export type LoopOptions = {
  readonly store: Store;
  readonly waiters: Waiters;
  readonly demo: boolean;
  readonly now: () => Millis;
  readonly log: (text: string) => void;
  /** Answers are on disk. */
  readonly recorded: () => void;
};

/** Starts with an empty state. */
export function startLoop(options: LoopOptions): Loop {
  const { store, waiters, now, log } = options;
  let state = initial({ demo: options.demo });
  let calls = 0;
  const outcomes = new Map<number, AnswerOutcome>();
  const clock = alarm(() => dispatch({ is: "tick" }));
  const dispatch = inTurn<Input>(take, () => clock.set(nextWake(state), now()));
  const rows = batch(store, {
    trouble: (text) => dispatch(noted("history", text)),
    note: (text) => dispatch(noted("database", text)),
    durable: options.recorded,
  });
  const doors: Doors = { store, batch: rows, waiters, respond: (call, outcome) => outcomes.set(call, outcome) };

  function take(input: Input): void {
    for (const effect of attempt("take", input, () => reduced(input)) ?? []) {
      attempt(effect.do, input, () => perform(effect, doors));
    }
  }
  function reduced(input: Input): readonly Effect[] {
    const step = reduce(state, input, now());
    state = step.state;
    return step.effects;
  }
  /** A failure is logged and noted; one that happens while noting is only logged. */
  function attempt<Value>(what: string, input: Input, work: () => Value): Value | undefined {
    try {
      return work();
    } catch (error) {
      const text = `Cannot ${what} (input "${input.is}"): ${reason(error)}`;
      log(text);
      if (input.is !== "noted") dispatch(noted("failure", text));
      return undefined;
    }
  }
  return {
    dispatch,
    answer(answered) {
      const call = calls += 1;
      dispatch({ is: "answer", call, ...answered });
      const outcome = outcomes.get(call);
      outcomes.delete(call);
      return outcome;
    },
    view: () => view(state),
    checkup: () => checkup(state, now()),
    batch: rows,
    stop() {
      clock.stop();
      rows.stop();
    },
  };
}

/** What a human should know under a key; without a text it is over. */
export function noted(key: string, text: string | undefined): Input {
  return { is: "noted", key, ...(text === undefined ? {} : { text }) };
}

/** Takes one item at a time: an item that arrives meanwhile waits. `rest` runs when none is left. */
function inTurn<Item>(take: (item: Item) => void, rest: () => void): (item: Item) => void {
  const queue: Item[] = [];
  let busy = false;
  return (item) => {
    queue.push(item);
    if (busy) return;
    busy = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) take(next);
    } finally {
      busy = false;
    }
    rest();
  };
}

/** A machine that slept fires its timers late, so none is set further ahead than this. */
const LONGEST_SLEEP_MS = 60_000;
/** A wake-up that changes nothing must not spin. */
const SHORTEST_SLEEP_MS = 10;

/** One timer for the next moment at which time alone changes something. */
function alarm(ring: () => void): { set(at: Millis | undefined, now: Millis): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due: Millis | undefined;
  let stopped = false;
  function rung(): void {
    due = undefined;
    ring();
  }
  return {
    set(at, now) {
      if (at === due || stopped) return;
      clearTimeout(timer);
      due = at;
      if (at === undefined) return;
      timer = setTimeout(rung, Math.min(Math.max(at - now, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS));
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

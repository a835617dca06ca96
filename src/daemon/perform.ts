// The only place that does what the core wants done: one line per effect, in order, without waiting.

import type { AnswerOutcome } from "../domain/input.ts";
import type { Effect } from "../domain/effect.ts";
import { agentFor } from "../agents/table.ts";
import { uncut } from "../wire/fit.ts";
import type { Batch } from "./batch.ts";
import type { Store, Waiter, Waiters } from "./ports.ts";

export type Doors = {
  readonly store: Store;
  readonly batch: Batch;
  readonly waiters: Waiters;
  readonly respond: (call: number, outcome: AnswerOutcome) => void;
};

/** Performs one effect. */
export function perform(effect: Effect, doors: Doors): void {
  const { store, batch, waiters } = doors;
  switch (effect.do) {
    case "save-session":
      return queue(batch, () => store.saveSession(effect.session));
    case "save-event":
      return queue(batch, () => store.saveEvent(effect.event));
    case "honoured":
      return queue(batch, () => store.honoured(effect.card, effect.at, effect.honour));
    case "open-card":
      return flushed(batch, false, () => store.openCard(effect.card));
    case "acknowledge":
      return waiters.get(effect.request)?.acknowledge();
    case "answer":
      return answer(effect, doors);
    case "end-card":
      return queueAndClose(effect, doors);
    case "release":
      return waiters.get(effect.request)?.close();
    case "respond":
      return doors.respond(effect.call, effect.outcome);
    default:
      return effect satisfies never;
  }
}

function queue(batch: Batch, write: () => void): void {
  write();
  batch.queued();
}

/** On disk before the next effect. */
function flushed(batch: Batch, durable: boolean, write: () => void): void {
  write();
  batch.flush(durable);
}

/** Recorded, then sent; a record that fails does not keep the human's answer from the agent. */
function answer(effect: Extract<Effect, { do: "answer" }>, { store, batch, waiters }: Doors): void {
  const waiter = waiters.get(effect.request);
  const text = waiter && agentText(effect.verdict, waiter);
  try {
    flushed(batch, true, () => store.endCard(effect.ending, text));
  } finally {
    waiter?.reply(effect.verdict, text);
  }
}

/** The very bytes that the hook prints: computed from the input uncut. */
function agentText(verdict: Extract<Effect, { do: "answer" }>["verdict"], { event }: Waiter): string | undefined {
  return agentFor(event).answer(verdict, { event: event.event, raw: uncut(event) });
}

function queueAndClose(effect: Extract<Effect, { do: "end-card" }>, { store, batch, waiters }: Doors): void {
  try {
    queue(batch, () => store.endCard(effect.ending, undefined));
  } finally {
    waiters.get(effect.request)?.close();
  }
}

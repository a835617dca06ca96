// The whole state of the daemon's core. Nothing here is ever changed in place: every step gives a new one.

import type { Actor, Effect } from "../domain/effect.ts";
import type { Card, CardEnd, CardId } from "../domain/card.ts";
import type { AnswerOutcome } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Millis, Session } from "../domain/session.ts";
import type { Checkup } from "../domain/view.ts";
import { type Table, table } from "./table.ts";
import type { Tally } from "./tally.ts";

/** A tool call that has started and not ended. */
export type Call = {
  readonly name: string;
  readonly subject: string;
  readonly callId?: string;
  readonly agentId?: string;
};

/** An answer that went out and of which the agent has not shown yet what it did with it. */
export type Owed = {
  readonly card: CardId;
  readonly call: Call;
  /** What the answer asked for. */
  readonly wanted: "run" | "refuse";
  readonly requestId?: string;
  readonly said?: "ran" | "refused";
};

/** One event that came in lately, for dropping its copy from another door. */
export type Seen = { readonly key: string; readonly door: string; readonly at: Millis; readonly lasting: boolean };

/** What waits without a card: whose it is (a subagent's id, or "" for the main agent), what it shows, what it is for. */
export type Waiter = {
  readonly agentId: string;
  readonly reason: string;
  readonly subject?: string;
  readonly requestId?: string;
};

/** A session and what is known about it only while it lives. */
export type Live = {
  readonly session: Session;
  readonly calls: readonly Call[];
  readonly owed: readonly Owed[];
  readonly seen: readonly Seen[];
  /** The turn that runs, those before it, newest last, and the one that a Stop has ended. */
  readonly turn?: string;
  readonly pastTurns: readonly string[];
  readonly stoppedTurn?: string;
  /** Read-only waits, while they last, newest last. */
  readonly waiters: readonly Waiter[];
  /** What the session comes back to when its wait ends; absent = it works. */
  readonly beneath?: Pick<Session, "state" | "reason">;
  /** Questions handed back in this turn: they open no second card at the other door. */
  readonly handedBack: readonly string[];
  /** "Allow for this session": whole requests, in memory only. */
  readonly allowed: readonly string[];
};

/** A session that is not shown; once it has ended, stragglers may still come. */
export type Hidden = { readonly ended?: Millis };

/** How a card ended, kept for a while so that a late answer is told. */
export type Ended = { readonly end: CardEnd; readonly actor: Actor };

export type State = {
  /** Grows with everything that can be seen. */
  readonly revision: number;
  readonly nextCard: number;
  readonly sessions: Table<Live>;
  /** Open cards, oldest first. */
  readonly cards: ReadonlyMap<CardId, Card>;
  readonly ended: ReadonlyMap<CardId, Ended>;
  /** Outcomes by card and `requestId`, so that a repeated answer is told the same. */
  readonly repeats: ReadonlyMap<string, AnswerOutcome>;
  /** Sessions of which nothing is shown. */
  readonly unseen: ReadonlyMap<string, Hidden>;
  /** Requests that their agent says are over, with when: its events may overtake each other. */
  readonly resolved: ReadonlyMap<string, Millis>;
  readonly swept: Millis;
  readonly demo: boolean;
  readonly notes: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, Readonly<Record<string, Tally>>>>;
  readonly probes: Checkup["probes"];
  readonly report?: Checkup["report"];
  readonly limits: Readonly<Record<string, JsonObject>>;
};

export type Step = { readonly state: State; readonly effects: readonly Effect[] };

const REMEMBERED_ENDS = 256;
const REMEMBERED_REPEATS = 64;

/** Before anything happened. */
export function initial(options: { readonly demo?: boolean } = {}): State {
  return {
    revision: 0,
    nextCard: 1,
    sessions: table(),
    cards: new Map(),
    ended: new Map(),
    repeats: new Map(),
    unseen: new Map(),
    resolved: new Map(),
    swept: 0,
    demo: options.demo ?? false,
    notes: {},
    counts: {},
    probes: [],
    limits: {},
  };
}

/** A step that does nothing more. */
export function still(state: State): Step {
  return { state, effects: [] };
}

/** Goes on from a step: the next one's effects come after. */
export function then(step: Step, next: (state: State) => Step): Step {
  const after = next(step.state);
  return { state: after.state, effects: [...step.effects, ...after.effects] };
}

/** Something visible changed. */
export function moved(state: State, change: Partial<State>): State {
  return { ...state, ...change, revision: state.revision + 1 };
}

/** Puts one session in place, and saves it when what the store keeps of it has changed. */
export function withLive(state: State, live: Live): Step {
  const id = live.session.id;
  const before = state.sessions.get(id);
  if (before === live) return still(state);
  const sessions = state.sessions.set(id, live);
  if (before?.session === live.session) return still({ ...state, sessions });
  return { state: moved(state, { sessions }), effects: [{ do: "save-session", session: live.session }] };
}

/** A copy of the map with one entry set; it keeps at most the newest `most`. */
export function withEntry<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
  most = Infinity,
): Map<Key, Value> {
  const next = new Map(map);
  next.set(key, value);
  for (const oldest of next.keys()) {
    if (next.size <= most) break;
    next.delete(oldest);
  }
  return next;
}

/** A copy of the map without one entry. */
export function withoutEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Map<Key, Value> {
  const next = new Map(map);
  next.delete(key);
  return next;
}

/** Remembers how a card ended. */
export function rememberEnd(state: State, id: CardId, ended: Ended): ReadonlyMap<CardId, Ended> {
  return withEntry(state.ended, id, ended, REMEMBERED_ENDS);
}

/** Remembers what the sender of an answer was told. */
export function rememberRepeat(state: State, key: string, outcome: AnswerOutcome): State {
  return { ...state, repeats: withEntry(state.repeats, key, outcome, REMEMBERED_REPEATS) };
}

/** The open cards of one session, oldest first. */
export function cardsOf(state: State, session: string): Card[] {
  return [...state.cards.values()].filter((card) => card.session === session);
}

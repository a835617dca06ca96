// What is not on disk yet: rows in order, and the newest state of each session. It is bounded; when the disk stays away
// for long, the oldest events go first, requests and answers last. It also remembers what a new database would lack.

import type { CardEnd, CardId } from "../../domain/card.ts";
import type { CardRow, EventRow } from "../../domain/effect.ts";
import type { Session } from "../../domain/session.ts";
import type { RecordBody } from "./chain.ts";

export type Entry =
  | { readonly kind: "event"; readonly event: EventRow }
  | { readonly kind: "card"; readonly card: CardRow }
  | { readonly kind: "record"; readonly body: RecordBody };

/** One transaction's worth. */
export type Batch = { readonly entries: readonly Entry[]; readonly sessions: readonly Session[] };

/** In characters of text; about 150,000 usual rows. */
const MOST_WEIGHT = 32 * 1_048_576;
/** What a row weighs beside its texts. */
const ROW_WEIGHT = 200;
const BATCH_ROWS = 5_000;
/** Sessions that are remembered, the least recently saved forgotten first. */
const KNOWN_SESSIONS = 5_000;
/** Cards that are remembered after their end, for rows about what the agent did then. */
const KNOWN_ENDS = 1_000;

/** The rows of one store; all of it is in memory. */
export class Backlog {
  #entries: Entry[] = [];
  #weight = 0;
  #dropped = 0;
  #sessions = new Map<string, Session>();
  #unsaved = new Set<string>();
  #openCards = new Map<CardId, CardRow>();
  #ended = new Map<CardId, { readonly card: CardRow; readonly end: CardEnd }>();

  /** Rows that found no place since the last time everything was written. */
  get dropped(): number {
    return this.#dropped;
  }

  /** In order of arrival. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0 && this.#unsaved.size === 0;
  }

  addEvent(event: EventRow): void {
    this.#add({ kind: "event", event });
  }

  addCard(card: CardRow): void {
    this.#openCards.set(card.id, card);
    this.#add({ kind: "card", card });
  }

  addRecord(body: RecordBody): void {
    if (body.kind === "end") this.#close(body.card, body.end);
    this.#add({ kind: "record", body });
  }

  addSession(session: Session): void {
    this.remember(session);
    this.#unsaved.add(session.id);
  }

  /** A session that is on disk as it is. */
  remember(session: Session): void {
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    if (this.#sessions.size <= KNOWN_SESSIONS) return;
    const oldest = [...this.#sessions.keys()].find((id) => !this.#unsaved.has(id)) ?? session.id;
    this.#sessions.delete(oldest);
    this.#unsaved.delete(oldest);
  }

  projectOf(session: string): string | undefined {
    return this.#sessions.get(session)?.project;
  }

  openCard(id: CardId): CardRow | undefined {
    return this.#openCards.get(id);
  }

  /** A card that ended not long ago, and how. */
  endedCard(id: CardId): { readonly card: CardRow; readonly end: CardEnd } | undefined {
    return this.#ended.get(id);
  }

  batch(): Batch {
    const sessions = [...this.#unsaved].flatMap((id) => this.#sessions.get(id) ?? []);
    return { entries: this.#entries.slice(0, BATCH_ROWS), sessions };
  }

  /** A batch is on disk. */
  written(batch: Batch): void {
    for (const entry of batch.entries) this.#weight -= weigh(entry);
    this.#entries.splice(0, batch.entries.length);
    for (const session of batch.sessions) this.#unsaved.delete(session.id);
    if (this.isEmpty) this.#dropped = 0;
  }

  /** The database is another one: what it lacks is to be written again. It has the cards `present`. */
  writeAgain(present: readonly CardRow[]): void {
    const queued = this.#entries.flatMap((entry) => entry.kind === "card" ? entry.card : []);
    const known = new Set([...present, ...queued].map(({ id }) => id));
    const missing = [...this.#openCards.values()].filter((card) => !known.has(card.id));
    this.#entries.unshift(...missing.map((card): Entry => ({ kind: "card", card })));
    this.#weight += missing.reduce((sum, card) => sum + weigh({ kind: "card", card }), 0);
    for (const id of this.#sessions.keys()) this.#unsaved.add(id);
  }

  #close(id: CardId, end: CardEnd): void {
    const card = this.#openCards.get(id);
    if (card === undefined) return;
    this.#openCards.delete(id);
    this.#ended.set(id, { card, end });
    const [oldest] = this.#ended.keys();
    if (oldest !== undefined && this.#ended.size > KNOWN_ENDS) this.#ended.delete(oldest);
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#weight += weigh(entry);
    if (this.#weight > MOST_WEIGHT) this.#shed();
  }

  /** A tenth at once, so that a full backlog is not copied for every row. */
  #shed(): void {
    const goal = MOST_WEIGHT * 0.9;
    this.#dropWhile(goal, (entry) => entry.kind === "event");
    this.#dropWhile(goal, () => true);
  }

  #dropWhile(goal: number, mayGo: (entry: Entry) => boolean): void {
    this.#entries = this.#entries.filter((entry) => {
      if (this.#weight <= goal || !mayGo(entry)) return true;
      this.#weight -= weigh(entry);
      this.#dropped++;
      return false;
    });
  }
}

function weigh(entry: Entry): number {
  switch (entry.kind) {
    case "event":
      return weighTexts(entry.event);
    case "card":
      return weighTexts(entry.card);
    case "record":
      return weighTexts(entry.body);
  }
}

/** Every text of a row counts, whatever it is for. */
function weighTexts(row: EventRow | CardRow | RecordBody): number {
  const values: readonly unknown[] = Object.values(row);
  return values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), ROW_WEIGHT);
}

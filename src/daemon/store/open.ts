// The store: sessions, events, requests and how they ended, in one SQLite file (`daemon.md` 15). Nothing here throws:
// what cannot be written waits in memory and `trouble` says why. Every text is redacted before it is queued (R6).

import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { CardEnding, CardRow } from "../../domain/effect.ts";
import type { Millis } from "../../domain/session.ts";
import type { HistoryPage, HistoryQuery, HistoryRow, Store } from "../ports.ts";
import { Backlog } from "./backlog.ts";
import { cardNumber } from "./card_number.ts";
import { type About, type Audit, EMPTY, type EndBody } from "./chain.ts";
import { cleanCard, cleanEvent, cleanReturned, cleanSession } from "./clean.ts";
import { type Connection, connection } from "./connection.ts";
import type { Connect } from "./database.ts";
import { troubleText } from "./failure.ts";
import { historyPage, storedRows, waitingRows } from "./history.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { prune } from "./prune.ts";
import { liveSessions, nextCardNumber, openCards } from "./reader.ts";
import { lastNumber, type Writer, writer } from "./writer.ts";

export type StoreOptions = {
  readonly now?: () => Millis;
  /** One line for the log: no content, no path. */
  readonly log?: (text: string) => void;
  /** Days that events and sessions are kept. */
  readonly retentionDays?: number;
  /** How SQLite is reached; tests put limits on it. */
  readonly connect?: Connect;
};

/** A lock is held by a reader's checkpoint or a backup, for moments. */
const BUSY_MS = 100;
const RETENTION_DAYS = 30;
const PRUNE_EVERY_MS = 3_600_000;
const KEY_BYTES = 32;

type Attached = { readonly db: DatabaseSync; readonly writer: Writer };

type Held = {
  readonly path: string;
  readonly now: () => Millis;
  readonly log: (text: string) => void;
  readonly days: number;
  readonly backlog: Backlog;
  key?: string;
  nextCard: number;
  audit: Audit;
  /** Something is committed that the disk may not have yet. */
  unsynced: boolean;
  pruneAt: Millis;
};

/** Opens the store, whatever is wrong with the file. */
export function openStore(path: string, options: StoreOptions = {}): Store {
  const held = hold(path, options);
  const link = connection({
    path,
    now: held.now,
    log: held.log,
    connect: options.connect ?? ((file) => new DatabaseSync(file, { timeout: BUSY_MS })),
    attach: (db, replaces) => attach(held, db, replaces),
  });
  const { backlog } = held;
  return {
    digestKey: held.key ??= newKey(),
    get note() {
      return link.note();
    },
    load: () => load(held, link),
    saveSession: (session) => backlog.addSession(cleanSession(session)),
    saveEvent: (event) => backlog.addEvent(cleanEvent(event)),
    openCard: (card) => {
      held.nextCard = Math.max(held.nextCard, cardNumber(card.id) + 1);
      backlog.addCard(cleanCard(card));
    },
    endCard: (ending, returned) => backlog.addRecord(endBody(backlog, ending, returned)),
    honoured: (card, at, honour) => backlog.addRecord({ kind: "honoured", card, at, honour }),
    flush: (durable) => flush(held, link, { durable }),
    trouble: () => trouble(held, link),
    history: (query) => history(held, link, query),
    audit: () => held.audit,
    close: () => close(held, link),
  };
}

function hold(path: string, options: StoreOptions): Held {
  return {
    path,
    now: options.now ?? Date.now,
    log: options.log ?? (() => {}),
    days: options.retentionDays ?? RETENTION_DAYS,
    backlog: new Backlog(),
    nextCard: 1,
    audit: EMPTY,
    unsynced: false,
    pruneAt: 0,
  };
}

/** For every database that is opened: the first one, one that could not be opened before, one that replaces another. */
function attach(held: Held, db: DatabaseSync, replaces: boolean): Attached {
  // Damaged before it was ever read; later on the numbers are known.
  if (replaces && held.key === undefined) held.nextCard = unknownPast(held.now());
  const key = readMeta(db, "digest_key");
  held.key ??= key ?? newKey();
  held.nextCard = Math.max(held.nextCard, nextCardNumber(db));
  if (key === undefined) {
    writeMeta(db, "digest_key", held.key);
    writeMeta(db, "next_card", String(held.nextCard));
    held.backlog.writeAgain();
  }
  const attached = { db, writer: writer(db) };
  held.audit = attached.writer.audit();
  // Last: an attempt that failed half-way would end them twice.
  endFoundOpen(held, db);
  return attached;
}

/** A number that no card had, when nobody can say which ones were used: cards are rarer than one a second. */
function unknownPast(now: Millis): number {
  return Math.floor(now / 1_000);
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString("hex");
}

/** Cards of an earlier run that never ended: their hooks are gone. */
function endFoundOpen(held: Held, db: DatabaseSync): void {
  for (const card of openCards(db)) {
    if (held.backlog.openCard(card.id) !== undefined) continue;
    const ending: CardEnding = { id: card.id, at: held.now(), end: "disconnected", actor: { who: "system" } };
    held.backlog.addRecord({ kind: "end", ...aboutCard(card), ...endOf(ending) });
  }
}

function load(held: Held, link: Connection<Attached>): ReturnType<Store["load"]> {
  const sessions = link.read(({ db }) => liveSessions(db));
  if (sessions === undefined) held.nextCard = Math.max(held.nextCard, unknownPast(held.now()));
  for (const session of sessions ?? []) held.backlog.remember(session);
  flush(held, link, { durable: true });
  return { sessions: sessions ?? [], nextCard: held.nextCard };
}

function endBody(backlog: Backlog, ending: CardEnding, returned: string | undefined): EndBody {
  const card = backlog.openCard(ending.id);
  const about = card === undefined ? {} : aboutCard(card);
  return { kind: "end", ...about, ...endOf(ending), ...cleanReturned(returned) };
}

function endOf({ id, at, end, actor }: CardEnding): Pick<EndBody, "card" | "at" | "end" | "actor"> {
  return { card: id, at, end, actor };
}

function aboutCard({ session, agent, agentId, project, tool, target }: CardRow): About {
  return { session, agent, project, tool, target, ...(agentId === undefined ? {} : { agentId }) };
}

function flush(held: Held, link: Connection<Attached>, options: { durable: boolean; when?: "now" }): void {
  const { backlog } = held;
  const idle = backlog.isEmpty && link.failure() === undefined;
  if (idle && !(options.durable && held.unsynced)) return tidy(held, link, options.durable);
  do {
    if (!link.write((attached) => writeBatch(held, attached, options.durable), options.when)) return;
  } while (!backlog.isEmpty);
  tidy(held, link, options.durable);
}

function writeBatch(held: Held, { writer }: Attached, durable: boolean): void {
  const { backlog, nextCard } = held;
  const batch = backlog.batch();
  const { dropped } = backlog;
  writer.write(batch, { durable, now: held.now(), nextCard, projectOf: (session) => backlog.projectOf(session) });
  backlog.written(batch);
  held.unsynced = !durable;
  held.audit = writer.audit();
  if (dropped > 0 && backlog.isEmpty) held.log(`${dropped} rows of history were lost while it could not be written`);
}

/** At the start and every hour; never between an answer and its agent. */
function tidy(held: Held, link: Connection<Attached>, durable: boolean): void {
  const now = held.now();
  if (durable || now < held.pruneAt) return;
  link.write(({ db, writer }) => {
    held.pruneAt = prune(db, now, held.days) ? now : now + PRUNE_EVERY_MS;
    held.audit = writer.audit();
  });
}

function trouble(held: Held, link: Connection<Attached>): string | undefined {
  const failure = link.failure();
  return failure && troubleText(held.path, failure, held.backlog.dropped);
}

function history({ backlog }: Held, link: Connection<Attached>, query: HistoryQuery): HistoryPage {
  const page = link.read(({ db }) => historyPage(newestFirst(backlog, db, query), query));
  return page ?? historyPage(waitingRows(backlog, 0, query.before), query);
}

function* newestFirst(backlog: Backlog, db: DatabaseSync, query: HistoryQuery): Iterable<HistoryRow> {
  yield* waitingRows(backlog, lastNumber(db), query.before);
  yield* storedRows(db, query);
}

function close(held: Held, link: Connection<Attached>): void {
  flush(held, link, { durable: true, when: "now" });
  const left = held.backlog.entries.length;
  if (left > 0) held.log(`${left} rows of history could not be written before the end`);
  link.close();
}

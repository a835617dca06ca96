// The store: sessions, events, requests and how they ended, in one SQLite file (`daemon.md` 15). Nothing here throws:
// what cannot be written waits in memory and `trouble` says why. Every text is redacted before it is queued (R6).

import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { CardId } from "../../domain/card.ts";
import type { CardEnding, CardRow, Honour } from "../../domain/effect.ts";
import type { Millis } from "../../domain/session.ts";
import { reason } from "../../files.ts";
import type { HistoryPage, HistoryQuery, HistoryRow, Store } from "../ports.ts";
import { Backlog } from "./backlog.ts";
import { cardNumber, keepNextCard, nextCardNumber, reserveCards, reservedUpTo, unknownPast } from "./card_number.ts";
import { type About, type Audit, EMPTY, type EndBody, type HonourBody } from "./chain.ts";
import { cleanCard, cleanEnding, cleanEvent, cleanReturned, cleanSession } from "./clean.ts";
import { type Connection, connection } from "./connection.ts";
import type { Connect } from "./database.ts";
import { troubleText } from "./failure.ts";
import { historyPage, storedRows, waitingRows } from "./history.ts";
import { readMeta, writeMeta } from "./meta.ts";
import { prune, type PruneLimits, pruneLimits } from "./prune.ts";
import { liveSessions, openCards } from "./reader.ts";
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
  /** What the prune that goes on may take. */
  pruning?: PruneLimits | undefined;
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
    saveSession: (session) => take(held, () => backlog.addSession(cleanSession(session))),
    saveEvent: (event) => take(held, () => backlog.addEvent(cleanEvent(event))),
    openCard: (card) =>
      take(held, () => {
        held.nextCard = Math.max(held.nextCard, cardNumber(card.id) + 1);
        backlog.addCard(cleanCard(card));
      }),
    endCard: (ending, returned) => take(held, () => backlog.addRecord(endBody(backlog, ending, returned))),
    honoured: (card, at, honour) => take(held, () => backlog.addRecord(honourBody(backlog, card, at, honour))),
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

/** A row that cannot be read is lost alone. */
function take(held: Held, queue: () => void): void {
  try {
    queue();
  } catch (error) {
    refused(held, [reason(error)]);
  }
}

function refused(held: Held, reasons: readonly string[]): void {
  if (reasons.length > 0) held.log(`${reasons.length} rows of history cannot be written and are lost: ${reasons[0]}`);
}

/** For every database that is opened: the first one, one that could not be opened before, one that replaces another. */
function attach(held: Held, db: DatabaseSync, replaces: boolean): Attached {
  // Damaged before it was ever read; later on the numbers are known.
  if (replaces && held.key === undefined) held.nextCard = unknownPast(held.now());
  const key = readMeta(db, "digest_key");
  held.key ??= key ?? newKey();
  held.nextCard = Math.max(held.nextCard, nextCardNumber(db, held.now()));
  const found = openCards(db);
  if (key === undefined) {
    writeMeta(db, "digest_key", held.key);
    reserveCards(db, held.nextCard);
  }
  if (key === undefined || replaces) held.backlog.writeAgain(found);
  const attached = { db, writer: writer(db) };
  held.audit = attached.writer.audit();
  // Last: an attempt that failed half-way would end them twice.
  endFoundOpen(held, found);
  return attached;
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString("hex");
}

/** Cards of an earlier run that never ended: their hooks are gone. */
function endFoundOpen(held: Held, found: readonly CardRow[]): void {
  for (const card of found) {
    if (held.backlog.openCard(card.id) !== undefined) continue;
    const ending: CardEnding = { id: card.id, at: held.now(), end: "disconnected", actor: { who: "system" } };
    held.backlog.addRecord({ kind: "end", ...aboutCard(card), ...endOf(ending) });
  }
}

function load(held: Held, link: Connection<Attached>): ReturnType<Store["load"]> {
  const sessions = link.read(({ db }) => liveSessions(db));
  for (const session of sessions ?? []) held.backlog.remember(session);
  flush(held, link, { durable: true });
  // What the disk does not know to be used would be used again after a crash.
  const reserved = link.write(({ db }) => reserveCards(db, held.nextCard));
  if (!reserved) held.nextCard = Math.max(held.nextCard, unknownPast(held.now()));
  return { sessions: sessions ?? [], nextCard: held.nextCard };
}

function endBody(backlog: Backlog, ending: CardEnding, returned: string | undefined): EndBody {
  const card = backlog.openCard(ending.id);
  const about = card === undefined ? {} : aboutCard(card);
  return { kind: "end", ...about, ...endOf(cleanEnding(ending)), ...cleanReturned(returned) };
}

function endOf({ id, ...ending }: CardEnding): Pick<EndBody, "card" | "at" | "end" | "actor" | "said"> {
  return { card: id, ...ending };
}

function honourBody(backlog: Backlog, card: CardId, at: Millis, honour: Honour): HonourBody {
  const known = backlog.endedCard(card);
  const about = known === undefined ? {} : { ...aboutCard(known.card), end: known.end };
  return { kind: "honoured", ...about, card, at, honour };
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
  const { backlog } = held;
  const batch = backlog.batch();
  const { dropped } = backlog;
  const reserved = reservedUpTo(held.nextCard);
  const projectOf = (session: string) => backlog.projectOf(session);
  refused(held, writer.write(batch, { durable, now: held.now(), reserved, projectOf }));
  backlog.written(batch);
  held.unsynced = !durable;
  held.audit = writer.audit();
  if (dropped > 0 && backlog.isEmpty) held.log(`${dropped} rows of history were lost while it could not be written`);
}

/** At the start and every hour; never between an answer and its agent. */
function tidy(held: Held, link: Connection<Attached>, durable: boolean): void {
  const now = held.now();
  const left = held.pruneAt - now;
  // A clock that went back must not put it off.
  if (durable || (left > 0 && left <= PRUNE_EVERY_MS)) return;
  link.write(({ db, writer }) => {
    held.pruning ??= pruneLimits(db, now, held.days);
    const more = prune(db, now, held.pruning);
    held.pruneAt = more ? now : now + PRUNE_EVERY_MS;
    if (!more) held.pruning = undefined;
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
  link.write(({ db }) => keepNextCard(db, held.nextCard), "now");
  const left = held.backlog.entries.length;
  if (left > 0) held.log(`${left} rows of history could not be written before the end`);
  link.close();
}

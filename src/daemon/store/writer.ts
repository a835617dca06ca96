// Puts a batch into one database, as one transaction: all of it or nothing, but for rows that no database would take:
// they are left out, or they would stand in the way for ever. `n` is given here, so it has no gaps and never meets a
// number that is taken.

import type { DatabaseSync } from "node:sqlite";
import type { CardId } from "../../domain/card.ts";
import type { CardRow, EventRow } from "../../domain/effect.ts";
import type { Millis, Session } from "../../domain/session.ts";
import { reason } from "../../files.ts";
import type { Batch, Entry } from "./backlog.ts";
import { cardNumber } from "./card_number.ts";
import { type About, type Audit, chain, type RecordBody } from "./chain.ts";
import { transaction } from "./database.ts";
import { isRowFault } from "./failure.ts";
import { writeMeta } from "./meta.ts";

export type Writer = {
  /** Why rows were left out, one text for each. */
  write(batch: Batch, options: WriteOptions): readonly string[];
  audit(): Audit;
};

export type WriteOptions = {
  readonly durable: boolean;
  readonly now: Millis;
  /** Card numbers from here on are free whatever happens. */
  readonly reserved: number;
  readonly projectOf: (session: string) => string | undefined;
};

/** Prepares the statements once. */
export function writer(db: DatabaseSync): Writer {
  const records = chain(db);
  const writeSession = sessionWriter(db);
  const writeEvent = eventWriter(db);
  const writeCard = cardWriter(db);
  const complete = recordCompleter(db);
  const endCard = db.prepare("DELETE FROM open_cards WHERE card = ?");

  const writeEntry = (entry: Entry, n: number, options: WriteOptions): void => {
    if (entry.kind === "event") return writeEvent(n, entry.event, options.projectOf(entry.event.session));
    if (entry.kind === "card") return writeCard(n, entry.card);
    records.append(n, complete(entry.body));
    if (entry.body.kind === "end") endCard.run(cardNumber(entry.body.card));
  };

  return {
    audit: records.audit,
    write(batch, options) {
      const refused: string[] = [];
      transaction(db, () => {
        for (const session of batch.sessions) isTaken(() => writeSession(session), refused);
        let n = lastNumber(db);
        for (const entry of batch.entries) if (isTaken(() => writeEntry(entry, n + 1, options), refused)) n++;
        writeMeta(db, "next_card", String(options.reserved));
        // A commit without a change would write nothing, and so prove nothing about the disk.
        writeMeta(db, "written", String(options.now));
      }, options.durable);
      return refused;
    },
  };
}

/** The number of the newest row. */
export function lastNumber(db: DatabaseSync): number {
  const sql = "SELECT max((SELECT coalesce(max(n), 0) FROM events), (SELECT coalesce(max(n), 0) FROM cards)," +
    " (SELECT coalesce(max(n), 0) FROM records)) AS n";
  return Number(db.prepare(sql).get()?.["n"]);
}

/** False when the fault is the row's; a statement that failed has written nothing. */
function isTaken(put: () => void, refused: string[]): boolean {
  try {
    put();
    return true;
  } catch (error) {
    if (!isRowFault(error)) throw error;
    refused.push(reason(error));
    return false;
  }
}

function sessionWriter(db: DatabaseSync): (session: Session) => void {
  const put = db.prepare(
    "INSERT INTO sessions VALUES (?, ?, ?, ?)" +
      " ON CONFLICT (id) DO UPDATE SET state = excluded.state, updated = excluded.updated, body = excluded.body",
  );
  return (session) => {
    put.run(session.id, session.state, session.updated, JSON.stringify(session));
  };
}

function eventWriter(db: DatabaseSync): (n: number, event: EventRow, project: string | undefined) => void {
  const put = db.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  return (n, { at, session, agent, agentId, event, is, tool, target, text }, project) => {
    const optional = [tool ?? null, target ?? null, text ?? null];
    put.run(n, at, session, agent, agentId ?? null, project ?? null, event, is, ...optional);
  };
}

function cardWriter(db: DatabaseSync): (n: number, card: CardRow) => void {
  const put = db.prepare("INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const open = db.prepare("INSERT OR IGNORE INTO open_cards VALUES (?)");
  return (n, { id, opened, kind, session, agent, agentId, project, tool, target, digest }) => {
    const number = cardNumber(id);
    put.run(n, number, opened, kind, session, agent, agentId ?? null, project, tool, target, digest);
    open.run(number);
  };
}

/** A row about an agent's obedience names the record of the answer, and what the card was about, unless it knows. */
function recordCompleter(db: DatabaseSync): (body: RecordBody) => RecordBody {
  const about = db.prepare(
    "SELECT session, agent, agent_id AS agentId, project, tool, target FROM cards WHERE card = ?",
  );
  const answer = db.prepare("SELECT hash FROM records WHERE card = ? AND kind = 'end' ORDER BY n DESC LIMIT 1");
  const aboutCard = (card: CardId): About => withoutNulls(about.get(cardNumber(card)) ?? {});
  return (body) => {
    if (body.kind !== "honoured") return body;
    const hash = answer.get(cardNumber(body.card))?.["hash"];
    return { ...aboutCard(body.card), ...body, ...(hash === undefined ? {} : { answer: String(hash) }) };
  };
}

function withoutNulls(row: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => value === null ? [] : [[name, String(value)]]),
  );
}

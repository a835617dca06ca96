// A row in memory, or one of a table, as history shows it. A row that history has no word for is left out.

import type { HistoryRow } from "../ports.ts";
import type { Entry } from "./backlog.ts";
import { cardId } from "./card_number.ts";
import type { RecordBody } from "./chain.ts";

/** A row that is not on disk yet; `n` is the number it will get. */
export function entryRow(entry: Entry, n: number, project: string | undefined): HistoryRow | undefined {
  if (entry.kind === "record") return recordRow(n, entry.body);
  if (entry.kind === "event") {
    const { is: _, ...event } = entry.event;
    return { n, kind: "event", ...event, ...(project === undefined ? {} : { project }) };
  }
  const { id, kind, opened, digest: _, ...card } = entry.card;
  return { n, kind: "card", card: id, event: kind, at: opened, ...card };
}

/** The columns that every table is read as; `body` is a record's. No schema here: a page looks at thousands of rows. */
export function storedRow(columns: Record<string, unknown>): HistoryRow | undefined {
  const n = Number(columns["n"]);
  if (columns["body"] !== null) return parsedRecord(n, String(columns["body"]));
  const row: Record<string, unknown> = {};
  for (const name in columns) if (columns[name] !== null) row[name] = columns[name];
  const { card, body: _, ...rest } = row;
  // The columns are named by `history.ts` and were written from the same types by `writer.ts`.
  return { ...rest, ...(card === undefined ? {} : { card: cardId(Number(card)) }) } as HistoryRow;
}

function parsedRecord(n: number, text: string): HistoryRow | undefined {
  try {
    // Written by `chain.ts` and guarded by its hashes.
    return recordRow(n, JSON.parse(text) as RecordBody);
  } catch {
    // Edited by hand: `log verify` tells, the rest of history stays readable.
    return undefined;
  }
}

function recordRow(n: number, body: RecordBody): HistoryRow | undefined {
  if (body.kind === "checkpoint") return undefined;
  const { session, agent, agentId, project, tool, target } = body;
  const about = { session, agent, agentId, project, tool, target };
  const own = body.kind === "end"
    ? { end: body.end, actor: body.actor, text: body.said, returned: body.returned }
    : { honour: body.honour, end: body.end };
  const optional = Object.entries({ ...about, ...own }).filter(([, value]) => value !== undefined);
  return { n, at: body.at, kind: body.kind, card: body.card, ...Object.fromEntries(optional) };
}

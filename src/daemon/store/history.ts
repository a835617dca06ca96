// One page of history, newest first: what still waits in memory, then events, cards and records merged by `n`. An index
// finds the rows of an agent, a project or a time. `q` is looked for in a bounded number of rows per page, and `next`
// goes on from there: a full-text index would cost every insert, double the file, and find no part of a word under
// three letters.

import type { DatabaseSync } from "node:sqlite";
import type { HistoryPage, HistoryQuery, HistoryRow } from "../ports.ts";
import type { Backlog } from "./backlog.ts";
import { entryRow, storedRow } from "./history_row.ts";

const MOST_ROWS = 200;
/** Rows that one page may look at, about 20 ms: an answer may wait behind it. */
const SCANNED_ROWS = 5_000;
const CHUNK_ROWS = 256;

/** A page out of rows that come newest first. */
export function historyPage(rows: Iterable<HistoryRow>, query: HistoryQuery): HistoryPage {
  const limit = Math.max(1, Math.min(MOST_ROWS, Math.trunc(query.limit) || MOST_ROWS));
  const found: HistoryRow[] = [];
  let scanned = 0;
  for (const row of rows) {
    const fits = matches(row, query);
    const last = found.at(-1);
    if (fits && last !== undefined && found.length === limit) return { rows: found, next: last.n };
    if (fits) found.push(row);
    if (++scanned >= SCANNED_ROWS) return { rows: found, next: row.n };
  }
  return { rows: found, next: null };
}

/** Rows before `before` that are not on disk yet, with the numbers they will get after `top`. */
export function* waitingRows(backlog: Backlog, top: number, before = Infinity): Iterable<HistoryRow> {
  for (let index = Math.min(backlog.entries.length, before - top - 1) - 1; index >= 0; index--) {
    const entry = backlog.entries[index];
    if (entry === undefined) continue;
    const project = entry.kind === "event" ? backlog.projectOf(entry.event.session) : undefined;
    const row = entryRow(entry, top + 1 + index, project);
    if (row !== undefined) yield row;
  }
}

/** Rows of the database that may match; what an index cannot tell is left to `historyPage`. */
export function* storedRows(db: DatabaseSync, query: HistoryQuery): Iterable<HistoryRow> {
  const sources = TABLES.map((table) => tableRows(db, table, query));
  const heads = sources.map((source) => source.next());
  for (;;) {
    const newest = heads.reduce((best, head, index) => numberOf(head) > numberOf(heads[best]) ? index : best, 0);
    const head = heads[newest];
    const source = sources[newest];
    if (head === undefined || head.done || source === undefined) return;
    yield head.value;
    heads[newest] = source.next();
  }
}

export type Table = { readonly name: string; readonly columns: string };

const NOTHING = ["session", "agent", "agentId", "project", "event", "tool", "target", "text"];

/** The tables of history, each read as the same columns. */
export const TABLES: readonly Table[] = [
  {
    name: "events",
    columns: "n, at, 'event' AS kind, session, agent, agent_id AS agentId, project, event, tool, target, text," +
      " NULL AS card, NULL AS body",
  },
  {
    name: "cards",
    columns: "n, at, 'card' AS kind, session, agent, agent_id AS agentId, project, kind AS event, tool, target," +
      " NULL AS text, card, NULL AS body",
  },
  {
    name: "records",
    columns: `n, at, kind, ${NOTHING.map((name) => `NULL AS ${name}`).join(", ")}, card, body`,
  },
];

/** Reads one chunk of a table. Bound to `before`, the smallest `n`, and the value that the index is asked for. */
export function chunkSql(table: Table, by: "project" | "agent" | undefined): string {
  const filter = by === undefined ? "" : `${by} = ?3 AND `;
  return `SELECT ${table.columns} FROM ${table.name} WHERE ${filter}n < ?1 AND n >= ?2 ORDER BY n DESC LIMIT ${CHUNK_ROWS}`;
}

/** Finds the oldest row of a table since a time. A clock that was set back may hide rows before it. */
export function sinceSql(table: Table): string {
  return `SELECT n FROM ${table.name} WHERE at >= ? ORDER BY at LIMIT 1`;
}

function* tableRows(db: DatabaseSync, table: Table, query: HistoryQuery): Generator<HistoryRow, undefined> {
  const floor = query.since === undefined ? 0 : db.prepare(sinceSql(table)).get(query.since)?.["n"];
  if (floor === undefined) return undefined;
  // Of two filters, the index is asked for the one that leaves fewer rows.
  const by = query.project !== undefined ? "project" : query.agent !== undefined ? "agent" : undefined;
  const filter = by === undefined ? [] : [query[by] ?? ""];
  const chunk = db.prepare(chunkSql(table, by));
  let before = query.before ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = chunk.all(before, floor, ...filter);
    for (const columns of rows) {
      before = Number(columns["n"]);
      const row = storedRow(columns);
      if (row !== undefined) yield row;
    }
    if (rows.length < CHUNK_ROWS) return undefined;
  }
}

function numberOf(head: IteratorResult<HistoryRow, undefined> | undefined): number {
  return head === undefined || head.done ? -1 : head.value.n;
}

function matches(row: HistoryRow, { q, agent, project, since, before }: HistoryQuery): boolean {
  if (before !== undefined && row.n >= before) return false;
  if (since !== undefined && row.at < since) return false;
  if (agent !== undefined && row.agent !== agent) return false;
  if (project !== undefined && row.project !== project) return false;
  if (q === undefined || q === "") return true;
  const wanted = q.toLowerCase();
  return [row.text, row.target, row.tool].some((text) => text?.toLowerCase().includes(wanted));
}

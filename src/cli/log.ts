// `vults log [--since 7d] [--json]`: pages through the daemon's history, newest first.

import type { HistoryPage, HistoryRow } from "../daemon/ports.ts";
import { isObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import type { Paths } from "../paths.ts";
import { type Failed, request, said } from "./api.ts";
import { last } from "./arguments.ts";
import type { Command } from "./command.ts";
import { parseDuration } from "./duration.ts";
import { visible } from "./visible.ts";

export const log: Command = {
  accepts: { switches: ["json"], values: ["since"], words: [0, 0] },
  async run(given, world) {
    const span = parseDuration(last(given, "since") ?? "7d");
    if (span === undefined) return { wrong: "--since needs a number and a unit, like 7d or 12h" };
    const rows = await allRows(world.paths(), world.now() - span);
    if ("failed" in rows) return world.err(rows.failed), 1;
    if (given.switches.has("json")) return world.out(JSON.stringify({ rows }, null, 2)), 0;
    world.out(rows.length === 0 ? "Nothing happened in that time" : rows.map(line).join("\n"));
    return 0;
  },
};

/** The most that the daemon gives at once. */
const PAGE_ROWS = 200;

async function allRows(paths: Paths, since: Millis): Promise<readonly HistoryRow[] | Failed> {
  const rows: HistoryRow[] = [];
  let before: number | null | undefined;
  do {
    const cursor = before === undefined ? "" : `&before=${before}`;
    const page = await request(paths, `/api/history?since=${since}&limit=${PAGE_ROWS}${cursor}`);
    if ("failed" in page) return page;
    if (page.status !== 200 || !isPage(page.body)) return { failed: `Cannot read the history: ${said(page)}` };
    rows.push(...page.body.rows);
    before = page.body.next;
  } while (before !== null);
  return rows;
}

/** The daemon is of this very build, so the rows are taken as they are. */
function isPage(body: unknown): body is HistoryPage {
  return isObject(body) && Array.isArray(body["rows"]) && (body["next"] === null || typeof body["next"] === "number");
}

function line(row: HistoryRow): string {
  const time = new Date(row.at).toISOString().replace("T", " ").slice(0, 19);
  return [time, ...[row.agent, row.project, what(row)].map((part) => visible(part ?? "-"))].join("  ");
}

function what(
  { kind, card = "", event = "", tool = "", target = "", text = "", end, actor, honour }: HistoryRow,
): string {
  const use = `${tool} ${target}`.trim();
  switch (kind) {
    case "event":
      return joined([event, use, text]);
    case "card":
      return joined([`${card} asked`, use]);
    case "end":
      return joined([`${card} ${end ?? "ended"}${actor === undefined ? "" : ` by ${by(actor)}`}`, use]);
    case "honoured":
      return `${card} ${honour ?? "unknown"}`;
  }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(": ");
}

function by(actor: NonNullable<HistoryRow["actor"]>): string {
  if (actor.who === "human") return `you (${actor.by})`;
  return "name" in actor ? `${actor.who} ${actor.name}` : actor.who;
}

// `vults log [--since 7d] [--json]`: pages through the daemon's history, newest first.

import type { HistoryPage, HistoryRow } from "../daemon/ports.ts";
import { isObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import type { Paths } from "../paths.ts";
import { type Failed, request, said } from "./api.ts";
import { last } from "./arguments.ts";
import type { Command } from "./command.ts";
import { parseDuration } from "./duration.ts";
import { historyLine } from "./history_text.ts";
import { visible } from "./visible.ts";

export const log: Command = {
  accepts: { switches: ["json"], values: ["since"], words: [0, 0] },
  async run(given, world) {
    const span = parseDuration(last(given, "since") ?? "7d");
    if (span === undefined) return { wrong: "--since needs a number and a unit, like 7d or 12h" };
    const rows = await allRows(world.paths(), Math.max(0, world.now() - span));
    if ("failed" in rows) return world.err(visible(rows.failed)), 1;
    if (given.switches.has("json")) return world.out(JSON.stringify({ rows }, null, 2)), 0;
    world.out(rows.length === 0 ? "Nothing happened in that time" : rows.map(historyLine).join("\n"));
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

// What a start reads back: the sessions to go on with, the cards found open.

import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { CardRow } from "../../domain/effect.ts";
import type { Session } from "../../domain/session.ts";
import { cardId } from "./card_number.ts";

/** More live sessions than this are not somebody's work. */
const LIVE_SESSIONS = 1_000;

/** Sessions that have not ended, the newest first; a row that is not a session is left out. */
export function liveSessions(db: DatabaseSync): Session[] {
  const sql = "SELECT body FROM sessions WHERE state <> 'ended' ORDER BY updated DESC LIMIT ?";
  return db.prepare(sql).all(LIVE_SESSIONS).flatMap((row) => parseSession(row["body"]) ?? []);
}

/** Requests whose end was never recorded. */
export function openCards(db: DatabaseSync): CardRow[] {
  const sql = "SELECT * FROM cards WHERE card IN (SELECT card FROM open_cards) ORDER BY n";
  return db.prepare(sql).all().map((row) => ({
    id: cardId(Number(row["card"])),
    kind: WAIT_KIND.parse(row["kind"]),
    session: String(row["session"]),
    agent: String(row["agent"]),
    ...(row["agent_id"] === null ? {} : { agentId: String(row["agent_id"]) }),
    project: String(row["project"]),
    tool: String(row["tool"]),
    target: String(row["target"]),
    digest: String(row["digest"]),
    opened: Number(row["at"]),
  }));
}

const WAIT_KIND = z.enum(["permission", "plan", "question"]).catch("permission");

const CHILD = z.object({
  id: z.string(),
  kind: z.enum(["subagent", "task", "teammate"]),
  name: z.string(),
  state: z.enum(["running", "done", "idle", "unknown"]),
  at: z.number(),
});

const SESSION: z.ZodType<Session> = z.object({
  id: z.string(),
  agent: z.string(),
  state: z.enum(["working", "waiting", "done", "failed", "limited", "quiet", "ended"]),
  reason: z.string().exactOptional(),
  project: z.string(),
  cwd: z.string(),
  model: z.string().exactOptional(),
  mode: z.string().exactOptional(),
  tool: z.string().exactOptional(),
  stuck: z.boolean(),
  summary: z.string().exactOptional(),
  since: z.number(),
  updated: z.number(),
  parent: z.string().exactOptional(),
  children: z.array(CHILD),
  cost: z.number().exactOptional(),
});

function parseSession(body: unknown): Session | undefined {
  try {
    return SESSION.parse(JSON.parse(String(body)));
  } catch {
    // Not ours or of another time: one session less in the list, and its history stays.
    return undefined;
  }
}

// The records: append-only rows, each with the hash of the one before it, so that an edited, removed or inserted row
// shows. The hash covers the body as it stands in the file; the other columns only help to find it.

import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { CardEnd, CardId } from "../../domain/card.ts";
import type { Actor, Honour } from "../../domain/effect.ts";
import type { Millis } from "../../domain/session.ts";
import { cardNumber } from "./card_number.ts";

/** What a record is about: copied from its card's row, redacted and bounded. */
export type About = {
  readonly session?: string;
  readonly agent?: string;
  readonly agentId?: string;
  readonly project?: string;
  readonly tool?: string;
  readonly target?: string;
};

/** How a card ended and what went back: redacted, with length and hash of the exact bytes. */
export type EndBody = About & {
  readonly kind: "end";
  readonly card: CardId;
  readonly at: Millis;
  readonly end: CardEnd;
  readonly actor: Actor;
  /** What the human said. */
  readonly said?: string;
  readonly returned?: string;
  readonly bytes?: number;
  readonly sha256?: string;
};

/** Whether the agent did so; `answer` is the hash of the record that it is about. */
export type HonourBody = About & {
  readonly kind: "honoured";
  readonly card: CardId;
  readonly at: Millis;
  readonly honour: Honour;
  /** How the card had ended, where that was known. */
  readonly end?: CardEnd;
  readonly answer?: string;
};

/** The `removed` oldest records were pruned, up to the one with hash `through`: the chain goes on from there. */
export type CheckpointBody = {
  readonly kind: "checkpoint";
  readonly at: Millis;
  readonly removed: number;
  readonly through: string;
};

export type RecordBody = EndBody | HonourBody | CheckpointBody;

export type Audit = { readonly count: number; readonly head: string };

/** Nothing was recorded yet. */
export const EMPTY: Audit = { count: 0, head: "0".repeat(64) };

/** The hash of a record: of the one before it and its own body. */
export function recordHash(prev: string, body: string): string {
  return createHash("sha256").update(`${prev}\n${body}`).digest("hex");
}

/** Reads and appends the records of one database. */
export function chain(db: DatabaseSync): { append(n: number, body: RecordBody): void; audit(): Audit } {
  const last = db.prepare("SELECT seq, hash FROM records ORDER BY n DESC LIMIT 1");
  const insert = db.prepare("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const audit = (): Audit => {
    const row = last.get();
    return row === undefined ? EMPTY : { count: Number(row["seq"]), head: String(row["hash"]) };
  };
  const append = (n: number, body: RecordBody): void => {
    const { count, head } = audit();
    const about: About = body.kind === "checkpoint" ? {} : body;
    const card = body.kind === "checkpoint" ? null : cardNumber(body.card);
    const text = canonical({ ...body, n, seq: count + 1 });
    const found = [about.session ?? null, about.agent ?? null, about.project ?? null];
    insert.run(n, count + 1, body.at, body.kind, card, ...found, text, head, recordHash(head, text));
  };
  return { append, audit };
}

/** JSON text with the members of every object in order of their names. */
function canonical(value: object): string {
  return JSON.stringify(value, (_, member: unknown) => isRecord(member) ? sorted(member) : member);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1));
}

// `[approvals.hold]`: how many seconds a card of each agent is held, where its own default does not fit the person
// (`approvals.md` 1.3). Only agents that are asked, and only those with a hold at all.

import { knownAgent } from "../agents/aliases.ts";
import { AGENTS } from "../agents/table.ts";
import type { Millis } from "../domain/session.ts";
import { HOLD_MS } from "../wire/limits.ts";
import { whole } from "./config_values.ts";

export const HOLD_TABLE = "approvals.hold";

type Mistake = { readonly name: string; readonly why: string };

export type Holds = {
  /** By the agent's own name. */
  readonly holds: Readonly<Record<string, Millis>>;
  readonly mistakes: readonly Mistake[];
};

/** Reads the table; its keys are agents, by any name that they have. */
export function readHolds(table: Readonly<Record<string, unknown>>): Holds {
  const holds = new Map<string, Millis>();
  const mistakes: Mistake[] = [];
  for (const [name, value] of Object.entries(table)) {
    const read = readHold(name, value);
    if ("why" in read) mistakes.push({ name, why: read.why });
    else if (holds.has(read.agent)) mistakes.push({ name, why: `sets the hold of ${read.agent} a second time` });
    else holds.set(read.agent, read.hold);
  }
  return { holds: Object.fromEntries(holds), mistakes };
}

const HELD = [...AGENTS].flatMap(([name, { asks }]) => Object.values(asks).some((hold) => hold !== null) ? [name] : []);

/** The hook ends before a longer hold would (`wire/limits.ts`). */
const Seconds = whole(1, HOLD_MS / 1_000, "seconds");

function readHold(name: string, value: unknown): { agent: string; hold: Millis } | { why: string } {
  // The empty name is an alias only where an old caller leaves it out.
  const agent = name === "" ? undefined : knownAgent(name);
  const asks = Object.values(AGENTS.get(agent ?? "")?.asks ?? {});
  if (agent === undefined) return { why: `is no agent that is asked and held, only ${HELD.join(", ")}` };
  if (asks.length === 0) return { why: "is never asked, so nothing of it is held: remove the line" };
  if (asks.every((hold) => hold === null)) {
    return { why: "has no hold, its requests wait for an answer: remove the line" };
  }
  const seconds = Seconds.safeParse(value);
  if (seconds.success) return { agent, hold: seconds.data * 1_000 };
  return { why: seconds.error.issues[0]?.message ?? "is no hold" };
}

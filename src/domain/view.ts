// What every surface shows: the shapes of DESIGN section 8. Additions are allowed, renames are not.

import type { Button, Card, CardId } from "./card.ts";
import type { Finding } from "./finding.ts";
import type { Probed } from "./input.ts";
import type { JsonObject } from "./json.ts";
import type { Millis, Session } from "./session.ts";

/** An open card as it is shown: everything but what only the daemon needs. `target` is its beginning. */
export type CardView =
  & Omit<
    Card,
    "suggestions" | "choices" | "requestId" | "subject" | "callId" | "digest" | "request" | "ends"
  >
  & {
    readonly project: string;
    readonly buttons: readonly Button[];
    readonly ends: Millis | null;
  };

/** A session that has not ended; `cards` are the ids of its open cards, oldest first. */
export type SessionView = Omit<Session, "mode"> & { readonly cards: readonly CardId[] };

export type Health = {
  readonly demo: boolean;
  /** What a human should know now, by key (a database set aside, history not kept …). */
  readonly notes: Readonly<Record<string, string>>;
  /** `<what>` to `<agent>` to how often, since the start. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** What was counted of one agent, in all since the start, in the last 24 hours, and when last. */
export type Count = {
  readonly what: string;
  readonly agent: string;
  readonly all: number;
  readonly day: number;
  readonly last: Millis;
};

/** What the daemon can tell `doctor`, and what the last run of it told. */
export type Checkup = {
  readonly counts: readonly Count[];
  readonly probes: readonly (Omit<Probed, "is"> & { readonly at: Millis })[];
  readonly report: { readonly at: Millis; readonly findings: readonly Finding[] } | null;
};

export type View = {
  readonly revision: number;
  readonly cards: readonly CardView[];
  readonly sessions: readonly SessionView[];
  readonly limits: Readonly<Record<string, JsonObject>>;
  readonly health: Health;
};

// The doors of the daemon as small interfaces: the loop and `perform` know only these.

import type { CardEnding, CardRow, EventRow, Honour, Verdict } from "../domain/effect.ts";
import type { Actor } from "../domain/effect.ts";
import type { CardEnd, CardId } from "../domain/card.ts";
import type { Millis, Session } from "../domain/session.ts";
import type { HookEvent } from "../wire/event.ts";

/** One hook that waits, at whichever door it came in. Every call is safe after the hook has gone. */
export type Waiter = {
  readonly event: HookEvent;
  /** The card is queued and on disk. */
  acknowledge(): void;
  /** `text` is what the agent will be given: an HTTP door sends it, the socket sends the verdict. */
  reply(verdict: Verdict, text: string | undefined): void;
  /** No decision: close in silence. */
  close(): void;
};

/** Waiting hooks by request name. */
export type Waiters = Map<string, Waiter>;

/** One row of history, newest first. `n` orders rows and is the cursor of a page. */
export type HistoryRow = {
  readonly n: number;
  readonly at: Millis;
  readonly kind: "event" | "card" | "end" | "honoured";
  readonly session?: string;
  readonly agent?: string;
  readonly agentId?: string;
  readonly project?: string;
  readonly event?: string;
  readonly tool?: string;
  readonly target?: string;
  readonly text?: string;
  readonly card?: CardId;
  readonly end?: CardEnd;
  readonly actor?: Actor;
  /** What went back to the agent, redacted; absent = nothing. */
  readonly returned?: string;
  readonly honour?: Honour;
};

export type HistoryQuery = {
  readonly q?: string;
  readonly agent?: string;
  readonly project?: string;
  readonly since?: Millis;
  /** Rows with a smaller `n` only. */
  readonly before?: number;
  /** At most 200. */
  readonly limit: number;
};

/** `next` is the `before` of the following page, or null. */
export type HistoryPage = { readonly rows: readonly HistoryRow[]; readonly next: number | null };

/**
 * What is kept. Writing never throws: rows that cannot be written stay in memory and are tried again, and `trouble`
 * says why. `flush` puts everything queued on disk; `durable` also waits for the disk (`synchronous=FULL`).
 */
export type Store = {
  /** Random key of this store, as hex, for digests. */
  readonly digestKey: string;
  /** What happened while opening that a human should know (a corrupt file was set aside), else absent. */
  readonly note?: string | undefined;
  /** Sessions to go on with, and the next free card number. Cards found open have been ended as `disconnected`. */
  load(): { readonly sessions: readonly Session[]; readonly nextCard: number };
  saveSession(session: Session): void;
  saveEvent(event: EventRow): void;
  openCard(card: CardRow): void;
  /** `returned` is the text that goes back to the agent, exact; it is redacted before it is written. */
  endCard(ending: CardEnding, returned: string | undefined): void;
  honoured(card: CardId, at: Millis, honour: Honour): void;
  flush(durable: boolean): void;
  /** Why history is not being kept right now, else undefined. */
  trouble(): string | undefined;
  history(query: HistoryQuery): HistoryPage;
  /** Count and head (hex) of the chain of card ends. */
  audit(): { readonly count: number; readonly head: string };
  close(): void;
};

// What the core wants done. `daemon/perform.ts` is the only place that does it, one line per effect, in order.

import type { CardEnd, CardId, Surface } from "./card.ts";
import type { AnswerOutcome } from "./input.ts";
import type { Millis, Session, WaitKind } from "./session.ts";

/** What a waiting hook is told, without the envelope of the wire. */
export type Verdict =
  | {
    readonly kind: "decision";
    readonly decision: "allow" | "deny";
    readonly message?: string;
    readonly suggestion?: number;
    readonly mode?: string;
    readonly choice?: string;
  }
  | { readonly kind: "answer"; readonly answers: readonly (string | readonly string[])[] };

/** Who brought a card to its end. */
export type Actor =
  | { readonly who: "human"; readonly by: Surface }
  | { readonly who: "rule" | "consumer"; readonly name: string }
  | { readonly who: "agent" | "system" };

/** One line of history: texts are redacted and bounded. */
export type EventRow = {
  readonly at: Millis;
  readonly session: string;
  readonly agent: string;
  readonly event: string;
  readonly is: string;
  readonly agentId?: string;
  readonly tool?: string;
  readonly target?: string;
  readonly text?: string;
};

/** A request that became a card; `target` is redacted, the exact input is not here. */
export type CardRow = {
  readonly id: CardId;
  readonly kind: WaitKind;
  readonly session: string;
  readonly agent: string;
  readonly agentId?: string;
  readonly project: string;
  readonly tool: string;
  readonly target: string;
  readonly digest: string;
  readonly opened: Millis;
};

export type CardEnding = {
  readonly id: CardId;
  readonly at: Millis;
  readonly end: CardEnd;
  readonly actor: Actor;
  /** The human's own words beyond the end's name, redacted and bounded. */
  readonly said?: string;
};

/** Whether an agent did what it was answered. */
export type Honour = "ran" | "refused" | "asked again" | "unknown";

export type Effect =
  | { readonly do: "save-session"; readonly session: Session }
  | { readonly do: "save-event"; readonly event: EventRow }
  /** The card is recorded before the hook hears `waiting`. */
  | { readonly do: "open-card"; readonly card: CardRow }
  | { readonly do: "acknowledge"; readonly request: string }
  /** Recorded, then sent: the row is on disk before the reply leaves. */
  | { readonly do: "answer"; readonly request: string; readonly verdict: Verdict; readonly ending: CardEnding }
  /** Ended without a word to the agent; `request` is closed in silence. */
  | { readonly do: "end-card"; readonly request: string; readonly ending: CardEnding }
  /** A waiting hook that gets no card: closed in silence. */
  | { readonly do: "release"; readonly request: string }
  | { readonly do: "honoured"; readonly card: CardId; readonly at: Millis; readonly honour: Honour }
  | { readonly do: "respond"; readonly call: number; readonly outcome: AnswerOutcome };

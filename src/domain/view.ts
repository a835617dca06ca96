// What every surface shows: the shapes of DESIGN section 8. Additions are allowed, renames are not.

import type { Button, CardId, Question } from "./card.ts";
import type { JsonObject } from "./json.ts";
import type { Child, Millis, SessionState, WaitKind } from "./session.ts";

export type CardView = {
  readonly id: CardId;
  readonly binding: string;
  readonly kind: WaitKind;
  readonly session: string;
  readonly agent: string;
  readonly agentId?: string;
  readonly agentType?: string;
  readonly project: string;
  /** The folder of the request itself. */
  readonly cwd: string;
  readonly tool: string;
  readonly target: string;
  readonly input: JsonObject;
  /** False: a part of the input is not shown, so there is no Allow. */
  readonly whole: boolean;
  /** The input names our own binary, folder, socket or port. */
  readonly namesUs: boolean;
  readonly questions?: readonly Question[];
  readonly buttons: readonly Button[];
  readonly opened: Millis;
  readonly ends: Millis | null;
};

export type SessionView = {
  readonly id: string;
  readonly agent: string;
  readonly state: SessionState;
  readonly reason?: string;
  readonly project: string;
  readonly cwd: string;
  readonly tool?: string;
  readonly stuck: boolean;
  readonly since: Millis;
  readonly updated: Millis;
  readonly parent?: string;
  readonly model?: string;
  readonly summary?: string;
  readonly cost?: number;
  readonly children: readonly Child[];
  /** Ids of its open cards, oldest first. */
  readonly cards: readonly CardId[];
};

export type Health = {
  readonly demo: boolean;
  /** What a human should know now, by key (a database set aside, history not kept …). */
  readonly notes: Readonly<Record<string, string>>;
  /** `<what>` to `<agent>` to how often, since the start. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

export type View = {
  readonly revision: number;
  readonly cards: readonly CardView[];
  readonly sessions: readonly SessionView[];
  readonly limits: Readonly<Record<string, JsonObject>>;
  readonly health: Health;
};

// A card: one request that a human may answer (DESIGN section 7). It ends exactly once.

import type { JsonObject } from "./json.ts";
import type { Millis, WaitKind } from "./session.ts";

/** `c` and a number that is never used again. */
export type CardId = string;

/** How a card ended. The first three are a human's; nothing else may allow (R2). */
export type CardEnd =
  | "allowed"
  | "denied"
  | "answered"
  | "rule"
  | "consumer"
  | "terminal"
  | "disconnected"
  | "handed-back"
  | "expired"
  | "shutdown";

/** Which surface a human answered from. */
export type Surface = "page" | "terminal" | "command";

export type Question = {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multi: boolean;
};

/** One entry of the agent's own `permission_suggestions`; `label` says what it would grant. */
export type Suggestion = { readonly index: number; readonly label: string };

/** A word that the agent itself offers as an answer, and what it decides. */
export type Choice = { readonly word: string; readonly label: string; readonly decision: "allow" | "deny" };

/** A mode that a plan may be approved with. */
export type PlanMode = "acceptEdits";

/** What a person says to a card: the words of `vults answer`, and the API body. */
export type Words =
  | { readonly decision: "allow"; readonly mode?: PlanMode; readonly session?: boolean }
  | { readonly decision: "deny"; readonly message?: string }
  | { readonly suggestion: number }
  | { readonly choice: string }
  | { readonly answers: readonly (string | readonly string[])[] }
  | { readonly handBack: true };

/** One button of a card; `word` is the word of `vults answer` that does the same. */
export type Button = {
  readonly word: "allow" | "deny" | "suggestion" | "choice" | "answer" | "hand-back";
  readonly label: string;
  readonly index?: number;
  readonly choice?: string;
  readonly mode?: PlanMode;
  readonly session?: boolean;
};

/** An open card. `input` is exact and lives in memory only (R6). */
export type Card = {
  readonly id: CardId;
  /** Hash of what the human saw; an answer must carry it. */
  readonly binding: string;
  readonly kind: WaitKind;
  readonly session: string;
  readonly agent: string;
  readonly agentId?: string;
  readonly agentType?: string;
  /** The folder of the request itself. */
  readonly cwd: string;
  /** Canonical tool name, and the agent's own. */
  readonly tool: string;
  readonly rawTool: string;
  /** One line: what the tool would work on. */
  readonly target: string;
  readonly input: JsonObject;
  /** False when a part of the input is not here: then there is no Allow (R7). */
  readonly whole: boolean;
  /** Our own binary, folder, socket or port stands in the input. */
  readonly namesUs: boolean;
  readonly questions?: readonly Question[];
  readonly suggestions: readonly Suggestion[];
  readonly choices?: readonly Choice[];
  readonly wordless?: true;
  readonly note?: string;
  readonly requestId?: string;
  readonly subject: string;
  readonly callId?: string;
  /** Keyed digest of the whole input, as hex. */
  readonly digest: string;
  /** The waiting hook that this card answers. */
  readonly request: string;
  readonly opened: Millis;
  /** When the hold runs out; absent = none. */
  readonly ends?: Millis;
};

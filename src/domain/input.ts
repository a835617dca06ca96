// Everything that can happen to the core. What needs a library or the platform is done at the daemon's door and stands
// here as plain data.

import type { CardEnd, CardId, Choice, Question, Suggestion, Surface, Words } from "./card.ts";
import type { Finding } from "./finding.ts";
import type { JsonObject } from "./json.ts";
import type { ChildState, Millis, Session, WaitKind } from "./session.ts";

/** Where an agent's event comes from. */
export type Origin = {
  /** `claude`, `codex`, … or the name of an `other`. */
  readonly agent: string;
  /** `<agent>:<the agent's own id>` */
  readonly session: string;
  /** The agent's own event name. */
  readonly event: string;
  /** Set when a subagent sent it. */
  readonly agentId?: string;
  readonly agentType?: string;
  readonly cwd?: string;
  readonly mode?: string;
  /** The sender's parent process. */
  readonly pid?: number;
  /** The turn it belongs to, when the agent names one. */
  readonly turn?: string;
  /** The call or prompt id that names this very event, when the agent gives one. */
  readonly mark?: string;
  /** Added at the door: which door, with the name the sender gave (`socket:claude`, `http:claude`). */
  readonly door?: string;
  /** Added at the door: SHA-256 of the payload, for events without a `mark`. */
  readonly payload?: string;
};

export type ToolUse = {
  /** Canonical name (Claude's words) and the agent's own. */
  readonly name: string;
  readonly rawName: string;
  /** One line; surfaces show its beginning. */
  readonly target: string;
  /** The agent's own upkeep between turns, such as compaction: it starts no turn and ends none. */
  readonly upkeep?: true;
  /** A sign of work rather than a call: no event tells of its end. */
  readonly sign?: true;
  /** The agent's id of this call, when it gives one. */
  readonly callId?: string;
  /**
   * Equal for calls that do the same (`agents.md` 0.3). `toInput` gives canonical JSON text with strings cut like the
   * wire; the door replaces it by its SHA-256 in hex. The core only compares.
   */
  readonly subject: string;
};

/** What a card is made of. Read by `toInput`; the seal is added at the door. */
export type Offer = {
  /** Exact when the hook sent `exact`, else as trimmed. */
  readonly input: JsonObject;
  /** Nothing of the input is missing here (R7). */
  readonly whole: boolean;
  readonly questions?: readonly Question[];
  readonly suggestions: readonly Suggestion[];
  /** The only words that the agent takes, where it says so itself. */
  readonly choices?: readonly Choice[];
  /** The agent drops the words of a deny. */
  readonly wordless?: true;
  /** What an answer means to this agent, where it is not what its name says. */
  readonly note?: string;
  /** How long a card is held, counted from the ack; absent = no limit. */
  readonly hold?: Millis;
};

/** What the door adds to an offer: SHA-256 of what is shown, keyed digest of the whole input, our names in it. */
export type Seal = { readonly binding: string; readonly digest: string; readonly namesUs: boolean };

type From = { readonly from: Origin };

export type Started = From & {
  readonly is: "started";
  readonly source: string;
  readonly model?: string;
  /** Nothing of this session is shown until it ends. */
  readonly unseen?: true;
};
export type Prompted = From & {
  readonly is: "prompted";
  readonly text: string;
  /** False for words the agent wrote to itself (a finished background task). */
  readonly human: boolean;
};
export type ToolStarted = From & {
  readonly is: "tool-started";
  readonly tool: ToolUse;
  /** The agent says this only once the call was allowed: a wait for it is over. */
  readonly passed?: true;
};
export type ToolFinished = From & {
  readonly is: "tool-finished";
  readonly tool: ToolUse;
  readonly outcome: "ok" | "error" | "refused" | "interrupted";
  readonly error?: string;
  /** The agent may not have told of the call's start. */
  readonly untold?: true;
};
/** Each call of one model turn with its outcome, refused ones too. */
export type BatchFinished = From & { readonly is: "batch-finished"; readonly tools: readonly ToolUse[] };
export type Waits = From & {
  readonly is: "waits";
  readonly wait: WaitKind;
  readonly text?: string;
  readonly tool?: ToolUse;
  /** Absent: nothing here that a human could be asked. */
  readonly offer?: Offer;
  /** The agent's own name of this request, when it gives one. */
  readonly requestId?: string;
  /** The event is the start of the call as well. */
  readonly starts?: true;
  /** Added at the door. */
  readonly seal?: Seal;
  /** Added at the door: the hook that waits for a reply. */
  readonly request?: string;
};
export type Stopped = From & {
  readonly is: "stopped";
  readonly how: "ok" | "failed" | "user";
  readonly text?: string;
  /** Ids of background tasks that still run. */
  readonly background: readonly string[];
  /** The ending belongs to a recurring job. */
  readonly recurring: boolean;
};
export type Limited = From & {
  readonly is: "limited";
  readonly text: string;
  /** The turn ended by it; a notice of a limit ends none. */
  readonly over?: true;
};
export type Ended = From & { readonly is: "ended"; readonly reason: string };
export type Meta = From & { readonly is: "meta"; readonly model?: string; readonly text?: string };
export type ChildMoved = From & {
  readonly is: "child";
  readonly child: { readonly id: string; readonly kind: "subagent" | "task" | "teammate"; readonly name: string };
  readonly state: ChildState;
  /** It is told in the child's own session: the session that has this child is meant. */
  readonly stray?: true;
};
/** The agent says that a request is over, by its own name of it. `ours`: by the answer that we gave. */
export type Resolved = From & { readonly is: "resolved"; readonly requestId: string; readonly ours: boolean };
/** A status line sample: fills a known session, never makes or moves one. */
export type Sample = From & { readonly is: "sample"; readonly cost?: number; readonly limits?: JsonObject };

/** What `toInput` gives. */
export type AgentInput =
  | Started
  | Prompted
  | ToolStarted
  | ToolFinished
  | BatchFinished
  | Waits
  | Stopped
  | Limited
  | Ended
  | Meta
  | ChildMoved
  | Resolved
  | Sample;

/** A human's answer to one card, from one surface; `call` names the caller that gets the outcome. */
export type Answered = {
  readonly is: "answer";
  readonly call: number;
  readonly card: CardId;
  readonly words: Words;
  readonly binding: string;
  readonly requestId?: string;
  readonly by: Surface;
};
/** The connection of a waiting hook closed. */
export type Gone = { readonly is: "gone"; readonly request: string };
export type Tick = { readonly is: "tick" };
/** What the store gave back at the start; cards found open are already `disconnected` there. */
export type Restored = { readonly is: "restored"; readonly sessions: readonly Session[]; readonly nextCard: number };
export type Shutdown = { readonly is: "shutdown" };
/** Something a human should know stays on the view until `text` is cleared. */
export type Noted = { readonly is: "noted"; readonly key: string; readonly text?: string };
/** Something was counted for `doctor`; no content. */
export type Counted = { readonly is: "counted"; readonly what: string; readonly agent: string };
/** A sample event of `doctor` came through. */
export type Probed = {
  readonly is: "probed";
  readonly mark: string;
  readonly agent: string;
  readonly event: string;
  readonly door: "socket" | "http";
};
/** A run of `doctor` tells what it found. */
export type Reported = { readonly is: "reported"; readonly findings: readonly Finding[] };

export type Input = AgentInput | Answered | Gone | Tick | Restored | Shutdown | Noted | Counted | Probed | Reported;

/** How an answer went. `status` is the HTTP status of the API. */
export type AnswerOutcome =
  | { readonly status: 200; readonly outcome: CardEnd }
  | { readonly status: 404 | 409 | 422; readonly code: string; readonly message: string };

// A session: one run of one agent, keyed by `<agent>:<id>` (DESIGN section 7).

/** Milliseconds since the epoch. The core gets every time as an argument. */
export type Millis = number;

export type SessionState = "working" | "waiting" | "done" | "failed" | "limited" | "quiet" | "ended";
export type WaitKind = "permission" | "plan" | "question";
export type ChildState = "running" | "done" | "idle" | "unknown";

/** A subagent, task or teammate under its session. */
export type Child = {
  readonly id: string;
  readonly kind: "subagent" | "task" | "teammate";
  readonly name: string;
  readonly state: ChildState;
  readonly at: Millis;
};

/** What a session is, as the store keeps it: texts are redacted and bounded. */
export type Session = {
  /** `<agent>:<the agent's own id>` */
  readonly id: string;
  readonly agent: string;
  readonly state: SessionState;
  /** Why it is in that state: a wait kind, `background`, `user`, `lost`, an error text … */
  readonly reason?: string;
  /** Last part of the folder, `—` when unknown. */
  readonly project: string;
  readonly cwd: string;
  readonly model?: string;
  readonly mode?: string;
  /** The active tool's canonical name, while one runs. */
  readonly tool?: string;
  /** The last tool failed and none has succeeded since. */
  readonly stuck: boolean;
  /** The last text worth showing: a prompt, an ending, a wait. */
  readonly summary?: string;
  readonly since: Millis;
  readonly updated: Millis;
  /** The session this one goes on from (after `/clear`). */
  readonly parent?: string;
  readonly children: readonly Child[];
  /** US dollars, from the status line. */
  readonly cost?: number;
};

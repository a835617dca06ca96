// What `doctor` found: one line each, with the command that mends it.

/** `wrong`: the chain is broken. `note`: worth knowing, and nothing is broken. */
export type Level = "ok" | "note" | "wrong";

export type Finding = {
  /** Absent: it is about no single agent. */
  readonly agent?: string;
  /** Which check it was, one word. */
  readonly check: string;
  readonly level: Level;
  readonly says: string;
  /** What mends it: a command, or what a person does. */
  readonly mend?: string;
};

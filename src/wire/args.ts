// What both doors hand to `build` beside the payload: the arguments of one hook entry, and where the payload comes from.

import type { AgentName } from "./agent_name.ts";

/** The arguments of one hook entry (`protocol.md` section 3). */
export type HookArgs = AgentName & {
  /** The entry has the long timeout: a question may wait. */
  readonly ask: boolean;
  /** The entry is a gate with the long timeout. */
  readonly approval: boolean;
  /** The event is `StatusLine`, whatever else is said. */
  readonly statusline: boolean;
  /** Names the user's own status line. */
  readonly key?: string;
  /** The event, when the payload names none. */
  readonly event?: string;
};

/** Reads one variable; `undefined` when it is not set or is not valid text. */
export type ReadVariable = (name: string) => string | undefined;

/** Where a payload comes from. */
export type HookEnv = {
  /** Unique per message. */
  readonly id: string;
  /** The sender's own folder. */
  readonly cwd?: string;
  /** The sender's parent process. */
  readonly pid?: number;
  /** The sender's terminal variables. */
  readonly read: ReadVariable;
  /** The desktop app's own chat runs this agent. */
  readonly zeca: boolean;
};

// The event a hook sends: one JSON object on one line (`protocol.md` section 5).

import type { JsonObject } from "../domain/json.ts";

/** The version of the desktop app's protocol, and our extension of it. */
export const VERSION_8 = 8;
export const VERSION_108 = 108;
export type WireVersion = typeof VERSION_8 | typeof VERSION_108;

/** Kinds that version 8 can send. */
export const KINDS_8 = ["claude", "codex", "opencode", "qwen", "copilot", "other"] as const;
/** Kinds that need version 108, and only when they wait. */
export const KINDS_108 = ["grok", "cursor", "agentica"] as const;
export type Kind = typeof KINDS_8[number] | typeof KINDS_108[number];

/** Where the agent runs, as the hook sees it. */
export type Terminal = { cwd?: string; pid?: number; env?: Record<string, string> };

export type HookEvent = {
  kind: "event";
  v: WireVersion;
  id: string;
  agent: Kind;
  /** Only with `other`. */
  agent_name?: string;
  event: string;
  wants_reply: boolean;
  zeca?: true;
  terminal?: Terminal;
  payload: JsonObject;
  /** Ours: the whole input of the call, uncut, only on an event that waits. */
  exact?: JsonObject;
};

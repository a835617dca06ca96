// An event that does not wait, in the words of version 8: what is left of one that had to shrink, and what is sent to a
// daemon that does not speak version 108 (`protocol.md` sections 6 and 12).

import { type HookEvent, KINDS_108, VERSION_8 } from "./event.ts";

/** The same event, waiting for nothing. */
export function plain(event: HookEvent): HookEvent {
  const { exact: _, ...rest } = event;
  const told: HookEvent = { ...rest, v: VERSION_8, wants_reply: false };
  if (!KINDS_108.some((kind) => kind === event.agent)) return told;
  // Rebuilt, so that `agent_name` stands where the wire wants it.
  const { kind, v, id, agent, ...others } = told;
  return { kind, v, id, agent: "other", agent_name: agent, ...others };
}

// The sample event that `doctor` sends down a chain: it is known by its session, opens no session and no card, and is
// never answered.

import { NAME } from "../brand.ts";
import { isObject, type JsonObject } from "../domain/json.ts";

/** A new mark is `PROBE_MARK` and 32 hex digits of chance: no agent of anybody's calls a session so. */
const PROBE_MARK = `${NAME}-doctor-`;

/** `chance`: 32 hex digits. */
export function probeMark(chance: string): string {
  return `${PROBE_MARK}${chance}`;
}

/** The payload of any agent: each spelling of a session's and an event's name (`agents.md` 0.2). */
export function probePayload(mark: string, event: string): JsonObject {
  return { session_id: mark, sessionId: mark, conversation_id: mark, hook_event_name: event };
}

/** The mark of a payload that is a probe. */
export function markOfProbe(payload: unknown): string | undefined {
  const mark = isObject(payload) ? payload.session_id : undefined;
  if (typeof mark !== "string" || !mark.startsWith(PROBE_MARK)) return undefined;
  return /^[0-9a-f]{32}$/.test(mark.slice(PROBE_MARK.length)) ? mark : undefined;
}

// Requests that their agent says are over (agentica's `needs.resolved`). Its events may overtake each other, so a request
// may come after the word that ended it (`egress.md` section 11).

import type { Resolved, Waits } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { type State, withEntry } from "./state.ts";

/** How long a late request is told from a new one. */
const REMEMBERED_MS = 60_000;
const REMEMBERED = 256;

/** Remembers that a request is over. */
export function withResolved(state: State, input: Resolved, now: Millis): State {
  return { ...state, resolved: withEntry(state.resolved, key(input.from.session, input.requestId), now, REMEMBERED) };
}

/** True for a request that was over before it came. */
export function isResolved(state: State, { from, requestId }: Waits, now: Millis): boolean {
  if (requestId === undefined) return false;
  const at = state.resolved.get(key(from.session, requestId));
  return at !== undefined && now - at < REMEMBERED_MS;
}

function key(session: string, requestId: string): string {
  return `${session} ${requestId}`;
}

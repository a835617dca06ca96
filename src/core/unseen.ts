// Sessions that are not shown: a Cursor chat in ask or edit mode is the person's own talk with their editor (`daemon.md`
// section 5). It stays unseen until it ends, or goes on in a mode that is shown; nothing of it is kept or answered.

import type { AgentInput } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { type Hidden, type State, withEntry, withoutEntry } from "./state.ts";

const MOST = 256;
/** So long after its end, what comes of it has been overtaken by it. */
const STRAGGLERS_MS = 60_000;

/** `hidden`: the event is not shown. `hides`: it begins so, and what was shown of its session before has to go. */
export type Sight = { readonly state: State; readonly hidden: boolean; readonly hides: boolean };

/** Whether an event is shown. */
export function sight(state: State, input: AgentInput, now: Millis): Sight {
  const { session } = input.from;
  if (input.is === "started" && input.unseen) {
    return { state: withHidden(state, session, {}), hidden: true, hides: true };
  }
  const hidden = state.unseen.get(session);
  if (hidden === undefined) return { state, hidden: false, hides: false };
  const late = hidden.ended === undefined || now - hidden.ended < STRAGGLERS_MS;
  const begins = input.is === "started" || (input.is === "prompted" && hidden.ended !== undefined);
  if (begins || !late) {
    return { state: { ...state, unseen: withoutEntry(state.unseen, session) }, hidden: false, hides: false };
  }
  const next = input.is === "ended" ? withHidden(state, session, { ended: now }) : state;
  return { state: next, hidden: true, hides: false };
}

function withHidden(state: State, session: string, hidden: Hidden): State {
  return { ...state, unseen: withEntry(state.unseen, session, hidden, MOST) };
}

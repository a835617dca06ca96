// Sessions that are not shown: a Cursor chat in ask or edit mode is the person's own talk with their editor, until it
// ends (`daemon.md` section 5). Nothing of it is kept, and nothing of it is answered.

import type { AgentInput } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { shift, withoutWaiter } from "./live.ts";
import { type State, type Step, still, withEntry, withLive, withoutEntry } from "./state.ts";

const MOST = 256;

/** The step of an event that is not shown; `undefined` for one that is. */
export function unseen(state: State, input: AgentInput, now: Millis): Step | undefined {
  const { session } = input.from;
  if (input.is === "started" && input.unseen) return hide(state, session, now);
  if (!state.unseen.has(session)) return undefined;
  if (input.is !== "started" && input.is !== "ended") return still(state);
  const shown = { ...state, unseen: withoutEntry(state.unseen, session) };
  // The same conversation goes on in a mode that is shown, or it is over.
  return input.is === "ended" ? still(shown) : undefined;
}

/** What overtook its start has been shown already: it goes. */
function hide(state: State, session: string, now: Millis): Step {
  const hidden = { ...state, unseen: withEntry(state.unseen, session, now, MOST) };
  const live = state.sessions.get(session);
  if (live === undefined) return still(hidden);
  const gone = shift(live, now, { state: "ended", reason: "unseen", summary: undefined, tool: undefined });
  return withLive(hidden, withoutWaiter({ ...gone, calls: [] }));
}

// The state after a restart: sessions come back, cards do not, nothing is answered (`daemon.md` section 8).

import type { Restored } from "../domain/input.ts";
import type { Millis, Session } from "../domain/session.ts";
import { bare, shift } from "./live.ts";
import { type Live, moved, type State, type Step, then, withLive } from "./state.ts";

/** Puts the stored sessions back. No event says what became of them meanwhile, so none works and none has a card. */
export function restored(state: State, input: Restored, now: Millis): Step {
  const first: Step = {
    state: moved(state, { nextCard: Math.max(state.nextCard, input.nextCard), swept: now }),
    effects: [],
  };
  return input.sessions.reduce((step, session) => then(step, (next) => withLive(next, comeBack(session, now))), first);
}

function comeBack(session: Session, now: Millis): Live {
  const live = bare(session);
  if (session.state === "working") return kept(live, now, { state: "quiet", reason: undefined });
  if (session.state !== "waiting") return live;
  // The agent's own prompt is still up; whoever answers it there moves the session on.
  const kind = (session.reason ?? "permission").split(":")[0];
  const reason = `${kind}: answer in the terminal`;
  return { ...kept(live, now, { state: "waiting", reason }), waiters: [{ agentId: "", reason }] };
}

function kept(live: Live, now: Millis, change: { state: "quiet" | "waiting"; reason: string | undefined }): Live {
  const { updated } = live.session;
  const next = shift(live, now, { ...change, tool: undefined });
  return { ...next, session: { ...next.session, updated } };
}

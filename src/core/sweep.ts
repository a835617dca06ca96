// What time alone does: holds run out, silent sessions go quiet and leave the list (`daemon.md` section 8). Time never
// answers anything.

import type { Millis } from "../domain/session.ts";
import { endSilently } from "./cards.ts";
import { shift, withoutWaiters } from "./live.ts";
import { type Live, moved, type State, type Step, still, then, withLive } from "./state.ts";

export const SWEEP_MS = 60_000;
export const QUIET_MS = 5 * 60_000;
/** With a tool in flight: a long build says nothing. */
export const QUIET_TOOL_MS = 30 * 60_000;
export const LEAVE_MS = 30 * 60_000;
/** A wait known only from a notification. */
export const WAIT_MS = 2 * 60 * 60_000;

/** Everything that is due at `now`. */
export function tick(state: State, now: Millis): Step {
  const due = [...state.cards.values()].filter((card) => card.ends !== undefined && card.ends <= now);
  const expired = due.reduce(
    (step, card) => then(step, (next) => endSilently(next, card, "expired", { who: "system" }, now)),
    still(state),
  );
  if (now - state.swept < SWEEP_MS) return expired;
  return then(expired, (next) => sweep({ ...next, swept: now }, now));
}

/** When the next tick is due; `undefined` while nothing can become due. */
export function nextWake(state: State): Millis | undefined {
  const ends = [...state.cards.values()].flatMap((card) => card.ends ?? []);
  const sweeps = state.sessions.size > 0 ? [state.swept + SWEEP_MS] : [];
  const times = [...ends, ...sweeps];
  return times.length === 0 ? undefined : Math.min(...times);
}

function sweep(state: State, now: Millis): Step {
  const busy = new Set([...state.cards.values()].map((card) => card.session));
  return state.sessions.values().reduce((step, live) => {
    // A session with an open card is never aged out.
    return busy.has(live.session.id) ? step : then(step, (next) => age(next, live, now));
  }, still(state));
}

function age(state: State, live: Live, now: Millis): Step {
  const silent = now - live.session.updated;
  switch (live.session.state) {
    case "working":
      return silent < (live.calls.length > 0 ? QUIET_TOOL_MS : QUIET_MS) ? still(state) : quiet(state, live, now);
    case "waiting":
      return silent < WAIT_MS ? still(state) : quiet(state, withoutWaiters(live), now);
    case "ended":
      return silent < LEAVE_MS ? still(state) : leave(state, live);
    default:
      return silent < LEAVE_MS ? still(state) : leave(state, live, now);
  }
}

/** Silence says nothing but that: not done, not failed. `updated` stays at the last sign of life. */
function quiet(state: State, live: Live, now: Millis): Step {
  const { updated } = live.session;
  const next = shift(live, now, { state: "quiet", reason: undefined, tool: undefined });
  return withLive(state, { ...next, calls: [], session: { ...next.session, updated } });
}

function leave(state: State, live: Live, now?: Millis): Step {
  const left = moved(state, { sessions: state.sessions.delete(live.session.id) });
  if (now === undefined) return still(left);
  const { session } = shift(live, now, { state: "ended", reason: "silent", tool: undefined });
  return { state: left, effects: [{ do: "save-session", session }] };
}

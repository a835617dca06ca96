// Making and changing one live session. `since` moves only when the state really changes (`daemon.md` section 6).

import type { Origin } from "../domain/input.ts";
import type { Millis, Session } from "../domain/session.ts";
import type { Live, Waiter } from "./state.ts";

/** Values to set; `undefined` takes an optional member away. */
export type Change = { readonly [Key in keyof Session]?: Session[Key] | undefined };

/** A session nobody has heard of before. */
export function newLive(from: Origin, now: Millis): Live {
  const cwd = from.cwd ?? "";
  return bare({
    id: from.session,
    agent: from.agent,
    state: "done",
    reason: "ready",
    project: projectOf(cwd),
    cwd,
    stuck: false,
    since: now,
    updated: now,
    children: [],
  });
}

/** A session with nothing known beside what is stored of it. */
export function bare(session: Session): Live {
  return { session, calls: [], owed: [], seen: [], pastTurns: [], waiters: [], handedBack: [], allowed: [] };
}

/** The session with these values, heard of at `now`. */
export function shift(live: Live, now: Millis, change: Change): Live {
  const next: Record<string, unknown> = { ...live.session, updated: now };
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  const session = next as Session;
  if (session.state === live.session.state || change.since !== undefined) return { ...live, session };
  return { ...live, session: { ...session, since: now } };
}

/** Last part of the folder, `—` when unknown. */
export function projectOf(cwd: string): string {
  return cwd.replace(/\/+$/, "").split("/").at(-1) || "—";
}

/** What the session shows apart from any wait. */
export function beneath({ session, beneath }: Live): Pick<Session, "state" | "reason"> {
  if (session.state === "waiting") return beneath ?? { state: "working" };
  return { state: session.state, ...(session.reason === undefined ? {} : { reason: session.reason }) };
}

/** The session as nothing waits any more. */
export function leftWait(live: Live, now: Millis): Live {
  const { state, reason } = beneath(live);
  return withoutWaiters(shift(live, now, { state, reason, summary: undefined }));
}

/** The session without the read-only waits that are over; `open`: a card of it waits anyway. */
export function leaveWaiters(live: Live, isOver: (waiter: Waiter) => boolean, now: Millis, open: boolean): Live {
  const waiters = live.waiters.filter((waiter) => !isOver(waiter));
  if (waiters.length === live.waiters.length) return live;
  const left = { ...live, waiters };
  if (open) return left;
  const rest = waiters.at(-1);
  return rest === undefined ? leftWait(left, now) : shift(left, now, { reason: rest.reason });
}

/** The session without its read-only waits. */
export function withoutWaiters(live: Live): Live {
  const { beneath: _beneath, ...rest } = live;
  return { ...rest, waiters: [] };
}

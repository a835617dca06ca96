// What the daemon itself can tell `doctor`: what was counted, which probes came through, and what the last run of `doctor`
// reported. None of it is content of an agent.

import type { Checkup } from "../domain/view.ts";
import type { Counted, Probed, Reported } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { moved, type State } from "./state.ts";
import { ofLastDay, tallied } from "./tally.ts";

/** The probes that are remembered: a run looks for its own at once. */
const REMEMBERED_PROBES = 64;

/** As `GET /api/doctor` gives it. */
export function checkup(state: State, now: Millis): Checkup {
  const counts = Object.entries(state.counts).flatMap(([what, agents]) =>
    Object.entries(agents).map(([agent, tally]) => {
      return { what, agent, all: tally.all, day: ofLastDay(tally, now), last: tally.last };
    })
  );
  return { counts, probes: state.probes, report: state.report ?? null };
}

/** Counting is not worth a new view. */
export function counted(state: State, { what, agent }: Counted, now: Millis): State {
  const of = own(state.counts, what) ?? {};
  return { ...state, counts: { ...state.counts, [what]: { ...of, [agent]: tallied(own(of, agent), now) } } };
}

export function probed(state: State, { is: _, ...probe }: Probed, now: Millis): State {
  return { ...state, probes: [...state.probes, { ...probe, at: now }].slice(-REMEMBERED_PROBES) };
}

export function reported(state: State, { findings }: Reported, now: Millis): State {
  return moved(state, { report: { at: now, findings } });
}

/** An agent may call itself `constructor`. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

// How often something was counted: since the start, in the last day, and when last (`daemon.md` section 1). A day is kept
// by its hours, so that what a stranger repeats takes no memory.

import type { Millis } from "../domain/session.ts";

export type Tally = {
  readonly all: number;
  readonly last: Millis;
  /** The newest hours in which anything was counted, by their number since 1970. */
  readonly hours: ReadonlyMap<number, number>;
};

/** Once more. */
export function tallied(tally: Tally | undefined, now: Millis): Tally {
  const hour = hourOf(now);
  const hours = new Map([...tally?.hours ?? []].filter(([known]) => isOfDay(known, now)));
  hours.set(hour, (hours.get(hour) ?? 0) + 1);
  return { all: (tally?.all ?? 0) + 1, last: now, hours };
}

/** Of the last 24 hours, whole ones. */
export function ofLastDay({ hours }: Tally, now: Millis): number {
  return [...hours].reduce((sum, [hour, count]) => isOfDay(hour, now) ? sum + count : sum, 0);
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

function hourOf(at: Millis): number {
  return Math.floor(at / HOUR_MS);
}

/** A clock that was set back leaves hours that are still to come: they are of no day. */
function isOfDay(hour: number, now: Millis): boolean {
  const age = hourOf(now) - hour;
  return age >= 0 && age < DAY_HOURS;
}

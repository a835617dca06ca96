// Spans of time as people write them: `300ms`, `7d`. Pure.

import type { Millis } from "../domain/session.ts";

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `undefined` for anything but digits and a unit. */
export function parseDuration(text: string): Millis | undefined {
  const match = /^(\d{1,9})(ms|s|m|h|d|w)$/.exec(text);
  if (match === null) return undefined;
  return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}

/** The largest unit that fits, rounded down: `45s`, `3m`, `2h`, `9d`. A negative span is `0s`. */
export function showDuration(span: Millis): string {
  for (const unit of ["d", "h", "m"] as const) {
    if (span >= UNITS[unit]) return `${Math.floor(span / UNITS[unit])}${unit}`;
  }
  return `${Math.max(0, Math.floor(span / UNITS.s))}s`;
}

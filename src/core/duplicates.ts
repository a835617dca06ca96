// One event that comes through two doors counts once (`daemon.md` section 4). Two equal events through one door are two:
// parallel calls may well be equal.

import type { AgentInput, Origin } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import type { Live, Seen } from "./state.ts";

/** Without an id of its own, an event is the copy of an equal one this long after it. */
export const COPY_MS = 2_000;
const REMEMBERED = 32;

/** `copy`: the other door was first. `seen` is what to remember from now on. */
export function checkCopy(
  live: Live | undefined,
  input: AgentInput,
  now: Millis,
): { readonly copy: boolean; readonly seen: readonly Seen[] } {
  const seen = (live?.seen ?? []).filter((entry) => entry.lasting || now - entry.at < COPY_MS);
  const entry = entryOf(input, now);
  if (entry === undefined) return { copy: false, seen };
  const index = seen.findIndex((known) => known.key === entry.key && known.door !== entry.door);
  // A copy uses its original up: the next equal event is a new one.
  if (index >= 0) return { copy: true, seen: seen.toSpliced(index, 1) };
  return { copy: false, seen: [...seen, entry].slice(-REMEMBERED) };
}

function entryOf(input: AgentInput, now: Millis): Seen | undefined {
  const { from } = input;
  const key = identity(from);
  if (key === undefined || from.door === undefined || input.is === "sample") return undefined;
  // The plain copy of a request that waits is no reason to leave the waiting one without a card.
  const kind = input.is === "waits" && input.request !== undefined ? "asks" : "tells";
  return { key: `${kind} ${key}`, door: from.door, at: now, lasting: from.mark !== undefined };
}

function identity(from: Origin): string | undefined {
  if (from.mark !== undefined) return `${from.event} ${from.mark}`;
  return from.payload === undefined ? undefined : `${from.event} ${from.payload}`;
}

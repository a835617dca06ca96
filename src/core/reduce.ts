// The one way the state changes. This file only routes: each kind of input has its own file.

import type { AgentInput, Input, Noted, Waits } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { answered, endSilently, gone, release } from "./cards.ts";
import { counted, probed, reported } from "./checkup.ts";
import { checkCopy } from "./duplicates.ts";
import { eventRow } from "./event_row.ts";
import { ofParent } from "./children.ts";
import { settle, type Settled } from "./honours.ts";
import { newLive, shift } from "./live.ts";
import { answerForSession, bindCall, cardFor, isAllowedForSession, openCard, withCallId } from "./open_card.ts";
import { isResolved, withResolved } from "./resolved.ts";
import { restored } from "./restore.ts";
import { isStraggler, transition } from "./sessions.ts";
import { cardsOf, type Live, moved, type State, type Step, still, then, withLive } from "./state.ts";
import { tick } from "./sweep.ts";
import { sight } from "./unseen.ts";

/** The state after `input`, and what is to be done, in order. */
export function reduce(state: State, input: Input, now: Millis): Step {
  switch (input.is) {
    case "answer":
      return answered(state, input, now);
    case "gone":
      return gone(state, input, now);
    case "tick":
      return tick(state, now);
    case "restored":
      return restored(state, input, now);
    case "shutdown":
      return shutdown(state, now);
    case "noted":
      return still(noted(state, input));
    case "counted":
      return still(counted(state, input, now));
    case "probed":
      return still(probed(state, input, now));
    case "reported":
      return still(reported(state, input, now));
    default:
      return heard(state, input, now);
  }
}

/** An agent's event. */
function heard(state: State, told: AgentInput, now: Millis): Step {
  const input = ofParent(state, told);
  if (input === undefined) return still(state);
  const { state: next, hidden, hides } = sight(state, input, now);
  if (hides) return hide(next, input, now);
  return hidden ? letGo(next, input) : shown(next, input, now);
}

/** What overtook the start of a session that is not shown has been shown already: it ends, and says nothing more. */
function hide(state: State, { from }: AgentInput, now: Millis): Step {
  const over: AgentInput = { is: "ended", from, reason: "unseen" };
  const ended = then(release(state, over, now), (next) => moves(next, over, now, []));
  return then(ended, (next) => {
    const live = next.sessions.get(from.session);
    return live === undefined ? still(next) : withLive(next, shift(live, now, { summary: undefined }));
  });
}

/** Its copy from another door is dropped; else releases, then the session, then a card. */
function shown(state: State, input: AgentInput, now: Millis): Step {
  const live = state.sessions.get(input.from.session);
  const { copy, seen } = checkCopy(live, input, now);
  if (copy && live !== undefined) {
    const dropped = withLive(state, { ...live, seen });
    return then(dropped, (next) => letGo(next, input));
  }
  const row = eventRow(input, now);
  const recorded: Step = { state, effects: row === undefined ? [] : [{ do: "save-event", event: row }] };
  const late = live !== undefined && isStraggler(live, input);
  const released = late ? recorded : then(recorded, (next) => release(next, input, now));
  return then(released, (next) => input.is === "waits" ? asks(next, input, now, seen) : moves(next, input, now, seen));
}

/** A gate's event starts its call as well; a request that is over already is dropped. */
function asks(state: State, input: Waits, now: Millis, seen: Live["seen"]): Step {
  const { from, tool, starts } = input;
  if (isResolved(state, input, now)) return letGo(state, input);
  const first = starts && tool ? moves(state, { is: "tool-started", from, tool }, now, seen) : still(state);
  return then(first, (next) => waits(next, input, now, seen));
}

function moves(state: State, input: Exclude<AgentInput, Waits>, now: Millis, seen: Live["seen"]): Step {
  const bound = bindCall(input.is === "resolved" ? withResolved(state, input, now) : state, input);
  const before = bound.sessions.get(input.from.session);
  const parent = input.is === "started" && input.source === "clear" ? clearedBefore(bound, input, now) : undefined;
  const around = { open: isOpen(bound, input), opens: false, ...(parent === undefined ? {} : { parent }) };
  const live = transition(before, input, now, around);
  if (live === undefined) return still(bound);
  const settled = settle(live, input, now);
  const step: Step = { state: warned(withLimits(bound, input), settled), effects: settled.effects };
  return then(step, (next) => withLive(next, { ...settled.live, seen }));
}

/** A request: a card, an answer that was given for the whole session, or silence while the terminal asks. */
function waits(state: State, raw: Waits, now: Millis, seen: Live["seen"]): Step {
  const before = state.sessions.get(raw.from.session);
  const input = withCallId(state, before, raw);
  const card = cardFor(state, before, input, now);
  if (card !== undefined && before !== undefined && isAllowedForSession(before, card)) {
    return answerForSession(state, { ...before, seen }, card, now);
  }
  const around = { open: isOpen(state, input), opens: card !== undefined };
  const live = transition(before, input, now, around) ?? newLive(input.from, now);
  const settled = settle(live, input, now);
  const waiting = then({ state, effects: settled.effects }, (next) => withLive(next, { ...settled.live, seen }));
  return then(waiting, (next) => card === undefined ? letGo(next, input) : openCard(next, settled.live, card));
}

/** A waiting hook that gets no card is closed in silence at once: its agent must not wait for nobody. */
function letGo(state: State, input: AgentInput): Step {
  if (input.is !== "waits" || input.request === undefined) return still(state);
  return { state, effects: [{ do: "release", request: input.request }] };
}

const CLEAR_MS = 10_000;

/** `/clear` ends one session and starts another at once, in the same folder (fixture life-clear-compact). */
function clearedBefore(state: State, input: AgentInput, now: Millis): string | undefined {
  const { agent, cwd, session } = input.from;
  const ended = state.sessions.values().map((live) => live.session).filter((known) => {
    return known.state === "ended" && known.reason === "clear" && known.agent === agent && known.cwd === cwd &&
      known.id !== session && now - known.updated < CLEAR_MS;
  });
  return ended.sort((one, other) => other.updated - one.updated)[0]?.id;
}

function withLimits(state: State, input: AgentInput): State {
  if (input.is !== "sample" || input.limits === undefined) return state;
  return moved(state, { limits: { ...state.limits, [input.from.agent]: input.limits } });
}

/** An agent that ran what it was told not to run is the one thing that nobody may overlook. */
function warned(state: State, { defied, live }: Settled): State {
  if (defied === undefined) return state;
  const text = `${live.session.agent} ran ${defied} although it was denied (${live.session.project})`;
  return noted(state, { is: "noted", key: `denied ${live.session.id}`, text });
}

function isOpen(state: State, input: AgentInput): boolean {
  return cardsOf(state, input.from.session).length > 0;
}

/** A clean stop: every hook falls silent, and the agents' own prompts ask. */
function shutdown(state: State, now: Millis): Step {
  return [...state.cards.values()].reduce(
    (step, card) => then(step, (next) => endSilently(next, card, "shutdown", { who: "system" }, now)),
    still(state),
  );
}

function noted(state: State, input: Noted): State {
  const { [input.key]: before, ...others } = state.notes;
  if (before === input.text) return state;
  return moved(state, { notes: input.text === undefined ? others : { ...others, [input.key]: input.text } });
}

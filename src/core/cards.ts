// Answering and releasing cards. A card ends exactly once; nothing is ever answered by inference: only `answered` below
// and a person's own "for this session" (open_card.ts) make an allow (R2).

import type { Card, CardEnd, CardId } from "../domain/card.ts";
import type { Actor, CardEnding, Effect } from "../domain/effect.ts";
import type { AgentInput, Answered, AnswerOutcome, Gone } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { activeTool, callOf, callOfCard, sameCall, withoutCall } from "./calls.ts";
import { endsSubagent } from "./children.ts";
import { clipSummary } from "./clip.ts";
import { type Fit, fit } from "./fit.ts";
import { owes } from "./honours.ts";
import { sessionKey } from "./open_card.ts";
import { saying } from "./saying.ts";
import { leftWait, shift } from "./live.ts";
import {
  cardsOf,
  type Live,
  moved,
  rememberEnd,
  rememberRepeat,
  type State,
  type Step,
  still,
  then,
  type Waiter,
  withLive,
  withoutEntry,
} from "./state.ts";

/** A person's answer to one card. Whoever is first claims it; everybody later is told so. */
export function answered(state: State, input: Answered, now: Millis): Step {
  const repeat = state.repeats.get(repeatKey(input) ?? "");
  if (repeat !== undefined) return respond(state, input, repeat);
  const card = state.cards.get(input.card);
  if (card === undefined) return respond(state, input, over(state, input.card));
  if (card.ends !== undefined && card.ends <= now) {
    const expired = endSilently(state, card, "expired", { who: "system" }, now);
    return then(expired, (next) => respond(next, input, over(next, card.id)));
  }
  if (card.binding !== input.binding) {
    return respond(state, input, refused(409, "changed", `${card.id} is not what was shown: look at it again`));
  }
  const fits = fit(card, input.words);
  if (!fits.ok) return respond(state, input, refused(422, "unfit", fits.message));
  const actor: Actor = { who: "human", by: input.by };
  const ending: CardEnding = { id: card.id, at: now, end: fits.end, actor, ...saying(input.words, card) };
  const closed = then(close(state, card, ending, now, fits), (next) => remember(next, card, fits));
  return then(closed, (next) => respond(next, input, { status: 200, outcome: fits.end }));
}

/** The waiting hook went away: its own card ends, no other. */
export function gone(state: State, input: Gone, now: Millis): Step {
  const card = [...state.cards.values()].find((known) => known.request === input.request);
  if (card === undefined) return still(state);
  return endSilently(state, card, "disconnected", { who: "agent" }, now);
}

/** Ends the cards that this event shows to be answered elsewhere (DESIGN section 7, rules 2 to 4). */
export function release(state: State, input: AgentInput, now: Millis): Step {
  return released(state, input).reduce(
    (step, card) => then(step, (next) => endSilently(next, card, "terminal", { who: "agent" }, now)),
    still(state),
  );
}

/** Ends a card without a word to the agent. */
export function endSilently(state: State, card: Card, end: CardEnd, actor: Actor, now: Millis): Step {
  return close(state, card, { id: card.id, at: now, end, actor }, now);
}

function released(state: State, input: AgentInput): readonly Card[] {
  const cards = cardsOf(state, input.from.session);
  switch (input.is) {
    case "tool-finished": {
      const call = callOf(input.from, input.tool);
      return cards.filter((card) => sameCall(callOfCard(card), call)).slice(0, 1);
    }
    case "batch-finished": {
      // Refused in the terminal with words: no signal and no PostToolUse, but the batch lists the call (ADR 7).
      const calls = input.tools.filter(({ callId }) => callId !== undefined).map((tool) => callOf(input.from, tool));
      return cards.filter((card) =>
        card.callId !== undefined && calls.some((call) => sameCall(callOfCard(card), call))
      );
    }
    case "limited":
      return input.over ? cards.filter((card) => card.agentId === input.from.agentId) : [];
    case "stopped":
    case "prompted":
      return cards.filter((card) => card.agentId === input.from.agentId);
    case "child":
      if (!endsSubagent(input)) return [];
      return cards.filter((card) => card.agentId === input.from.agentId);
    case "resolved":
      return cards.filter((card) => card.requestId === input.requestId);
    case "ended":
      return cards;
    default:
      return [];
  }
}

/** The only place where a card leaves the open ones. */
function close(state: State, card: Card, ending: CardEnding, now: Millis, fits?: Extract<Fit, { ok: true }>): Step {
  const next = moved(state, {
    cards: withoutEntry(state.cards, card.id),
    ended: rememberEnd(state, card.id, { end: ending.end, actor: ending.actor }),
  });
  const verdict = fits?.verdict;
  const effect: Effect = verdict === undefined
    ? { do: "end-card", request: card.request, ending }
    : { do: "answer", request: card.request, verdict, ending };
  return then({ state: next, effects: [effect] }, (after) => leaveWaiting(after, card, ending.end, now));
}

/** The session of a card that has ended. What nobody answered here waits in the terminal (ADR 9). */
function leaveWaiting(state: State, card: Card, end: CardEnd, now: Millis): Step {
  const live = state.sessions.get(card.session);
  if (live === undefined) return still(state);
  const inTerminal = end === "handed-back" || end === "expired" || end === "shutdown";
  const neverRuns = end === "disconnected" || end === "denied";
  const waiter: Waiter = {
    agentId: card.agentId ?? "",
    reason: `${card.kind}: answer in the terminal`,
    subject: card.subject,
    ...(card.requestId === undefined ? {} : { requestId: card.requestId }),
  };
  const left = neverRuns ? withoutItsCall(live, card) : live;
  const next = inTerminal ? { ...left, waiters: [...left.waiters, waiter] } : left;
  if (next.session.state !== "waiting" || cardsOf(state, card.session).length > 0) return withLive(state, next);
  const rest = next.waiters.at(-1);
  if (rest === undefined) return withLive(state, leftWait(next, now));
  return withLive(state, shift(next, now, { reason: rest.reason, summary: undefined }));
}

/** Refused, or Esc in Claude's dialog, which says nothing more: that call never runs (`agents.md` section 1). */
function withoutItsCall(live: Live, card: Card): Live {
  const calls = withoutCall(live.calls, callOfCard(card));
  const { tool: _tool, ...session } = live.session;
  const tool = activeTool(calls);
  return { ...live, calls, session: tool === undefined ? session : { ...session, tool } };
}

/** What later events are held against: an answer that went out, a question that was handed back. */
function remember(state: State, card: Card, fits: Extract<Fit, { ok: true }>): Step {
  const live = state.sessions.get(card.session);
  if (live === undefined) return still(state);
  if (fits.verdict === undefined) {
    return card.kind === "question"
      ? withLive(state, { ...live, handedBack: [...live.handedBack, card.subject] })
      : still(state);
  }
  const allowed = fits.forSession ? [...live.allowed, sessionKey(card)] : live.allowed;
  return withLive(state, { ...live, allowed, owed: [...live.owed, owes(card, fits.end)] });
}

function over(state: State, id: CardId): AnswerOutcome {
  const ended = state.ended.get(id);
  if (ended !== undefined) {
    return refused(409, "over", `${id} is no longer pending: ${howEnded(ended.end, ended.actor)}`);
  }
  if (isPast(state, id)) return refused(409, "over", `${id} is no longer pending`);
  return refused(404, "unknown", `There is no card ${clipSummary(JSON.stringify(id))}`);
}

function howEnded(end: CardEnd, actor: Actor): string {
  if (actor.who === "human") return `${end} from the ${actor.by}`;
  if (actor.who === "rule" || actor.who === "consumer") return `${end}, ${actor.name}`;
  return end;
}

function isPast(state: State, id: CardId): boolean {
  const number = /^c([1-9][0-9]{0,14})$/.exec(id)?.[1];
  return number !== undefined && Number(number) < state.nextCard;
}

function refused(status: 404 | 409 | 422, code: string, message: string): AnswerOutcome {
  return { status, code, message };
}

/** Only what ended the card, or found it ended, is said again: after other refusals the sender may try other words. */
function respond(state: State, input: Answered, outcome: AnswerOutcome): Step {
  const key = repeatKey(input);
  const keeps = key !== undefined && (outcome.status === 200 || outcome.status === 409);
  const next = keeps ? rememberRepeat(state, key, outcome) : state;
  return { state: next, effects: [{ do: "respond", call: input.call, outcome }] };
}

function repeatKey(input: Answered): string | undefined {
  return input.requestId === undefined ? undefined : `${input.card} ${input.requestId}`;
}

// Opening, answering and releasing cards. A card ends exactly once; nothing is ever answered by inference: only
// `answered` below and a person's own "for this session" make an allow (R2).

import type { Card, CardEnd, CardId } from "../domain/card.ts";
import type { Actor, CardEnding, Effect, Verdict } from "../domain/effect.ts";
import type { AgentInput, Answered, AnswerOutcome, ChildMoved, Gone, Waits } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { callOf, callOfCard, sameCall, sameSubject } from "./calls.ts";
import { clipSummary, clipTarget } from "./clip.ts";
import { type Fit, fit } from "./fit.ts";
import { saying } from "./saying.ts";
import { shift } from "./live.ts";
import {
  cardsOf,
  type Live,
  moved,
  type Owed,
  rememberEnd,
  rememberRepeat,
  type State,
  type Step,
  still,
  then,
  with_,
  withLive,
  without,
} from "./state.ts";

/** The request with the id of the call it asks about: the oldest one of the same subject that no card has yet. */
export function withCallId(state: State, live: Live | undefined, input: Waits): Waits {
  const { tool } = input;
  if (tool === undefined || tool.callId !== undefined || live === undefined) return input;
  const asked = callOf(input.from, tool);
  const taken = [
    ...cardsOf(state, input.from.session).map((card) => card.callId),
    ...live.owed.map((owed) => owed.call.callId),
  ];
  const call = live.calls.find((known) => {
    return known.callId !== undefined && sameSubject(known, asked) && !taken.includes(known.callId);
  });
  return call?.callId === undefined ? input : { ...input, tool: { ...tool, callId: call.callId } };
}

/** A late PreToolUse names the call of a card that is open already; it reopens nothing. */
export function bindCall(state: State, input: AgentInput): State {
  if (input.is !== "tool-started" || input.tool.callId === undefined) return state;
  const call = callOf(input.from, input.tool);
  const card = cardsOf(state, input.from.session).find((known) => {
    return known.callId === undefined && sameSubject(callOfCard(known), call);
  });
  if (card === undefined) return state;
  return { ...state, cards: with_(state.cards, card.id, { ...card, callId: input.tool.callId }) };
}

/** The card that a waiting request becomes, if any. A question handed back at one door opens none at the other. */
export function cardFor(state: State, live: Live | undefined, input: Waits, now: Millis): Card | undefined {
  if (input.wait === "question" && input.tool && live?.handedBack.includes(input.tool.subject)) return undefined;
  return makeCard(state, input, now);
}

/** The person allowed exactly this request for the session. Never for what is not whole or names us (`approvals.md` 1.4). */
export function isAllowedForSession(live: Live | undefined, card: Card): boolean {
  return card.kind === "permission" && card.whole && !card.namesUs && (live?.allowed ?? []).includes(sessionKey(card));
}

/** Opens the card and tells its hook so. */
export function openCard(state: State, live: Live, card: Card): Step {
  const opened = moved(state, { nextCard: state.nextCard + 1, cards: with_(state.cards, card.id, card) });
  return { state: opened, effects: [opening(card, live), { do: "acknowledge", request: card.request }] };
}

/** Answers what the person has allowed for the session: on record like any card, but nobody is asked. */
export function answerForSession(state: State, live: Live, card: Card, now: Millis): Step {
  const actor: Actor = { who: "rule", name: "allowed for this session" };
  const ending: CardEnding = { id: card.id, at: now, end: "rule", actor };
  const verdict: Verdict = { kind: "decision", decision: "allow" };
  const next = { ...state, nextCard: state.nextCard + 1, ended: rememberEnd(state, card.id, { end: "rule", actor }) };
  const effects: Effect[] = [opening(card, live), { do: "answer", request: card.request, verdict, ending }];
  return then(
    { state: next, effects },
    (after) => withLive(after, { ...live, owed: [...live.owed, owes(card, "rule")] }),
  );
}

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

/** Ends the cards that this event shows to be answered elsewhere (DESIGN section 7, rules 2 and 3). */
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
    case "limited":
      // A limit that a Notification tells of ends no turn; a StopFailure's does.
      return input.from.event === "StopFailure" ? cards.filter((card) => card.agentId === input.from.agentId) : [];
    case "stopped":
    case "prompted":
      return cards.filter((card) => card.agentId === input.from.agentId);
    case "child":
      if (!endsSubagent(input)) return [];
      return cards.filter((card) => card.agentId === input.from.agentId);
    case "ended":
      return cards;
    default:
      return [];
  }
}

/** A subagent's own Stop; a task that it completed is not. */
export function endsSubagent({ child, state, from }: ChildMoved): boolean {
  return child.kind === "subagent" && state === "done" && from.agentId !== undefined;
}

/** The only place where a card leaves the open ones. */
function close(state: State, card: Card, ending: CardEnding, now: Millis, fits?: Extract<Fit, { ok: true }>): Step {
  const next = moved(state, {
    cards: without(state.cards, card.id),
    ended: rememberEnd(state, card.id, { end: ending.end, actor: ending.actor }),
  });
  const verdict = fits?.verdict;
  const effect: Effect = verdict === undefined
    ? { do: "end-card", request: card.request, ending }
    : { do: "answer", request: card.request, verdict, ending };
  return then({ state: next, effects: [effect] }, (after) => leaveWaiting(after, card, ending.end, now));
}

/** When its last card has ended, a session works again; what was handed back, or left by our own end, waits there. */
function leaveWaiting(state: State, card: Card, end: CardEnd, now: Millis): Step {
  const live = state.sessions.get(card.session);
  if (live === undefined || live.session.state !== "waiting" || cardsOf(state, card.session).length > 0) {
    return still(state);
  }
  if (end === "handed-back" || end === "shutdown") {
    const waiting = shift(live, now, { reason: `${card.kind}: answer in the terminal` });
    return withLive(state, { ...waiting, waiter: card.agentId ?? "" });
  }
  if (live.waiter !== undefined) return still(state);
  return withLive(state, shift(live, now, { state: "working", reason: undefined, summary: undefined }));
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

function owes(card: Card, end: CardEnd): Owed {
  return { card: card.id, call: callOfCard(card), wanted: end === "denied" ? "refuse" : "run" };
}

/** Exactly this request, in this folder. */
function sessionKey(card: Card): string {
  return `${card.rawTool} ${card.digest} ${card.cwd}`;
}

function makeCard(state: State, input: Waits, now: Millis): Card | undefined {
  const { offer, seal, tool, request, from } = input;
  if (!offer || !seal || !tool || request === undefined) return undefined;
  return {
    id: `c${state.nextCard}`,
    binding: seal.binding,
    kind: input.wait,
    session: from.session,
    agent: from.agent,
    ...(from.agentId === undefined ? {} : { agentId: from.agentId }),
    ...(from.agentType === undefined ? {} : { agentType: from.agentType }),
    cwd: from.cwd ?? "",
    tool: tool.name,
    rawTool: tool.rawName,
    target: tool.target,
    input: offer.input,
    whole: offer.whole,
    namesUs: seal.namesUs,
    ...(offer.questions === undefined ? {} : { questions: offer.questions }),
    suggestions: offer.suggestions,
    subject: tool.subject,
    ...(tool.callId === undefined ? {} : { callId: tool.callId }),
    digest: seal.digest,
    request,
    opened: now,
    ...(offer.hold === undefined ? {} : { ends: now + offer.hold }),
  };
}

function opening(card: Card, live: Live): Effect {
  const row = {
    id: card.id,
    kind: card.kind,
    session: card.session,
    agent: card.agent,
    ...(card.agentId === undefined ? {} : { agentId: card.agentId }),
    project: live.session.project,
    tool: card.tool,
    target: clipTarget(card.target),
    digest: card.digest,
    opened: card.opened,
  };
  return { do: "open-card", card: row };
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

// Opening a card: from a waiting request to what a person is shown, or to what they have allowed for the session (R2).

import type { Card } from "../domain/card.ts";
import type { Actor, CardEnding, Effect, Verdict } from "../domain/effect.ts";
import type { AgentInput, Waits } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { callOf, callOfCard, sameSubject } from "./calls.ts";
import { clipTarget } from "./clip.ts";
import { owes } from "./honours.ts";
import { cardsOf, type Live, moved, rememberEnd, type State, type Step, then, withEntry, withLive } from "./state.ts";

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
  return { ...state, cards: withEntry(state.cards, card.id, { ...card, callId: input.tool.callId }) };
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
  const opened = moved(state, { nextCard: state.nextCard + 1, cards: withEntry(state.cards, card.id, card) });
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

/** Exactly this request, in this folder. */
export function sessionKey(card: Card): string {
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
    ...(offer.choices === undefined ? {} : { choices: offer.choices }),
    ...(offer.wordless === undefined ? {} : { wordless: offer.wordless }),
    ...(offer.note === undefined ? {} : { note: offer.note }),
    ...(input.requestId === undefined ? {} : { requestId: input.requestId }),
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

// Whether the agent did what it was answered: seen from its later events, never assumed (`approvals.md` 4.4).

import type { Card, CardEnd, CardId } from "../domain/card.ts";
import type { Effect, Honour } from "../domain/effect.ts";
import type { AgentInput, BatchFinished, Resolved, ToolFinished, Waits } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { callOf, callOfCard, sameCall, sameSubject } from "./calls.ts";
import { endsSubagent } from "./children.ts";
import type { Live, Owed } from "./state.ts";

export type Settled = {
  readonly live: Live;
  readonly effects: readonly Effect[];
  /** The card whose deny the agent did not keep to. */
  readonly defied?: CardId;
};

/** What `input` shows of answers given before; each finding is a row of its own. */
export function settle(live: Live, input: AgentInput, now: Millis): Settled {
  const found = findings(live.owed, input);
  if (found.length === 0) return { live, effects: [] };
  const defied = found.find(({ owed, honour }) => owed.wanted === "refuse" && honour === "ran")?.owed.card;
  const effects = found.flatMap(({ owed, honour }): Effect[] => {
    return owed.said === honour || (owed.said !== undefined && honour === "unknown")
      ? []
      : [{ do: "honoured", card: owed.card, at: now, honour }];
  });
  const owed = live.owed.flatMap((entry) => remaining(entry, found));
  return { live: { ...live, owed }, effects, ...(defied === undefined ? {} : { defied }) };
}

/** What an answer leaves to be seen. */
export function owes(card: Card, end: CardEnd): Owed {
  const requestId = card.requestId === undefined ? {} : { requestId: card.requestId };
  return { card: card.id, call: callOfCard(card), wanted: end === "denied" ? "refuse" : "run", ...requestId };
}

type Finding = { readonly owed: Owed; readonly honour: Honour; readonly over: boolean };

function findings(owed: readonly Owed[], input: AgentInput): readonly Finding[] {
  switch (input.is) {
    case "tool-finished":
      return first(owed, input);
    case "batch-finished":
      return refusedIn(owed, input);
    case "waits":
      return askedAgain(owed, input);
    case "resolved":
      return owed.filter((entry) => entry.requestId === input.requestId).flatMap((entry) => decided(entry, input));
    case "stopped":
    case "prompted":
      return owed.filter((entry) => isOf(entry, input.from.agentId)).map(unknown);
    case "child":
      return endsSubagent(input) ? owed.filter((entry) => isOf(entry, input.from.agentId)).map(unknown) : [];
    case "ended":
      return owed.map(unknown);
    default:
      return [];
  }
}

function first(owed: readonly Owed[], input: ToolFinished): readonly Finding[] {
  const call = callOf(input.from, input.tool);
  const entry = owed.find((known) => sameCall(known.call, call));
  if (entry === undefined) return [];
  return [{ owed: entry, honour: input.outcome === "refused" ? "refused" : "ran", over: true }];
}

/** A batch lists refused calls too, which get no PostToolUse (fixture tuiDeny-plain). A PostToolUse may still be on its way. */
function refusedIn(owed: readonly Owed[], input: BatchFinished): readonly Finding[] {
  const calls = input.tools.map((tool) => callOf(input.from, tool));
  return owed
    .filter((entry) => entry.wanted === "refuse" && calls.some((call) => sameCall(entry.call, call)))
    .map((entry) => ({ owed: entry, honour: "refused", over: false }));
}

/** The same request once more, unless it is known to be another call. */
function askedAgain(owed: readonly Owed[], input: Waits): readonly Finding[] {
  if (input.tool === undefined || input.request === undefined) return [];
  const call = callOf(input.from, input.tool);
  const entry = owed.find((known) => sameSubject(known.call, call) && !isOtherCall(known, input));
  return entry === undefined ? [] : [{ owed: entry, honour: "asked again", over: true }];
}

/** The agent names whose answer it took; a refusal or an answer says nothing more, a call that runs will. */
function decided(owed: Owed, { ours }: Resolved): readonly Finding[] {
  if (!ours) return [unknown(owed)];
  if (owed.wanted === "refuse") return [{ owed, honour: "refused", over: true }];
  return owed.call.name === "AskUserQuestion" ? [{ owed, honour: "ran", over: true }] : [];
}

function isOtherCall(owed: Owed, input: Waits): boolean {
  const callId = input.tool?.callId;
  return callId !== undefined && owed.call.callId !== undefined && callId !== owed.call.callId;
}

function isOf(owed: Owed, agentId: string | undefined): boolean {
  return owed.call.agentId === agentId;
}

function unknown(owed: Owed): Finding {
  return { owed, honour: "unknown", over: true };
}

function remaining(owed: Owed, found: readonly Finding[]): Owed[] {
  const finding = found.find((entry) => entry.owed === owed);
  if (finding === undefined) return [owed];
  return finding.over ? [] : [{ ...owed, said: "refused" }];
}

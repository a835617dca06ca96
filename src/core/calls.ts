// Which later event tells of which call: the one fact that releases rest on (`agents.md` 0.3).

import type { Card } from "../domain/card.ts";
import type { Origin, ToolUse } from "../domain/input.ts";
import type { Call } from "./state.ts";

/** The call that an event of `from` tells of. */
export function callOf(from: Origin, tool: ToolUse): Call {
  return {
    name: tool.name,
    subject: tool.subject,
    ...(tool.callId === undefined ? {} : { callId: tool.callId }),
    ...(from.agentId === undefined ? {} : { agentId: from.agentId }),
  };
}

/** The call that a card asks about. */
export function callOfCard(card: Card): Call {
  return {
    name: card.tool,
    subject: card.subject,
    ...(card.callId === undefined ? {} : { callId: card.callId }),
    ...(card.agentId === undefined ? {} : { agentId: card.agentId }),
  };
}

/** The same call: by id where both have one, else by tool and subject; never across agents. */
export function sameCall(one: Call, other: Call): boolean {
  if (one.agentId !== other.agentId) return false;
  if (one.callId !== undefined && other.callId !== undefined) return one.callId === other.callId;
  return sameSubject(one, other);
}

/** Would do the same, whatever the ids say. */
export function sameSubject(one: Call, other: Call): boolean {
  return one.agentId === other.agentId && one.name === other.name && one.subject === other.subject;
}

/** The list without the first entry that is the same call. */
export function withoutCall(calls: readonly Call[], call: Call): readonly Call[] {
  const index = calls.findIndex((known) => sameCall(known, call));
  return index < 0 ? calls : calls.toSpliced(index, 1);
}

/** The main agent's last call that has not ended. */
export function activeTool(calls: readonly Call[]): string | undefined {
  return calls.findLast((call) => call.agentId === undefined)?.name;
}

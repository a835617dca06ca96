// Where an event comes from, read the same way for every agent (`agents.md` 0.2, `daemon.md` section 4).

import type { Origin } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import { SESSION_ID_BYTES } from "../wire/limits.ts";
import { given, text } from "./fields.ts";

/** `turns` are the members that may name the turn. Without a usable session id the event is undecodable. */
export function originOf(
  event: HookEvent,
  agent: string,
  turns: readonly string[],
): Origin | "ignored" | "undecodable" {
  // The desktop app's own chat runs that CLI: never a session, never a card (`protocol.md` section 5).
  if (event.zeca) return "ignored";
  const payload = event.payload;
  const id = text(payload, "session_id", "sessionId", "conversation_id", "conversationId");
  if (id === undefined || bytesOf(id) > SESSION_ID_BYTES) return "undecodable";
  const call = text(payload, "tool_call_id", "tool_use_id", "toolUseId");
  const turn = text(payload, ...turns);
  // A turn id names an event only where a turn has one such event.
  const mark = call ?? (event.event === "UserPromptSubmit" ? turn : undefined);
  return {
    agent,
    session: `${agent}:${id}`,
    event: event.event,
    ...given("agentId", text(payload, "agent_id")),
    ...given("agentType", text(payload, "agent_type")),
    ...given("cwd", text(payload, "new_cwd", "cwd") ?? event.terminal?.cwd),
    ...given("mode", text(payload, "permission_mode", "permissionMode")),
    ...given("turn", turn),
    ...given("mark", mark),
    ...(event.terminal?.pid === undefined ? {} : { pid: event.terminal.pid }),
  };
}

function bytesOf(value: string): number {
  return new TextEncoder().encode(value).length;
}

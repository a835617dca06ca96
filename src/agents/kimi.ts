// Kimi Code: Claude's shape, observed only: an allow at its PermissionRequest was ignored while its dialog was up
// (`agents.md` section 10). Nothing is ever printed.

import type { AgentInput } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent } from "./agent.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { originOf } from "./origin.ts";
import { asks } from "./other.ts";
import { toolUse } from "./tool_use.ts";

export { answer, asks, fits } from "./other.ts";

/** `agents.md` 14.2; its Edit uses `path` (fixture kimi headless). */
export const tools: Agent["tools"] = {
  names: new Map([["FetchURL", "WebFetch"], ["TodoList", "TodoWrite"], ["Agent", "Task"]]),
  members: new Map([["path", "file_path"]]),
};

/** A question fires PreToolUse and nothing else (fixture kimi ask). */
const KIMI: Dialect = {
  agent: "kimi",
  asks,
  tools,
  questionsByTool: true,
  // It comes once a minute, also when nothing is at work: no news of the session (`daemon.md` section 5).
  ignores: ["SessionHeartbeat"],
};

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const own = ofMainAgent(event);
  if (own.event === "PermissionResult") return decided(own);
  return claudeShape(own, KIMI);
}

/** The main agent's own id is no subagent's (fixture kimi tui). */
function ofMainAgent(event: HookEvent): HookEvent {
  const { agent_id, ...payload } = event.payload;
  return agent_id === "main" ? { ...event, payload } : event;
}

/** The terminal's own answer: the call goes on, or is over (fixture kimi tui; only `approved` was seen). */
function decided(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const from = originOf(event, KIMI.agent, []);
  if (typeof from === "string") return from;
  const tool = toolUse(event.payload, tools);
  if (tool === undefined) return "undecodable";
  if (event.payload.decision === "approved") return { is: "tool-started", from, tool, passed: true };
  return { is: "tool-finished", from, tool, outcome: "refused" };
}

// Any tool without an adapter of its own: read in Claude's shape, under Claude's or Cursor's names of events, shown, never
// answered (`agents.md` section 12).

import type { AgentInput } from "../domain/input.ts";
import type { Verdict } from "../domain/effect.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { claudeShape } from "./claude_shape.ts";
import { text } from "./fields.ts";
import { CLAUDE_WORDS } from "./words.ts";

/** Never asked: its permission events are waits without a card. */
export const asks: Agent["asks"] = {};

export const tools: Agent["tools"] = CLAUDE_WORDS;

/** Cursor's names that differ from Claude's in more than their first letter (`agents.md` section 7). */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ["beforeSubmitPrompt", "UserPromptSubmit"],
  ["beforeShellExecution", "PreToolUse"],
  ["beforeMCPExecution", "PreToolUse"],
  ["afterShellExecution", "PostToolUse"],
  ["afterMCPExecution", "PostToolUse"],
  ["afterFileEdit", "PostToolUse"],
]);

/** Keyed by the tool's own name. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const payload = EVENTS.has(event.event) ? withTool(event.payload) : event.payload;
  return claudeShape({ ...event, payload }, { agent: event.agent_name ?? event.agent, asks, tools, events: EVENTS });
}

/** Cursor's events of a shell or of a file name no tool. */
function withTool(payload: JsonObject): JsonObject {
  if (text(payload, "tool_name") !== undefined) return payload;
  const { command, file_path, edits } = payload;
  if (command !== undefined) return { ...payload, tool_name: "Bash", tool_input: { command } };
  if (file_path === undefined) return payload;
  return { ...payload, tool_name: "Edit", tool_input: { file_path, edits: edits ?? null } };
}

/** Nothing fits: the tool has no answer that we know. */
export function fits(_asked: Asked): Fits {
  return "nothing";
}

/** Nothing is ever printed. */
export function answer(_verdict: Verdict, _asked: Asked): string | undefined {
  return undefined;
}

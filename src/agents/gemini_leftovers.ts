// What entries of the Gemini CLI that were left behind still post, as Antigravity's (`agents.md` section 13, fixture gemini
// headless): Claude's shape under names of its own. Nothing of it is ever answered.

import type { AgentInput } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent } from "./agent.ts";
import { claudeShape } from "./claude_shape.ts";
import { text } from "./fields.ts";

/** Its tools in the canonical words (`agents.md` 14.2). */
export const GEMINI_NAMES: readonly (readonly [string, string])[] = [
  ["run_shell_command", "Bash"],
  ["read_file", "Read"],
  ["replace", "Edit"],
  ["write_file", "Write"],
  ["glob", "Glob"],
  ["list_directory", "Glob"],
  ["grep_search", "Grep"],
  ["web_fetch", "WebFetch"],
  ["google_web_search", "WebSearch"],
  ["write_todos", "TodoWrite"],
  ["invoke_agent", "Task"],
  ["ask_user", "AskUserQuestion"],
];

const EVENTS: ReadonlyMap<string, string> = new Map([
  ["SessionStart", "SessionStart"],
  ["BeforeAgent", "UserPromptSubmit"],
  ["BeforeTool", "PreToolUse"],
  ["AfterTool", "PostToolUse"],
  ["AfterAgent", "Stop"],
  ["SessionEnd", "SessionEnd"],
]);

/** One `PreCompress` comes before every model call, compaction or not (fixture gemini headless). */
const SILENT: ReadonlySet<string> = new Set(["BeforeModel", "AfterModel", "BeforeToolSelection", "PreCompress"]);

/** One event in the flat form. */
export function geminiInput(
  event: HookEvent,
  words: Pick<Agent, "asks" | "tools">,
): AgentInput | "ignored" | "undecodable" {
  const { payload } = event;
  if (SILENT.has(event.event)) return "ignored";
  const notice = event.event === "Notification";
  // Each of its events bears the time as text; Claude's, which share some names, bear none.
  if ((!notice && !EVENTS.has(event.event)) || text(payload, "timestamp") === undefined) return "undecodable";
  if (notice && payload.notification_type !== "ToolPermission") return "ignored";
  const said = {
    ...payload,
    notification_type: "permission_prompt",
    last_assistant_message: payload.prompt_response ?? null,
  };
  return claudeShape({ ...event, payload: said, wants_reply: false }, {
    agent: "antigravity",
    ...words,
    events: EVENTS,
  });
}

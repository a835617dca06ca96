// Grok Build: what its events mean, and the bytes it reads back (`agents.md` section 6, `daemon.md` section 5). A payload
// has each member in Claude's spelling and in camel case, in older versions in the latter only. Its gate can stop a call;
// an allow only lets Grok go on to its own prompt.

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput, Origin } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";
import { HIDDEN_HOLD_MS } from "../wire/limits.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { subagent } from "./child.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { given, text } from "./fields.ts";
import { gate } from "./gate.ts";
import { originOf } from "./origin.ts";
import { stopped } from "./stopped.ts";
import { toolOf } from "./tool_use.ts";
import { yesOrNo } from "./yes_or_no.ts";

/** With `--approval` only; Grok's own dialog comes after it (`agents.md` 0.1). */
export const asks: Agent["asks"] = { PreToolUse: HIDDEN_HOLD_MS };

export const tools: Agent["tools"] = {
  spell,
  names: new Map([
    ["run_terminal_command", "Bash"],
    ["run_terminal_cmd", "Bash"],
    ["bash", "Bash"],
    ["shell", "Bash"],
    ["read_file", "Read"],
    ["hashline_read", "Read"],
    ["search_replace", "Edit"],
    ["hashline_edit", "Edit"],
    ["edit", "Edit"],
    ["apply_patch", "Edit"],
    ["str_replace", "Edit"],
    ["write", "Write"],
    ["write_file", "Write"],
    ["create_file", "Write"],
    ["list_dir", "Glob"],
    ["list_directory", "Glob"],
    ["grep", "Grep"],
    ["hashline_grep", "Grep"],
    ["web_fetch", "WebFetch"],
    ["web_search", "WebSearch"],
    ["todo_write", "TodoWrite"],
    ["spawn_subagent", "Task"],
    ["task", "Task"],
    ["ask_user_question", "AskUserQuestion"],
    ["exit_plan_mode", "ExitPlanMode"],
  ]),
  members: new Map([["target_file", "file_path"], ["target_directory", "file_path"]]),
};

/** `X:read_file` is `read_file`, `server__tool` is `mcp__server__tool` (`agents.md` section 6). */
function spell(name: string): string {
  const bare = name.replace(/^[^:]+:(?=.)/, "");
  return /^(?!mcp__).+?__./.test(bare) ? `mcp__${bare}` : bare;
}

const NOTE = "Allow only lets Grok go on: it may still ask in its own window. Deny is final.";

/** Grok's compaction says nothing that would be shown (`daemon.md` section 5). */
const DIALECT: Dialect = { agent: "grok", asks, tools, ignores: ["PreCompact", "PostCompact"] };

/** Its names in `hookEventName`, and Claude's for the same, which newer versions send as well. */
const EVENTS: ReadonlyMap<string, string> = new Map(
  [
    ["session_start", "SessionStart"],
    ["user_prompt_submit", "UserPromptSubmit"],
    ["pre_tool_use", "PreToolUse"],
    ["post_tool_use", "PostToolUse"],
    ["post_tool_use_failure", "PostToolUseFailure"],
    ["permission_denied", "PermissionDenied"],
    ["notification", "Notification"],
    ["stop", "Stop"],
    ["stop_failure", "StopFailure"],
    ["stop_cancelled", "StopCancelled"],
    ["subagent_start", "SubagentStart"],
    ["subagent_stop", "SubagentStop"],
    ["pre_compact", "PreCompact"],
    ["post_compact", "PostCompact"],
    ["session_end", "SessionEnd"],
  ].flatMap(([own = "", claudes = ""]) => [[own, claudes], [claudes, claudes]] as const),
);

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const name = EVENTS.get(event.event);
  if (name === undefined || !isGroks(event.payload, name)) return "undecodable";
  const spelled = { ...event, event: name, payload: inClaudesSpelling(event.payload) };
  const from = originOf(spelled, "grok", ["prompt_id"]);
  return typeof from === "string" ? from : read(spelled, from);
}

/** Grok always sends `sessionId`, Claude never. The SessionEnd that the hook makes of an empty stdin has only the other. */
function isGroks(payload: JsonObject, name: string): boolean {
  return text(payload, "sessionId") !== undefined || name === "SessionEnd";
}

/** What Grok spells in camel case only, in Claude's words; `new` is Claude's `startup` (fixture grok tui). */
function inClaudesSpelling(payload: JsonObject): JsonObject {
  const { promptId, notificationType, lastAssistantMessage, backgroundTasks, sessionCrons } = payload;
  return {
    prompt_id: promptId ?? null,
    notification_type: notificationType ?? null,
    last_assistant_message: lastAssistantMessage ?? null,
    background_tasks: backgroundTasks ?? null,
    session_crons: sessionCrons ?? null,
    ...payload,
    ...(payload.source === "new" ? { source: "startup" } : {}),
  };
}

function read(event: HookEvent, from: Origin): AgentInput | "ignored" | "undecodable" {
  const { payload } = event;
  if (event.event === "SubagentStart" || event.event === "SubagentStop") return child(event, from);
  // A child never moves its parent (`daemon.md` section 5).
  if (text(payload, "subagentType") !== undefined) return "ignored";
  switch (event.event) {
    case "PreToolUse":
      return beforeTool(event, from);
    case "Notification":
      return notified(event, from);
    case "Stop":
      // Other reasons come at teardown, after the SessionEnd even (fixture grok headless).
      return (text(payload, "reason") ?? "end_turn") === "end_turn" ? claudeShape(event, DIALECT) : "ignored";
    case "StopFailure":
      return stopped(from, "failed", failure(payload));
    case "StopCancelled":
      return stopped(from, "user");
    default:
      return claudeShape(event, DIALECT);
  }
}

/** Its Stop comes in the child's own session; without an id nobody could tell whose child it is. */
function child({ event, payload }: HookEvent, from: Origin): AgentInput | "ignored" {
  const id = text(payload, "subagentId");
  const told = { ...from, ...given("agentId", id), ...given("agentType", text(payload, "subagentType")) };
  if (event === "SubagentStart") return subagent(told, "running");
  const moved = id === undefined ? "ignored" : subagent(told, "done");
  return typeof moved !== "string" && moved.is === "child" ? { ...moved, stray: true } : moved;
}

/** A cut input cannot be shown, and a question cannot be answered: Grok goes on and asks (`agents.md` section 6). */
function beforeTool(event: HookEvent, from: Origin): AgentInput | "undecodable" {
  const silent = event.payload.toolInputTruncated === true || toolOf(event.payload, tools) === "AskUserQuestion";
  const input = gate(silent ? { ...event, wants_reply: false } : event, from, DIALECT);
  if (typeof input === "string" || input.is !== "waits" || !input.offer) return input;
  return { ...input, offer: { ...input.offer, note: NOTE } };
}

function notified(event: HookEvent, from: Origin): AgentInput | "ignored" | "undecodable" {
  switch (text(event.payload, "notificationType")) {
    case "task_complete":
      return "ignored"; // a background task, in the middle of a turn perhaps
    case "idle_prompt":
      return stopped(from, "ok");
    default:
      return claudeShape(event, DIALECT);
  }
}

function failure(payload: JsonObject): string {
  const error = text(payload, "error");
  const words = text(payload, "errorDetails", "error_details", "lastAssistantMessage");
  return `Turn failed${error === undefined ? "" : ` (${error})`}${words === undefined ? "" : `: ${words}`}`;
}

/** The gate takes a decision, but for the tools that ask by themselves. */
export function fits({ event, raw }: Asked): Fits {
  const tool = EVENTS.get(event) === "PreToolUse" ? toolOf(raw, tools) : undefined;
  if (tool === undefined || raw.toolInputTruncated === true) return "nothing";
  return tool === "AskUserQuestion" || tool === "ExitPlanMode" ? "nothing" : "decision";
}

/** The deny that 1.0.41 was seen to honour; the allow is told only, and means no more than silence (`agents.md` section 6). */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  const said = fits(asked) === verdict.kind ? yesOrNo(verdict) : undefined;
  if (said === undefined) return undefined;
  if (said.behavior === "allow") return JSON.stringify({ decision: "allow" });
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: said.message,
    },
  });
}

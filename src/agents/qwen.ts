// Qwen Code: Claude's shape, with tool names of its own (`agents.md` section 4). It asks before it starts a call, and
// answers to its questions and plans are not read from hooks.

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import { HIDDEN_HOLD_MS } from "../wire/limits.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { permissionAnswer } from "./permission_answer.ts";
import { fitsYesOrNo, permissionsOnly, yesOrNo } from "./yes_or_no.ts";

/** Its dialog appears only after our hook (`agents.md` 0.1). */
export const asks: Agent["asks"] = { PermissionRequest: HIDDEN_HOLD_MS };

/** `agents.md` 14.2; inputs as Claude's. */
export const tools: Agent["tools"] = {
  names: new Map([
    ["run_shell_command", "Bash"],
    ["read_file", "Read"],
    ["edit", "Edit"],
    ["write_file", "Write"],
    ["glob", "Glob"],
    ["list_directory", "Glob"],
    ["grep_search", "Grep"],
    ["web_fetch", "WebFetch"],
    ["web_search", "WebSearch"],
    ["todo_write", "TodoWrite"],
    ["agent", "Task"],
    ["ask_user_question", "AskUserQuestion"],
    ["exit_plan_mode", "ExitPlanMode"],
  ]),
  members: new Map(),
};

const QWEN: Dialect = { agent: "qwen", asks, tools };

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const read = permissionsOnly(claudeShape(event, QWEN));
  if (typeof read === "string") return read;
  // Sent after every tool batch, without a word of the person (fixture qwen headless): it releases nothing.
  if (read.is === "prompted" && read.text === "") return "ignored";
  // The request comes first, the start once it was allowed (fixture qwen tui).
  const starts = read.is === "tool-started" && read.from.event === "PreToolUse";
  return starts ? { ...read, passed: true } : read;
}

/** A permission request that is neither a question nor a plan takes a decision. */
export function fits(asked: Asked): Fits {
  return fitsYesOrNo(asked, { asks, tools });
}

/** The line to print, without its newline; `undefined` when the verdict does not fit or cannot be said whole. */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  const decision = fits(asked) === verdict.kind ? yesOrNo(verdict) : undefined;
  return decision && permissionAnswer(decision);
}

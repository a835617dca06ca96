// Copilot CLI: Claude's events under names and members in camelCase, without ids of turns or calls (`agents.md` section 5).
// Its answers are bare (`protocol.md` section 10).

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import { HIDDEN_HOLD_MS } from "../wire/limits.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { fitsYesOrNo, permissionsOnly, yesOrNo } from "./yes_or_no.ts";

/** Its dialog appears only after our hook (`agents.md` 0.1). */
export const asks: Agent["asks"] = { permissionRequest: HIDDEN_HOLD_MS };

/** `agents.md` 14.2. An edit's members are assumed, as its name is: a wrong guess leaves its card without Allow. */
export const tools: Agent["tools"] = {
  names: new Map([
    ["bash", "Bash"],
    ["view", "Read"],
    ["edit", "Edit"],
    ["create", "Write"],
    ["glob", "Glob"],
    ["rg", "Grep"],
    ["task", "Task"],
    ["ask_user", "AskUserQuestion"],
  ]),
  members: new Map([
    ["path", "file_path"],
    ["old_str", "old_string"],
    ["new_str", "new_string"],
    ["file_text", "content"],
  ]),
};

/** The others differ in their first letter only, and `Notification` in nothing (`agents.md` section 5). */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ["userPromptSubmitted", "UserPromptSubmit"],
  ["agentStop", "Stop"],
  ["errorOccurred", "StopFailure"],
]);

/** `ask_user` is told of before its tool only; no event ends a compaction (`agents.md` section 5). */
const COPILOT: Dialect = {
  agent: "copilot",
  asks,
  tools,
  events: EVENTS,
  questionsByTool: true,
  compactsUntold: true,
};

/** One allow covered a call for which its own dialog came twice (`agents.md` section 5, fixtures tui and tui-pr-allow). */
const NOTE =
  "One Allow covers the whole call, where Copilot itself may ask twice: for an address, then for the command.";

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const read = permissionsOnly(claudeShape(event, COPILOT));
  if (typeof read === "string") return read;
  // `new` may come again with each prompt (`agents.md` section 5): like a `startup`, it resets nothing that runs.
  if (read.is === "started") return { ...read, source: "startup" };
  if (read.is !== "waits" || !read.offer) return read;
  return { ...read, offer: { ...read.offer, note: NOTE } };
}

/** A permission request that is no question takes a decision. */
export function fits(asked: Asked): Fits {
  return fitsYesOrNo(asked, { asks, tools });
}

/** The line to print, without its newline; `undefined` when the verdict does not fit or cannot be said whole. */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  const decision = fits(asked) === verdict.kind ? yesOrNo(verdict) : undefined;
  return decision && JSON.stringify(decision);
}

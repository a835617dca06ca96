// OpenCode: Claude's shape through our plugin (install/assets/opencode_plugin.ts), which posts what `answer` gives
// (`agents.md` section 3). Its dialog is on screen all the time. Never its `always`: that edits its config.

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";
import { HOLD_MS } from "../wire/limits.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { list, object } from "./fields.ts";
import { toolOf } from "./tool_use.ts";
import { withoutOffer } from "./offer.ts";

/** `agents.md` 0.1: a permission, and a question through `--ask`. */
export const asks: Agent["asks"] = { PermissionRequest: HOLD_MS, PreToolUse: HOLD_MS };

/** `agents.md` 14.2. A permission's own metadata says `filepath` (fixture tui-reply-once). */
export const tools: Agent["tools"] = {
  // The other app's plugin says Claude's word (`agents.md` section 3).
  several: ["multiple", "multiSelect"],
  names: new Map([
    ["bash", "Bash"],
    ["read", "Read"],
    ["edit", "Edit"],
    ["patch", "Edit"],
    ["multiedit", "Edit"],
    ["write", "Write"],
    ["glob", "Glob"],
    ["list", "Glob"],
    ["grep", "Grep"],
    ["webfetch", "WebFetch"],
    ["websearch", "WebSearch"],
    ["todowrite", "TodoWrite"],
    ["task", "Task"],
    ["question", "AskUserQuestion"],
  ]),
  members: new Map([
    ["filePath", "file_path"],
    ["filepath", "file_path"],
    ["oldString", "old_string"],
    ["newString", "new_string"],
  ]),
};

const OPENCODE: Dialect = { agent: "opencode", asks, tools };

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const read = claudeShape(event, OPENCODE);
  if (typeof read === "string" || read.is !== "waits" || read.offer === undefined) return read;
  if (read.wait === "plan") return withoutOffer(read); // a permission of that name is no plan of Claude's
  if (read.wait === "question") return event.event === "PreToolUse" ? read : withoutOffer(read);
  return { ...read, offer: { ...read.offer, whole: read.offer.whole && showsCall(event.payload, read.offer.input) } };
}

/** Patterns alone do not say what runs; nor is it said when the plugin does not know the call's arguments. */
function showsCall({ arguments_known }: JsonObject, input: JsonObject): boolean {
  return arguments_known !== false && Object.keys(input).some((member) => member !== "patterns");
}

/** A permission takes a decision; a question takes answers where it is asked, not where it is permitted. */
export function fits({ event, raw }: Asked): Fits {
  const tool = toolOf(raw, tools);
  if (tool === undefined) return "nothing";
  if (event === "PreToolUse") return tool === "AskUserQuestion" ? "answer" : "nothing";
  return event === "PermissionRequest" && tool !== "AskUserQuestion" ? "decision" : "nothing";
}

/** The line to print, without its newline; `undefined` when the verdict does not fit or cannot be said whole. */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  if (fits(asked) !== verdict.kind) return undefined;
  if (verdict.kind === "answer") return answers(verdict.answers, asked.raw);
  const { decision, message, suggestion, mode, choice } = verdict;
  if (suggestion !== undefined || mode !== undefined || choice !== undefined) return undefined;
  if (decision === "allow") return JSON.stringify({ reply: "once" });
  return JSON.stringify({ reply: "reject", ...(message ? { message } : {}) });
}

/** One list for each question, in order, all of them. */
function answers(given: readonly (string | readonly string[])[], raw: JsonObject): string | undefined {
  const questions = list(object(raw, "tool_input") ?? {}, "questions");
  if (questions.length === 0 || questions.length !== given.length) return undefined;
  const lists = given.map((entry) => typeof entry === "string" ? [entry] : entry);
  const complete = lists.every((texts) => texts.length > 0 && texts.every((text) => text !== ""));
  return complete ? JSON.stringify({ answers: lists }) : undefined;
}

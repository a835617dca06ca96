// A tool call as the core knows it: its name in Claude's words, one line of what it works on, and its subject.

import type { ToolUse } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import { canonical } from "./canonical.ts";
import { object, text } from "./fields.ts";

/** Claude's `Agent` is `Task` in the canonical words (`agents.md` 14.2); its other names are canonical already. */
const CANONICAL: ReadonlyMap<string, string> = new Map([["Agent", "Task"]]);

/** Which member is the target, first found wins (`approvals.md` 1.2). */
const TARGETS = ["command", "file_path", "path", "notebook_path", "url", "query", "pattern", "prompt", "description"];

/** What agents add to one event of a call and not to another (`agents.md` 0.3). */
const DECORATION = new Set(["description", "summary", "riskLevel", "riskLevelReason", "answers", "annotations"]);

/** Longer than any surface shows, so that a secret is whole when it is looked for. */
const TARGET_CHARACTERS = 4_000;

/** The call a payload tells of; `undefined` when it names no tool. */
export function toolUse(payload: JsonObject): ToolUse | undefined {
  const rawName = text(payload, "tool_name", "toolName");
  if (rawName === undefined) return undefined;
  const name = CANONICAL.get(rawName) ?? rawName;
  const input = object(payload, "tool_input", "toolInput", "toolArgs") ?? {};
  const callId = text(payload, "tool_use_id", "toolUseId", "tool_call_id");
  return { name, rawName, target: targetOf(input), subject: subject(name, input), ...(callId ? { callId } : {}) };
}

/** A call without a payload of its own: compaction and the like. */
export function namedUse(name: string): ToolUse {
  return { name, rawName: name, target: "", subject: "{}" };
}

/** Claude's compaction: by hand it comes between turns, under a prompt id of its own (fixture life-clear-compact). */
export const COMPACTION: ToolUse = { ...namedUse("Context compaction"), upkeep: true };

/** What the tool works on, as one line. */
export function targetOf(input: JsonObject): string {
  const value = text(input, ...TARGETS) ?? "";
  const line = value.slice(0, TARGET_CHARACTERS * 4).split(/\r?\n/, 1)[0] ?? "";
  const characters = [...line];
  const cut = characters.length > TARGET_CHARACTERS || line.length < value.trimEnd().length;
  return characters.slice(0, TARGET_CHARACTERS).join("") + (cut ? "…" : "");
}

function subject(name: string, input: JsonObject): string {
  if (typeof input.command === "string") return canonical({ command: input.command });
  if (name === "AskUserQuestion" && input.questions !== undefined) return canonical({ questions: input.questions });
  const file = text(input, "file_path", "path", "notebook_path");
  if (file !== undefined && typeof input.content === "string") return canonical({ file, content: input.content });
  if (file !== undefined && typeof input.new_string === "string") {
    return canonical({ file, old: input.old_string ?? null, new: input.new_string });
  }
  return canonical(Object.fromEntries(Object.entries(input).filter(([member]) => !DECORATION.has(member))));
}

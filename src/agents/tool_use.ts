// A tool call as the core knows it: its name in Claude's words, one line of what it works on, and its subject.

import type { ToolUse } from "../domain/input.ts";
import { isObject, type JsonObject } from "../domain/json.ts";
import { cut } from "../wire/cut.ts";
import { toolInput } from "../wire/fit.ts";
import { STRING_BYTES } from "../wire/limits.ts";
import type { ToolWords } from "./agent.ts";
import { canonical } from "./canonical.ts";
import { list, text } from "./fields.ts";

/** Which member is the target, first found wins (`approvals.md` 1.2). */
const TARGETS = ["command", "file_path", "path", "notebook_path", "url", "query", "pattern", "prompt", "description"];

/** What agents add to one event of a call and not to another (`agents.md` 0.3). */
const DECORATION = new Set(["description", "summary", "riskLevel", "riskLevelReason", "answers", "annotations"]);

/** Longer than any surface shows, so that a secret is whole when it is looked for. */
const TARGET_CHARACTERS = 4_000;

/** The call a payload tells of; `undefined` when it names no tool. */
export function toolUse(payload: JsonObject, words: ToolWords): ToolUse | undefined {
  const rawName = text(payload, "tool_name", "toolName");
  if (rawName === undefined) return undefined;
  // In Qwen's batch `tool_use_id` is what the other events call `tool_call_id` (`agents.md` section 4).
  const callId = text(payload, "tool_call_id", "tool_use_id", "toolUseId");
  return useOf(rawName, toolInput(payload) ?? {}, words, callId);
}

/** A call by its parts. `input` is as the agent spells it. */
export function useOf(rawName: string, input: JsonObject, words: ToolWords, callId?: string): ToolUse {
  const name = toolName(rawName, words);
  const read = inWords(input, words);
  return {
    name,
    rawName,
    target: targetOf(name, read),
    subject: subject(name, read),
    ...(callId ? { callId } : {}),
  };
}

/** The canonical name of the tool that a payload names. */
export function toolOf(payload: JsonObject, words: ToolWords): string | undefined {
  const rawName = text(payload, "tool_name", "toolName");
  return rawName === undefined ? undefined : toolName(rawName, words);
}

/** A tool's name in the canonical words. */
export function toolName(rawName: string, { names, spell }: ToolWords): string {
  const spelled = spell?.(rawName) ?? rawName;
  return names.get(spelled) ?? spelled;
}

/** The input with the canonical members beside the agent's own; nothing is replaced (`agents.md` 14.2). */
export function inWords(input: JsonObject, { members }: ToolWords): JsonObject {
  const added: JsonObject = {};
  for (const [own, canonical] of members) {
    const value = Object.hasOwn(input, own) ? input[own] : undefined;
    if (value !== undefined && !Object.hasOwn(input, canonical) && !Object.hasOwn(added, canonical)) {
      added[canonical] = value;
    }
  }
  return Object.keys(added).length === 0 ? input : { ...input, ...added };
}

/** A call without a payload of its own: compaction and the like. */
export function namedUse(name: string): ToolUse {
  return { name, rawName: name, target: "", subject: "{}" };
}

/** Claude's compaction: by hand it comes between turns, under a prompt id of its own (fixture life-clear-compact). */
export const COMPACTION: ToolUse = { ...namedUse("Context compaction"), upkeep: true };

/** What the tool works on, as one line. */
export function targetOf(name: string, input: JsonObject): string {
  const value = ownTarget(name, input) || (text(input, ...TARGETS) ?? "");
  const line = value.slice(0, TARGET_CHARACTERS * 4).split(/\r?\n/, 1)[0] ?? "";
  const characters = [...line];
  const cut = characters.length > TARGET_CHARACTERS || line.length < value.trimEnd().length;
  return characters.slice(0, TARGET_CHARACTERS).join("") + (cut ? "…" : "");
}

/** The files of a patch, the first of several questions. */
function ownTarget(name: string, input: JsonObject): string {
  if (isPatch(name, input)) return patchedFiles(input).join(", ");
  const [first] = name === "AskUserQuestion" ? list(input, "questions") : [];
  return isObject(first) ? text(first, "question", "prompt") ?? "" : "";
}

/** Codex's `apply_patch`: an edit whose `command` is the patch (`agents.md` section 2). */
function isPatch(name: string, input: JsonObject): boolean {
  return name === "Edit" && typeof input.command === "string";
}

/** The files that a patch names; a move's target does not count (`approvals.md` 1.2). */
function patchedFiles({ command }: JsonObject): readonly string[] {
  const named = String(command).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm);
  return [...named].map((line) => line[1]?.trim() ?? "").filter((file) => file !== "");
}

/** Any other tool may have members of these names that are not all it does. */
const FILE_TOOLS: ReadonlySet<string> = new Set(["Write", "Edit", "NotebookEdit"]);

/** Cut like the wire: a finished patch arrives longer than the request for it (`agents.md` 0.3). */
function subject(name: string, input: JsonObject): string {
  if (typeof input.command === "string" && (name === "Bash" || name === "Edit")) {
    return canonical({ command: cut(input.command, STRING_BYTES) });
  }
  if (name === "AskUserQuestion" && input.questions !== undefined) return canonical({ questions: input.questions });
  const file = FILE_TOOLS.has(name) ? text(input, "file_path", "path", "notebook_path") : undefined;
  if (file !== undefined && typeof input.content === "string") return canonical({ file, content: input.content });
  if (file !== undefined && typeof input.new_string === "string") {
    return canonical({ file, old: input.old_string ?? null, new: input.new_string });
  }
  return canonical(Object.fromEntries(Object.entries(input).filter(([member]) => !DECORATION.has(member))));
}

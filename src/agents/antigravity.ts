// Antigravity (`agy`): what its events mean (`agents.md` section 8). Not run: all of it is told. It is never asked and never
// answered: whatever is printed at its gate may deny. Leftovers of the Gemini CLI come under its name as well
// (`agents.md` section 13).

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput, Origin, ToolUse } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { given, list, object, text } from "./fields.ts";
import { GEMINI_NAMES, geminiInput } from "./gemini_leftovers.ts";
import { originOf } from "./origin.ts";
import { stopped } from "./stopped.ts";
import { useOf } from "./tool_use.ts";

/** Never: its gate has no "no opinion". */
export const asks: Agent["asks"] = {};

export const tools: Agent["tools"] = {
  names: new Map([
    ["run_command", "Bash"],
    ["view_file", "Read"],
    ["write_to_file", "Write"],
    ["list_dir", "Glob"],
    ...GEMINI_NAMES,
  ]),
  members: new Map([
    ["CommandLine", "command"],
    ["AbsolutePath", "file_path"],
    ["TargetFile", "file_path"],
    ["File", "file_path"],
    ["DirectoryPath", "path"],
    ["SearchPath", "path"],
    ["Url", "url"],
    ["Query", "query"],
    ["Pattern", "pattern"],
    ["Description", "description"],
  ]),
};

/** The daemon's reading of an event, flat or as `{event, payload}`; its name comes from the arguments. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const payload = object(event.payload, "payload") ?? event.payload;
  const id = text(payload, "conversationId");
  if (id === undefined) return geminiInput({ ...event, payload }, { asks, tools });
  const [folder] = list(payload, "workspacePaths");
  const named = { session_id: id, ...(typeof folder === "string" && folder ? { cwd: folder } : {}) };
  const from = originOf({ ...event, payload: named }, "antigravity", []);
  return typeof from === "string" ? from : read(payload, from);
}

function read(payload: JsonObject, from: Origin): AgentInput | "ignored" | "undecodable" {
  switch (from.event) {
    case "PreInvocation":
      return invoked(payload, from);
    case "PreToolUse":
      return beforeTool(payload, from);
    case "PostToolUse":
      return afterTool(payload, from);
    case "Stop":
      return payload.fullyIdle === true ? over(payload, from) : "ignored";
    default:
      return "undecodable";
  }
}

/** The first model call of a turn is its prompt, whose text is not sent; the later ones are no news. */
function invoked(payload: JsonObject, from: Origin): AgentInput {
  const { invocationNum } = payload;
  if (typeof invocationNum !== "number" || invocationNum === 0) return { is: "prompted", from, text: "", human: true };
  return { is: "meta", from, ...given("model", text(payload, "modelName")) };
}

function beforeTool(payload: JsonObject, from: Origin): AgentInput | "undecodable" {
  const tool = callOf(payload);
  return tool === undefined ? "undecodable" : { is: "tool-started", from, tool };
}

/** An empty `error` is none. */
function afterTool(payload: JsonObject, from: Origin): AgentInput | "undecodable" {
  const tool = callOf(payload);
  if (tool === undefined) return "undecodable";
  const error = text(payload, "error");
  return { is: "tool-finished", from, tool, outcome: error === undefined ? "ok" : "error", ...given("error", error) };
}

function callOf(payload: JsonObject): ToolUse | undefined {
  const call = object(payload, "toolCall") ?? {};
  const name = text(call, "name");
  // Labels for people: they tell nothing of what the call does.
  const { toolAction: _1, toolSummary: _2, ...args } = object(call, "args") ?? {};
  return name === undefined ? undefined : useOf(name, args, tools);
}

/** Anything but the two known endings is a failure (`agents.md` section 8). */
function over(payload: JsonObject, from: Origin): AgentInput {
  const reason = text(payload, "terminationReason");
  const error = text(payload, "error");
  const words = text(payload, "finalModelOutput");
  if (reason === "USER_CANCELED") return stopped(from, "user", words);
  if (reason === "NO_TOOL_CALL" && error === undefined) return stopped(from, "ok", words);
  return stopped(from, "failed", error ?? `Turn failed${reason === undefined ? "" : ` (${reason})`}`);
}

/** Nothing fits, at any event. */
export function fits(_asked: Asked): Fits {
  return "nothing";
}

/** Nothing is ever printed: even `{}` denies (`agents.md` section 8). */
export function answer(_verdict: Verdict, _asked: Asked): string | undefined {
  return undefined;
}

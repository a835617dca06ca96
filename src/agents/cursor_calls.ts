// What Cursor's events tell of one call. Before and after each call it sends two kinds, one for every tool and one for
// shell, MCP and files (`agents.md` section 7); they pair by what the call does, as far as both came.

import type { AgentInput, Origin, ToolUse } from "../domain/input.ts";
import { isObject, type JsonObject } from "../domain/json.ts";
import type { ToolWords } from "./agent.ts";
import { given, list, object, text, truthy } from "./fields.ts";
import { toolUse, useOf } from "./tool_use.ts";

/** A shell or MCP call: told for every one, so it is no wait. */
export function startsCall(payload: JsonObject, from: Origin, words: ToolWords): AgentInput | "undecodable" {
  const tool = callOf(payload, words);
  return tool === undefined ? "undecodable" : { is: "tool-started", from, tool };
}

/** A file is read: nothing tells of its end. Its content is not looked at. */
export function readsFile(payload: JsonObject, from: Origin, words: ToolWords): AgentInput | "undecodable" {
  const file_path = text(payload, "file_path");
  if (file_path === undefined) return "undecodable";
  return { is: "tool-started", from, tool: { ...useOf("Read", { file_path }, words), sign: true } };
}

/** The end of a call of any kind. */
export function afterCall(payload: JsonObject, from: Origin, words: ToolWords): AgentInput | "undecodable" {
  const tool = callOf(payload, words);
  if (tool === undefined) return "undecodable";
  const results = RESULTS.map((name) => object(payload, name)).filter((result) => result !== undefined);
  const told = [payload, ...results];
  if (!told.some(tellsError)) return { is: "tool-finished", untold: true, from, tool, outcome: "ok" };
  const error = told.map((result) => text(result, "error_message", "error")).find((reason) => reason !== undefined);
  return { is: "tool-finished", untold: true, from, tool, outcome: "error", ...given("error", error) };
}

/** Where a result stands, each an object or its JSON text. */
const RESULTS = ["tool_output", "result_json", "tool_response"];

function tellsError(result: JsonObject): boolean {
  const { is_error, error, success, exit_code } = result;
  if (truthy(is_error) || truthy(error) || success === false) return true;
  return typeof exit_code === "number" && exit_code !== 0;
}

/** An edit that was made. */
export function afterEdit(payload: JsonObject, from: Origin, words: ToolWords): AgentInput | "undecodable" {
  const file_path = text(payload, "file_path");
  if (file_path === undefined) return "undecodable";
  const edits = list(payload, "edits").filter(isObject);
  const [only = {}] = edits;
  const input = edits.length === 1 ? { ...only, file_path } : { file_path, edits };
  return { is: "tool-finished", untold: true, from, tool: useOf("Edit", input, words), outcome: "ok" };
}

/** A person who interrupts or denies is no failure. */
export function failedCall(payload: JsonObject, from: Origin, words: ToolWords): AgentInput | "undecodable" {
  const tool = callOf(payload, words);
  if (tool === undefined) return "undecodable";
  const error = given("error", text(payload, "error_message", "error"));
  if (payload.is_interrupt === true) {
    return { is: "tool-finished", untold: true, from, tool, outcome: "interrupted", ...error };
  }
  const outcome = text(payload, "failure_type") === "permission_denied" ? "refused" : "error";
  return { is: "tool-finished", untold: true, from, tool, outcome, ...error };
}

/** Shell events name no tool but give the command. */
function callOf(payload: JsonObject, words: ToolWords): ToolUse | undefined {
  const named = toolUse(payload, words);
  const command = text(payload, "command");
  if (named !== undefined || command === undefined) return named;
  return useOf("Shell", { command }, words, text(payload, "tool_use_id"));
}

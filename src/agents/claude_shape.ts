// The reader of every agent that sends events in Claude Code's shape (`daemon.md` section 5, `agents.md` sections 0.2, 1).
// Pure: one event in, one Input out. Fields of the wrong type count as absent. What an agent does otherwise stands in its
// own file, before or after this.

import type { AgentInput, Origin, ToolUse, Waits } from "../domain/input.ts";
import { isObject, type JsonObject } from "../domain/json.ts";
import type { WaitKind } from "../domain/session.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent, ToolWords } from "./agent.ts";
import { cutStrings } from "../wire/cut.ts";
import { toolInput } from "../wire/fit.ts";
import { STRING_BYTES } from "../wire/limits.ts";
import { child, subagent } from "./child.ts";
import { given, list, object, text, truthy } from "./fields.ts";
import { notification } from "./notification.ts";
import { readOffer } from "./offer.ts";
import { originOf } from "./origin.ts";
import { prompted } from "./prompt.ts";
import { stopped } from "./stopped.ts";
import { COMPACTION, inWords, namedUse, targetOf, toolUse } from "./tool_use.ts";

/** One agent's way of speaking this shape. */
export type Dialect = Pick<Agent, "asks" | "tools"> & {
  /** Its own name. */
  readonly agent: string;
  /** It sends `permission_suggestions`, and takes one back as an answer. */
  readonly suggests?: true;
  /** Events that it is known to send and that change nothing. */
  readonly ignores?: readonly string[];
  /** Its own event names to Claude's, where more than the case of the first letter differs. */
  readonly events?: ReadonlyMap<string, string>;
  /** No request follows the tool start of a question: that alone tells of the wait. */
  readonly questionsByTool?: true;
  /** No event tells that its compaction is over. */
  readonly compactsUntold?: true;
};

/** One event of `agent`; without a usable session id, or of a name that nobody knows, it is undecodable. */
export function claudeShape(event: HookEvent, dialect: Dialect): AgentInput | "ignored" | "undecodable" {
  const from = originOf(event, dialect.agent, ["prompt_id", "turn_id"]);
  if (typeof from === "string") return from;
  return dialect.ignores?.includes(event.event) ? "ignored" : read(event, from, dialect);
}

function read(event: HookEvent, from: Origin, dialect: Dialect): AgentInput | "ignored" | "undecodable" {
  const payload = event.payload;
  const { tools } = dialect;
  const name = dialect.events?.get(event.event) ?? capital(event.event);
  switch (name) {
    case "SessionStart":
      return {
        is: "started",
        from,
        source: text(payload, "source") ?? "startup",
        ...given("model", text(payload, "model")),
      };
    case "UserPromptSubmit":
      return prompted(payload, from);
    case "PreToolUse":
      return beforeTool(event, from, dialect);
    case "PreCompact":
      return { is: "tool-started", from, tool: { ...COMPACTION, ...(dialect.compactsUntold ? { sign: true } : {}) } };
    case "PostToolUse":
      return afterTool(payload, from, tools, failed(payload) ? "error" : "ok");
    case "PostToolUseFailure":
      return afterTool(payload, from, tools, payload.is_interrupt === true ? "interrupted" : "error");
    case "PermissionDenied":
      return afterTool(payload, from, tools, "refused");
    case "PostToolBatch":
      return { is: "batch-finished", from, tools: batch(payload, tools) };
    case "PostCompact":
      return { is: "tool-finished", from, tool: COMPACTION, outcome: "ok" };
    case "PermissionRequest":
      return waits(event, from, dialect);
    case "Elicitation":
      return { is: "waits", from, wait: "question", text: text(payload, "message") ?? "Waiting for your input" };
    case "ElicitationResult":
      return { is: "tool-finished", from, tool: namedUse("MCP elicitation"), outcome: "ok" };
    case "Notification":
      return notification(payload, from);
    case "Stop":
      return stop(payload, from);
    case "StopFailure":
      return stopFailed(payload, from);
    case "Interrupt":
      return stopped(from, "user");
    case "SessionEnd":
      return { is: "ended", from, reason: text(payload, "reason") ?? "other" };
    case "CwdChanged":
      return { is: "meta", from };
    case "PostModelSwitch":
      return { is: "meta", from, ...given("model", text(payload, "to_model", "model")) };
    case "StatusLine":
      return sample(payload, from);
    default:
      return child(name, payload, from);
  }
}

/** The case of the first letter does not matter (`agents.md` 0.2). */
function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** A question that waits here does so through an `--ask` entry (`agents.md` 0.1), or in the terminal. */
function beforeTool(event: HookEvent, from: Origin, dialect: Dialect): AgentInput | "undecodable" {
  const tool = toolUse(event.payload, dialect.tools);
  if (tool === undefined) return "undecodable";
  const asks = event.wants_reply || dialect.questionsByTool === true;
  if (asks && tool.name === "AskUserQuestion") return waits(event, from, dialect);
  return { is: "tool-started", from, tool };
}

function afterTool(
  payload: JsonObject,
  from: Origin,
  words: ToolWords,
  outcome: "ok" | "error" | "refused" | "interrupted",
): AgentInput | "undecodable" {
  const tool = toolUse(payload, words);
  if (tool === undefined) return "undecodable";
  const error = errorText(payload) ?? errorText(object(payload, "tool_response", "toolResult") ?? {});
  return { is: "tool-finished", from, tool, outcome, ...(outcome === "ok" ? {} : given("error", error)) };
}

function failed(payload: JsonObject): boolean {
  if (truthy(payload.error)) return true;
  const response = payload.tool_response ?? payload.toolResult;
  if (!isObject(response)) return false; // a string or a list is no error
  return truthy(response.is_error) || truthy(response.interrupted) || truthy(response.error) ||
    response.success === false;
}

/** Kimi's error is an object with the words inside (`agents.md` section 10). */
function errorText(payload: JsonObject): string | undefined {
  return text(payload, "error") ?? text(object(payload, "error") ?? {}, "message");
}

function batch(payload: JsonObject, words: ToolWords): readonly ToolUse[] {
  return list(payload, "tool_calls").flatMap((call) => (isObject(call) ? toolUse(call, words) ?? [] : []));
}

/** A request for a call; it has an offer only where the agent can be answered. */
export function waits(event: HookEvent, from: Origin, dialect: Omit<Dialect, "agent">): Waits {
  const { asks, tools: words, suggests } = dialect;
  const { payload, exact, wants_reply } = event;
  // JSON text that the wire has cut is no JSON any more (Cursor's MCP input): then the exact one stands alone.
  const trimmed = toolInput(payload) ?? (exact && cutStrings(exact, STRING_BYTES));
  const seen = toolUse(payload, words);
  const tool = seen && exact ? { ...seen, target: targetOf(seen.name, inWords(exact, words)) } : seen;
  const hold = Object.hasOwn(asks, event.event) ? asks[event.event] : undefined;
  const suggestions = suggests && payload.permission_suggestions;
  const offer = wants_reply && hold !== undefined && tool && trimmed
    ? readOffer({ tool, words, trimmed, exact, hold, suggestions })
    : undefined;
  return {
    is: "waits",
    from,
    wait: waitKind(tool),
    ...given("text", tool && (tool.target ? `${tool.name} · ${tool.target}` : tool.name)),
    ...(tool ? { tool } : {}),
    ...(offer ? { offer } : {}),
  };
}

function waitKind(tool: ToolUse | undefined): WaitKind {
  if (tool?.name === "ExitPlanMode") return "plan";
  return tool?.name === "AskUserQuestion" ? "question" : "permission";
}

function stop(payload: JsonObject, from: Origin): AgentInput | "ignored" {
  // A Stop that carries an agent id is the child's (`daemon.md` D11).
  if (from.agentId !== undefined) return subagent(from, "done");
  const running = list(payload, "background_tasks").filter(isObject).filter((task) => task.status === "running");
  return {
    ...stopped(from, "ok", text(payload, "last_assistant_message")),
    background: running.map((task) => text(task, "id") ?? "?"),
    // Qwen's list has another name (`agents.md` section 4).
    recurring: list(payload, "session_crons").length + list(payload, "crons").length > 0,
  };
}

function stopFailed(payload: JsonObject, from: Origin): AgentInput {
  const error = errorText(payload);
  // Claude 2.1.332 says `unknown` and puts the words elsewhere (fixture life-apierror).
  const named = error === "unknown" ? undefined : error;
  const words = text(payload, "error_details") ?? named ?? text(payload, "last_assistant_message") ?? "Turn failed";
  if (/rate.?limit|usage.?limit/i.test(`${error ?? ""} ${words}`)) {
    return { is: "limited", from, text: words, over: true };
  }
  return stopped(from, "failed", words);
}

function sample(payload: JsonObject, from: Origin): AgentInput {
  const cost = object(payload, "cost")?.total_cost_usd;
  const limits = object(payload, "rate_limits");
  return { is: "sample", from, ...(typeof cost === "number" ? { cost } : {}), ...(limits ? { limits } : {}) };
}

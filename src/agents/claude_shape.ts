// The reader of every agent that sends events in Claude Code's shape (`daemon.md` section 5, `agents.md` sections 0.2, 1).
// Pure: one event in, one Input out. Fields of the wrong type count as absent.

import type { AgentInput, Origin, ToolUse } from "../domain/input.ts";
import { isObject, type JsonObject } from "../domain/json.ts";
import type { WaitKind } from "../domain/session.ts";
import type { HookEvent } from "../wire/event.ts";
import { HIDDEN_HOLD_MS, HOLD_MS, SESSION_ID_BYTES } from "../wire/limits.ts";
import { child, subagent } from "./child.ts";
import { given, list, object, text, truthy } from "./fields.ts";
import { notification } from "./notification.ts";
import { readOffer } from "./offer.ts";
import { COMPACTION, namedUse, targetOf, toolUse } from "./tool_use.ts";

const PROMPT_CHARACTERS = 4_000;

/** One event of `agent`; without a usable session id it is undecodable. */
export function claudeShape(event: HookEvent, agent: string): AgentInput | "ignored" | "undecodable" {
  // The desktop app's own chat runs that CLI: never a session, never a card (`protocol.md` section 5).
  if (event.zeca) return "ignored";
  const id = text(event.payload, "session_id", "sessionId", "conversation_id", "conversationId");
  if (id === undefined || bytesOf(id) > SESSION_ID_BYTES) return "undecodable";
  return read(event, origin(event, agent, id));
}

function origin(event: HookEvent, agent: string, id: string): Origin {
  const payload = event.payload;
  const call = text(payload, "tool_use_id", "toolUseId", "tool_call_id");
  const turn = text(payload, "prompt_id", "turn_id");
  // A turn id names an event only where a turn has one such event.
  const mark = call ?? (event.event === "UserPromptSubmit" ? turn : undefined);
  return {
    agent,
    session: `${agent}:${id}`,
    event: event.event,
    ...given("agentId", text(payload, "agent_id")),
    ...given("agentType", text(payload, "agent_type")),
    ...given("cwd", text(payload, "new_cwd", "cwd") ?? event.terminal?.cwd),
    ...given("mode", text(payload, "permission_mode")),
    ...given("turn", turn),
    ...given("mark", mark),
    ...(event.terminal?.pid === undefined ? {} : { pid: event.terminal.pid }),
  };
}

function read(event: HookEvent, from: Origin): AgentInput | "ignored" | "undecodable" {
  const payload = event.payload;
  switch (event.event) {
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
      return beforeTool(event, from);
    case "PreCompact":
      return { is: "tool-started", from, tool: COMPACTION };
    case "PostToolUse":
      return afterTool(payload, from, failed(payload) ? "error" : "ok");
    case "PostToolUseFailure":
      return afterTool(payload, from, payload.is_interrupt === true ? "interrupted" : "error");
    case "PermissionDenied":
      return afterTool(payload, from, "refused");
    case "PostToolBatch":
      return { is: "batch-finished", from, tools: batch(payload) };
    case "PostCompact":
      return { is: "tool-finished", from, tool: COMPACTION, outcome: "ok" };
    case "PermissionRequest":
      // A background subagent's dialog stays hidden while our hook waits (seen 2.1.332, ADR 7).
      return waits(event, from, from.agentId === undefined ? HOLD_MS : HIDDEN_HOLD_MS);
    case "Elicitation":
      return { is: "waits", from, wait: "question", text: text(payload, "message") ?? "Waiting for your input" };
    case "ElicitationResult":
      return { is: "tool-finished", from, tool: namedUse("MCP elicitation"), outcome: "ok" };
    case "Notification":
      return notification(payload, from);
    case "Stop":
      return stopped(payload, from);
    case "StopFailure":
      return stopFailed(payload, from);
    case "Interrupt":
      return { is: "stopped", from, how: "user", background: [], recurring: false };
    case "SessionEnd":
      return { is: "ended", from, reason: text(payload, "reason") ?? "other" };
    case "CwdChanged":
      return { is: "meta", from };
    case "PostModelSwitch":
      return { is: "meta", from, ...given("model", text(payload, "to_model", "model")) };
    case "StatusLine":
      return sample(payload, from);
    default:
      return child(event.event, payload, from);
  }
}

function prompted(payload: JsonObject, from: Origin): AgentInput {
  const words = text(payload, "prompt", "message") ?? "";
  // A finished background agent speaks to its own session (fixture life-subagent).
  const human = !words.startsWith("<task-notification>");
  return { is: "prompted", from, text: [...words].slice(0, PROMPT_CHARACTERS).join(""), human };
}

/** An `--ask` entry waits here with the question hidden until it ends (`agents.md` 0.1), hence the short hold. */
function beforeTool(event: HookEvent, from: Origin): AgentInput | "undecodable" {
  if (event.wants_reply && event.payload.tool_name === "AskUserQuestion") return waits(event, from, HIDDEN_HOLD_MS);
  const tool = toolUse(event.payload);
  return tool === undefined ? "undecodable" : { is: "tool-started", from, tool };
}

function afterTool(
  payload: JsonObject,
  from: Origin,
  outcome: "ok" | "error" | "refused" | "interrupted",
): AgentInput | "undecodable" {
  const tool = toolUse(payload);
  if (tool === undefined) return "undecodable";
  const error = text(payload, "error") ?? text(object(payload, "tool_response", "toolResult") ?? {}, "error");
  return { is: "tool-finished", from, tool, outcome, ...(outcome === "ok" ? {} : given("error", error)) };
}

function failed(payload: JsonObject): boolean {
  if (truthy(payload.error)) return true;
  const response = payload.tool_response;
  if (!isObject(response)) return false; // a string or a list is no error
  return truthy(response.is_error) || truthy(response.interrupted) || truthy(response.error) ||
    response.success === false;
}

function batch(payload: JsonObject): readonly ToolUse[] {
  return list(payload, "tool_calls").flatMap((call) => (isObject(call) ? toolUse(call) ?? [] : []));
}

function waits(event: HookEvent, from: Origin, hold: number): AgentInput {
  const trimmed = toolUse(event.payload);
  const tool = trimmed && event.exact ? { ...trimmed, target: targetOf(event.exact) } : trimmed;
  const offer = event.wants_reply ? readOffer(event.payload, event.exact, hold) : undefined;
  return {
    is: "waits",
    from,
    wait: waitKind(tool),
    ...given("text", tool && (tool.target ? `${tool.name} · ${tool.target}` : tool.name)),
    ...(tool ? { tool } : {}),
    ...(tool && offer ? { offer } : {}),
  };
}

function waitKind(tool: ToolUse | undefined): WaitKind {
  if (tool?.name === "ExitPlanMode") return "plan";
  return tool?.name === "AskUserQuestion" ? "question" : "permission";
}

function stopped(payload: JsonObject, from: Origin): AgentInput | "ignored" {
  // A Stop that carries an agent id is the child's (`daemon.md` D11).
  if (from.agentId !== undefined) return subagent(from, "done");
  const running = list(payload, "background_tasks").filter(isObject).filter((task) => task.status === "running");
  return {
    is: "stopped",
    from,
    how: "ok",
    ...given("text", text(payload, "last_assistant_message")),
    background: running.map((task) => text(task, "id") ?? "?"),
    recurring: list(payload, "session_crons").length > 0,
  };
}

function stopFailed(payload: JsonObject, from: Origin): AgentInput {
  const error = text(payload, "error");
  // Claude 2.1.332 says `unknown` and puts the words elsewhere (fixture life-apierror).
  const named = error === "unknown" ? undefined : error;
  const words = text(payload, "error_details") ?? named ?? text(payload, "last_assistant_message") ?? "Turn failed";
  if (/rate.?limit|usage.?limit/i.test(`${error ?? ""} ${words}`)) return { is: "limited", from, text: words };
  return { is: "stopped", from, how: "failed", text: words, background: [], recurring: false };
}

function sample(payload: JsonObject, from: Origin): AgentInput {
  const cost = object(payload, "cost")?.total_cost_usd;
  const limits = object(payload, "rate_limits");
  return { is: "sample", from, ...(typeof cost === "number" ? { cost } : {}), ...(limits ? { limits } : {}) };
}

function bytesOf(value: string): number {
  return new TextEncoder().encode(value).length;
}

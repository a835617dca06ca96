// agentica: what its events mean, and the bytes it reads back (`agents.md` section 11, `egress.md` section 11). Not run: all
// of it is read. Its own prompt stays on screen and has no time limit, so a card of ours has none.

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput, Origin, ToolUse } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { approvalOffer, DECIDES, previewMember, questionOffer } from "./agentica_offer.ts";
import { canonical } from "./canonical.ts";
import { given, list, object, text } from "./fields.ts";
import { originOf } from "./origin.ts";
import { prompted } from "./prompt.ts";
import { stopped } from "./stopped.ts";
import { targetOf, toolName, useOf } from "./tool_use.ts";

/** With `--approval` only; no limit anywhere (DESIGN section 7). */
export const asks: Agent["asks"] = { "needs.approval": null, "needs.input": null };

export const tools: Agent["tools"] = { names: new Map([["execute", "Bash"]]), members: new Map() };

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const transport = object(event.payload, "transport") ?? {};
  const from = originOf(event, "agentica", ["run_id"]);
  if (typeof from === "string") return from;
  const cwd = text(event.payload, "cwd") ?? text(transport, "cwd") ?? from.cwd;
  // `ppid` is agentica's own parent, a shell as a rule; the hook's parent is agentica itself (`egress.md` section 5).
  const pid = from.pid ?? (Number.isSafeInteger(transport.ppid) ? Number(transport.ppid) : undefined);
  return read(event, { ...from, ...given("cwd", cwd), ...(pid === undefined ? {} : { pid }) });
}

function read(event: HookEvent, from: Origin): AgentInput | "ignored" | "undecodable" {
  const { payload } = event;
  switch (event.event) {
    case "session.started":
      return started(payload, from);
    case "session.ended":
      return { is: "ended", from, reason: text(payload, "reason") ?? "other" };
    case "run.started":
      return prompted(payload, from);
    case "run.completed":
      return stopped(from, "ok", text(payload, "answer"));
    case "run.failed":
      return stopped(from, "failed", text(payload, "error") ?? "Turn failed");
    case "run.cancelled":
      return stopped(from, "user", text(payload, "reason"));
    case "tool.started":
      return startsTool(payload, from);
    case "tool.completed":
      return afterTool(payload, from);
    case "needs.approval":
      return needsApproval(event, from);
    case "needs.input":
      return needsInput(event, from);
    case "needs.resolved":
      return resolved(payload, from);
    default:
      return "undecodable";
  }
}

/** `new` is Claude's `startup`: it may be overtaken by what it starts (`egress.md` sections 11 and 12). */
function started(payload: JsonObject, from: Origin): AgentInput {
  const source = text(payload, "source") ?? "new";
  const model = given("model", text(payload, "model"));
  return { is: "started", from, source: source === "new" ? "startup" : source, ...model };
}

/** It comes around the real run: a refused call has none (`egress.md` section 2). */
function startsTool(payload: JsonObject, from: Origin): AgentInput | "undecodable" {
  const tool = callOf(payload);
  return tool === undefined ? "undecodable" : { is: "tool-started", from, tool, passed: true };
}

function afterTool(payload: JsonObject, from: Origin): AgentInput | "undecodable" {
  const tool = callOf(payload);
  if (tool === undefined) return "undecodable";
  if (payload.ok !== false) return { is: "tool-finished", from, tool, outcome: "ok" };
  return { is: "tool-finished", from, tool, outcome: "error", ...given("error", text(payload, "error")) };
}

/** Of a call only the preview is sent; for `execute` it is the command. */
function callOf(payload: JsonObject): ToolUse | undefined {
  const rawName = text(payload, "tool_name");
  if (rawName === undefined) return undefined;
  const preview = text(payload, "preview");
  const member = previewMember(toolName(rawName, tools));
  const tool = useOf(rawName, given(member, preview), tools, text(payload, "tool_call_id"));
  return { ...tool, target: targetOf(tool.name, given("command", preview)) };
}

function needsApproval({ payload, wants_reply }: HookEvent, from: Origin): AgentInput {
  const requestId = text(payload, "request_id");
  const tool = callOf(payload);
  const offer = wants_reply && requestId !== undefined && tool ? approvalOffer(payload, tool) : undefined;
  return {
    is: "waits",
    from,
    wait: "permission",
    ...given("text", tool && (tool.target ? `${tool.name} · ${tool.target}` : tool.name)),
    ...given("requestId", requestId),
    ...(tool ? { tool } : {}),
    ...(offer ? { offer } : {}),
  };
}

function needsInput({ payload, wants_reply }: HookEvent, from: Origin): AgentInput {
  const question = text(payload, "question");
  const requestId = text(payload, "request_id");
  const offer = wants_reply && requestId !== undefined ? questionOffer(payload) : undefined;
  return {
    is: "waits",
    from,
    wait: "question",
    ...given("text", question),
    ...given("requestId", requestId),
    tool: {
      name: "AskUserQuestion",
      rawName: "needs.input",
      target: targetOf("AskUserQuestion", given("query", question)),
      subject: canonical({ request: requestId ?? null, question: question ?? null }),
    },
    ...(offer ? { offer } : {}),
  };
}

function resolved(payload: JsonObject, from: Origin): AgentInput | "undecodable" {
  const requestId = text(payload, "request_id");
  if (requestId === undefined) return "undecodable";
  return { is: "resolved", from, requestId, ours: payload.decided_by === "hook" };
}

/** Each of the two requests, by its own name. */
export function fits({ event, raw }: Asked): Fits {
  if (text(raw, "request_id") === undefined) return "nothing";
  if (event === "needs.approval") return "decision";
  return event === "needs.input" ? "answer" : "nothing";
}

/** One line with the id as it was read. A deny's words cannot travel. */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  if (fits(asked) !== verdict.kind) return undefined;
  const request_id = text(asked.raw, "request_id") ?? "";
  if (verdict.kind === "answer") {
    const [answer, ...more] = verdict.answers;
    if (typeof answer !== "string" || answer.trim() === "" || more.length > 0) return undefined;
    return JSON.stringify({ request_id, answer });
  }
  const decision = verdict.choice ?? verdict.decision;
  const isOffered = DECIDES.get(decision) === verdict.decision && list(asked.raw, "options").includes(decision);
  if (!isOffered || verdict.suggestion !== undefined || verdict.mode !== undefined) return undefined;
  return JSON.stringify({ request_id, decision });
}

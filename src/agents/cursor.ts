// Cursor, its editor and its CLI: what its events mean, and the bytes it reads back (`agents.md` section 7, `daemon.md`
// section 5). Not run: all of it is read or told. Of what a payload holds, `user_email` is never looked at.

import { TITLE } from "../brand.ts";
import type { Verdict } from "../domain/effect.ts";
import type { AgentInput, Origin, Stopped } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";
import { toolInput } from "../wire/fit.ts";
import { HIDDEN_HOLD_MS } from "../wire/limits.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { answersInWords } from "./answers_in_words.ts";
import { subagent } from "./child.ts";
import { afterCall, afterEdit, failedCall, readsFile, startsCall } from "./cursor_calls.ts";
import { given, list, text } from "./fields.ts";
import { gate } from "./gate.ts";
import { originOf } from "./origin.ts";
import { prompted } from "./prompt.ts";
import { readQuestions } from "./questions.ts";
import { stopped } from "./stopped.ts";
import { namedUse, toolOf } from "./tool_use.ts";
import { yesOrNo } from "./yes_or_no.ts";

/** With `--approval` only; before Cursor's own check (`agents.md` 0.1). */
export const asks: Agent["asks"] = { preToolUse: HIDDEN_HOLD_MS };

export const tools: Agent["tools"] = {
  several: ["multiple"],
  spell: (name) => name.replace(/^MCP:([^:]+):(?=.)/, "mcp__$1__"),
  names: new Map([
    ["Shell", "Bash"],
    ["AwaitShell", "Bash"],
    ["Terminal", "Bash"],
    ["RunTerminalCommand", "Bash"],
    ["ReadFile", "Read"],
    ["StrReplace", "Edit"],
    ["ApplyPatch", "Edit"],
    ["SearchReplace", "Edit"],
    ["CreateFile", "Write"],
    ["ListDir", "Glob"],
    ["FileSearch", "Glob"],
    ["Ripgrep", "Grep"],
    ["FetchUrl", "WebFetch"],
    ["Subagent", "Task"],
    ["AskQuestion", "AskUserQuestion"],
  ]),
  members: new Map([
    ["path", "file_path"],
    ["target_file", "file_path"],
    ["file", "file_path"],
    ["absolute_path", "file_path"],
    ["filePath", "file_path"],
    ["old_str", "old_string"],
    ["new_str", "new_string"],
    ["contents", "content"],
  ]),
};

const NOTES = {
  permission: "Cursor's own check comes after an allow: it may still ask in its own window.",
  question: "Cursor takes no answers: they reach the agent as the words of a refusal, which ask it to go on.",
};

/** Cursor also runs Claude's hooks: the copy goes by Cursor's own name, so that it counts once (`daemon.md` section 4). */
const CLAUDES: ReadonlyMap<string, string> = new Map([
  ["SessionStart", "sessionStart"],
  ["UserPromptSubmit", "beforeSubmitPrompt"],
  ["PreToolUse", "preToolUse"],
  ["PostToolUse", "postToolUse"],
  ["PostToolUseFailure", "postToolUseFailure"],
  ["PreCompact", "preCompact"],
  ["SubagentStart", "subagentStart"],
  ["SubagentStop", "subagentStop"],
  ["Stop", "stop"],
  ["SessionEnd", "sessionEnd"],
]);

/** The editor's own completions, and its windows. */
const SILENT: ReadonlySet<string> = new Set(["workspaceOpen", "beforeTabFileRead", "afterTabFileEdit"]);

const RESPONSE_CHARACTERS = 220;

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const name = CLAUDES.get(event.event) ?? event.event;
  if (SILENT.has(name)) return "ignored";
  const from = originIn(event.payload, { ...event, event: name });
  return typeof from === "string" ? from : read(event, from);
}

/** A payload with neither its id nor its mark is another agent's. */
function originIn(payload: JsonObject, event: HookEvent): Origin | "ignored" | "undecodable" {
  const marked = text(payload, "cursor_version") !== undefined;
  const own = text(payload, "conversation_id") ?? (marked ? text(payload, "session_id") : undefined);
  // A child is its parent's.
  const parent = event.event.startsWith("subagent") ? text(payload, "parent_conversation_id") : undefined;
  const id = parent ?? own;
  if (id === undefined) return "undecodable";
  // `generation_id` changes within a turn, so it names none.
  const from = originOf({ ...event, payload: { ...payload, session_id: id } }, "cursor", []);
  if (typeof from === "string") return from;
  // Its hooks run in `~/.cursor`, so the hook's own folder says nothing.
  const { cwd: _hooks, ...rest } = from;
  const [root] = list(payload, "workspace_roots");
  return { ...rest, ...given("cwd", text(payload, "cwd") ?? (typeof root === "string" && root ? root : undefined)) };
}

function read(event: HookEvent, from: Origin): AgentInput | "ignored" | "undecodable" {
  const { payload } = event;
  switch (from.event) {
    case "sessionStart":
      return started(payload, from);
    case "beforeSubmitPrompt":
      return prompted(payload, from);
    case "preToolUse":
      return beforeTool(event, from);
    case "beforeShellExecution":
    case "beforeMCPExecution":
      return startsCall(payload, from, tools);
    case "beforeReadFile":
      return readsFile(payload, from, tools);
    case "afterAgentThought":
      return { is: "tool-started", from, tool: { ...namedUse("Thinking"), sign: true } };
    case "postToolUse":
    case "afterShellExecution":
    case "afterMCPExecution":
      return afterCall(payload, from, tools);
    case "afterFileEdit":
      return afterEdit(payload, from, tools);
    case "postToolUseFailure":
      return failedCall(payload, from, tools);
    case "afterAgentResponse":
      return { is: "meta", from, ...given("model", text(payload, "model")), ...given("text", response(payload)) };
    case "preCompact":
      return { is: "meta", from, ...given("model", text(payload, "model")) };
    case "subagentStart":
      return child(payload, from, "running");
    case "subagentStop":
      return child(payload, from, "done");
    case "stop":
      return over(payload, from);
    case "sessionEnd":
      return { is: "ended", from, reason: text(payload, "reason") ?? "other" };
    default:
      return "undecodable";
  }
}

/** A chat that only asks, or edits one file, is the person's own talk with the editor: not shown (`daemon.md` section 5). */
function started(payload: JsonObject, from: Origin): AgentInput {
  const mode = text(payload, "composer_mode");
  const unseen = mode === "ask" || mode === "edit";
  const model = given("model", text(payload, "model"));
  return { is: "started", from, source: "startup", ...model, ...(unseen ? { unseen } : {}) };
}

function beforeTool(event: HookEvent, from: Origin): AgentInput | "undecodable" {
  const input = gate(event, from, { asks, tools });
  if (typeof input === "string" || input.is !== "waits" || !input.offer) return input;
  const { offer, wait } = input;
  const note = wait === "question" ? NOTES.question : NOTES.permission;
  if (offer.questions === undefined) return { ...input, offer: { ...offer, note } };
  const title = text(offer.input, "title") ?? "";
  const questions = offer.questions.map((question) => ({ ...question, header: question.header || title }));
  return { ...input, offer: { ...offer, questions, note } };
}

function response(payload: JsonObject): string | undefined {
  const words = text(payload, "text");
  return words && [...words.slice(0, RESPONSE_CHARACTERS * 2)].slice(0, RESPONSE_CHARACTERS).join("");
}

function child(payload: JsonObject, from: Origin, state: "running" | "done"): AgentInput | "ignored" {
  const agentId = given("agentId", text(payload, "subagent_id"));
  return subagent({ ...from, ...agentId, ...given("agentType", text(payload, "subagent_type")) }, state);
}

const ENDINGS: ReadonlyMap<string | undefined, Stopped["how"]> = new Map([["error", "failed"], ["aborted", "user"]]);

function over(payload: JsonObject, from: Origin): AgentInput {
  const how = ENDINGS.get(text(payload, "status")) ?? "ok";
  return stopped(from, how, how === "failed" ? "Turn failed" : undefined);
}

/** The gate takes a decision, a question its answers. */
export function fits({ event, raw }: Asked): Fits {
  const tool = event === "preToolUse" ? toolOf(raw, tools) : undefined;
  if (tool === undefined || tool === "ExitPlanMode") return "nothing";
  return tool === "AskUserQuestion" ? "answer" : "decision";
}

/** The line to print, without its newline; never `ask`. Without one the hook ends with code 1 (R1). */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  if (fits(asked) !== verdict.kind) return undefined;
  if (verdict.kind === "answer") return answered(verdict.answers, asked.raw);
  const said = yesOrNo(verdict);
  if (said === undefined) return undefined;
  return said.behavior === "allow"
    ? JSON.stringify({ permission: "allow", user_message: `Allowed from ${TITLE}` })
    : denied(said.message, said.message);
}

function answered(answers: readonly (string | readonly string[])[], raw: JsonObject): string | undefined {
  const words = answersInWords(answers, readQuestions(toolInput(raw)?.questions, tools));
  return words && denied(`Answered from ${TITLE}.`, words);
}

function denied(user_message: unknown, agent_message: unknown): string {
  return JSON.stringify({ permission: "deny", user_message, agent_message });
}

// OpenCode's events in Claude's words (`agents.md` section 3; fixtures/agents/opencode). One event gives at most one
// hook; everything that is not named here is dropped before anything is started. What has another shape than expected
// counts as absent.

import { given, list, text } from "../../../src/agents/fields.ts";
import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";
import { readAsked, readOver } from "./asked.ts";
import { TEXT_CHARACTERS } from "./limits.ts";
import { callKey, memory, type Session } from "./memory.ts";
import type { Step } from "./step.ts";
import { isChild, type Place, tell, tellEnd } from "./tell.ts";

/** The plugin's own hooks that are read. */
export const HOOKS = ["event", "chat.message", "tool.execute.before", "tool.execute.after"] as const;
export type HookName = typeof HOOKS[number];

export type Read = (hook: HookName, input: unknown, output?: unknown) => Step | undefined;

/** A reader with its memory; `directory` is where OpenCode runs, `asks` whether requests wait. */
export function reader(directory: string | undefined, asks = true): Read {
  const known = memory();
  return (hook, input, output) => {
    if (!isObject(input)) return undefined;
    const place = { known, directory, asks };
    switch (hook) {
      case "event":
        return isObject(input.event) ? readEvent(input.event, place) : undefined;
      case "chat.message":
        return prompted(input, isObject(output) ? output : {}, place);
      case "tool.execute.before":
        return toolStarted(input, isObject(output) ? output : {}, place);
      case "tool.execute.after":
        return toolEnded(input, place);
    }
  };
}

function readEvent(event: JsonObject, place: Place): Step | undefined {
  const { type, properties } = event;
  if (!isObject(properties)) return undefined;
  switch (type) {
    case "session.created":
      return created(properties, place);
    case "session.updated":
      place.known.learn(properties.info);
      return undefined;
    case "message.part.updated":
      return isObject(properties.part) ? partUpdated(properties.part, place) : undefined;
    case "permission.asked":
    case "permission.v2.asked":
    case "question.asked":
    case "question.v2.asked":
      return readAsked(type, properties, place);
    case "permission.replied":
    case "permission.v2.replied":
    case "question.replied":
    case "question.v2.replied":
    case "question.rejected":
    case "question.v2.rejected":
      return readOver(type, properties, place);
    case "session.status":
      return isObject(properties.status) && properties.status.type === "idle" ? idle(properties, place) : undefined;
    case "session.idle":
      return idle(properties, place);
    case "session.error":
      return failed(properties, place);
    case "session.deleted":
      return deleted(properties, place);
    default:
      return undefined;
  }
}

function created({ info }: JsonObject, place: Place): Step | undefined {
  const session = place.known.learn(info);
  if (session === undefined || !isObject(info)) return undefined;
  if (isChild(session)) return childStarted(session, place);
  return tell("SessionStart", session, { source: "startup", ...given("model", modelOf(info.model)) }, place);
}

function childStarted(session: Session, place: Place): Step | undefined {
  if (session.running) return undefined;
  session.running = true;
  return tell("SubagentStart", session, {}, place);
}

function modelOf(model: Json | undefined): string | undefined {
  if (!isObject(model)) return undefined;
  const id = text(model, "id", "modelID");
  const provider = text(model, "providerID");
  return id === undefined || provider === undefined ? id : `${provider}/${id}`;
}

/** The prompt of a child is its parent's, no person's. */
function prompted(input: JsonObject, output: JsonObject, place: Place): Step | undefined {
  const id = text(input, "sessionID");
  if (id === undefined) return undefined;
  const session = place.known.session(id);
  delete session.words;
  if (isChild(session)) return childStarted(session, place);
  session.running = true;
  // What OpenCode adds itself, such as a file's content, is marked.
  const parts = list(output, "parts").filter(isObject).filter((part) => !part.synthetic && !part.ignored);
  const prompt = parts.flatMap((part) => part.type === "text" ? text(part, "text") ?? [] : []).join("\n");
  const message = isObject(output.message) ? text(output.message, "id") : undefined;
  const named = text(input, "messageID") ?? message ?? parts.map((part) => text(part, "messageID")).find(Boolean);
  return tell("UserPromptSubmit", session, { prompt, ...given("prompt_id", named) }, place);
}

function toolStarted(input: JsonObject, output: JsonObject, place: Place): Step | undefined {
  const call = readCall(input, place);
  if (call === undefined) return undefined;
  call.session.running = true;
  place.known.calls.started(call.key, { output, refused: false });
  // The question itself is told by question.asked.
  if (call.tool === "question") return undefined;
  return tell("PreToolUse", call.session, toolMembers(call, output.args), place);
}

function toolEnded(input: JsonObject, place: Place): Step | undefined {
  const call = readCall(input, place);
  const started = call && place.known.calls.ended(call.key);
  if (call === undefined || started === undefined) return undefined;
  return tell("PostToolUse", call.session, toolMembers(call, input.args ?? started.output.args), place);
}

type CallOf = { readonly session: Session; readonly key: string; readonly id: string; readonly tool: string };

function readCall(input: JsonObject, place: Place): CallOf | undefined {
  const session = text(input, "sessionID");
  const id = text(input, "callID");
  const tool = text(input, "tool");
  if (session === undefined || id === undefined || tool === undefined) return undefined;
  return { session: place.known.session(session), key: callKey(session, id), id, tool };
}

function toolMembers({ tool, id }: CallOf, args: Json | undefined): JsonObject {
  return { tool_name: tool, tool_input: isObject(args) ? args : {}, tool_use_id: id };
}

function partUpdated(part: JsonObject, place: Place): Step | undefined {
  if (part.type === "text") return textUpdated(part, place);
  if (part.type !== "tool" || !isObject(part.state) || part.state.status !== "error") return undefined;
  const call = readCall(part, place);
  const started = call && place.known.calls.ended(call.key);
  if (call === undefined || started === undefined) return undefined;
  const members = toolMembers(call, part.state.input ?? started.output.args);
  const event = started.refused ? "PermissionDenied" : "PostToolUseFailure";
  return tell(event, call.session, { ...members, error: text(part.state, "error") ?? "Tool failed" }, place);
}

/** A text that has ended is the assistant's: a prompt's part has no time. */
function textUpdated(part: JsonObject, { known }: Place): undefined {
  const id = text(part, "sessionID");
  const words = text(part, "text");
  const ended = isObject(part.time) && typeof part.time.end === "number";
  if (id === undefined || words === undefined || !ended) return undefined;
  known.session(id).words = cut(words);
}

function cut(words: string): string {
  return [...words.slice(0, TEXT_CHARACTERS * 2)].slice(0, TEXT_CHARACTERS).join("");
}

/** OpenCode says it twice, as a status and as an event. */
function idle(properties: JsonObject, place: Place): Step | undefined {
  const session = stopping(properties, place);
  if (session === undefined || !session.running) return undefined;
  session.running = false;
  if (isChild(session)) return tellEnd("SubagentStop", session, {}, place);
  return tellEnd("Stop", session, given("last_assistant_message", session.words), place);
}

function stopping(properties: JsonObject, { known }: Place): Session | undefined {
  const id = text(properties, "sessionID");
  return id === undefined ? undefined : known.session(id);
}

/** The idle that follows is no Stop: it would make the failure a success. */
function failed(properties: JsonObject, place: Place): Step | undefined {
  const session = stopping(properties, place);
  if (session === undefined) return undefined;
  const ran = session.running;
  session.running = false;
  if (isChild(session)) return ran ? tellEnd("SubagentStop", session, {}, place) : undefined;
  const error = isObject(properties.error) ? properties.error : {};
  // A person's Esc is an error of this name in the program's own types (1.18.33), and no failure.
  if (error.name === "MessageAbortedError") return tellEnd("Interrupt", session, {}, place);
  const data = isObject(error.data) ? error.data : {};
  const why = text(data, "message") ?? text(error, "message", "name") ?? "Turn failed";
  return tellEnd("StopFailure", session, { error: cut(why) }, place);
}

function deleted(properties: JsonObject, place: Place): Step | undefined {
  const session = place.known.learn(properties.info) ?? stopping(properties, place);
  if (session === undefined) return undefined;
  place.known.forget(session.id);
  if (!isChild(session)) return tellEnd("SessionEnd", session, { reason: "deleted" }, place);
  return session.running ? tellEnd("SubagentStop", session, {}, place) : undefined;
}

// OpenCode's requests: permissions and questions, and their ends. A card shows all that "once" lets run: the call's own
// arguments, what the permission says of them (an edit's diff), and its patterns (R7). Where nothing is answered from here,
// each is a notice instead.

import { given, list, text } from "../../../src/agents/fields.ts";
import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";
import { callKey } from "./memory.ts";
import type { Step } from "./step.ts";
import { type Place, relayOf, tell } from "./tell.ts";

/** `permission.asked` and `question.asked`, under either name; each id once (`agents.md` section 3). */
export function readAsked(type: string, properties: JsonObject, place: Place): Step | undefined {
  const { known } = place;
  const id = text(properties, "id");
  const sessionId = text(properties, "sessionID");
  if (id === undefined || sessionId === undefined || !isPathPart(id) || !isPathPart(sessionId)) return undefined;
  const kind = type.startsWith("question") ? "question" : "permission";
  const callId = callOf(properties);
  const key = callId === undefined ? undefined : callKey(sessionId, callId);
  const call = key === undefined ? undefined : known.calls.get(key);
  const asked = kind === "question" ? question(properties) : permission(properties, call?.output.args);
  if (asked === undefined || !known.requests.asked(id, { session: sessionId, ...given("call", key) })) return undefined;
  const session = known.session(sessionId);
  session.running = true;
  if (!place.asks) return tell("Notification", session, notice(asked), place);
  // Without the call's arguments nobody can see what would run.
  const unknown = kind === "permission" && call === undefined ? { arguments_known: false } : {};
  const members = { ...asked.members, ...given("tool_use_id", callId), request_id: id, ...unknown };
  const url = `${type.includes(".v2.") ? `/api/session/${sessionId}` : ""}/${kind}/${id}/reply`;
  const request = { id, url, ...(asked.questions === undefined ? {} : { questions: asked.questions }) };
  return { relay: { ...relayOf(asked.event, session, members, place), request } };
}

/** What is asked, in Claude's words. */
type Asked = {
  readonly event: string;
  readonly members: JsonObject;
  readonly questions?: number;
  /** The same in a few words. */
  readonly words: string;
};

/** In the words of Claude's own notices, by which the daemon knows a wait (`agents.md` section 1). */
function notice({ questions, words }: Asked): JsonObject {
  const type = questions === undefined ? "permission_prompt" : "agent_needs_input";
  return { notification_type: type, message: words };
}

/** The ids become parts of a path. */
function isPathPart(id: string): boolean {
  return /^[\w-]+$/.test(id);
}

/** `…replied` and `…rejected`: whoever answered, nobody need wait any longer. */
export function readOver(type: string, properties: JsonObject, { known }: Place): Step | undefined {
  const id = text(properties, "requestID");
  if (id === undefined) return undefined;
  const call = known.calls.get(known.requests.get(id)?.call ?? "");
  const refused = type.endsWith(".rejected") || properties.reply === "reject";
  if (call !== undefined && refused) call.refused = true;
  return { over: [id] };
}

/** The call's id stands in `tool`; in the second version's permissions in `source` (the program's types, 1.18.33). */
function callOf({ tool, source }: JsonObject): string | undefined {
  return (isObject(tool) ? text(tool, "callID") : undefined) ?? (isObject(source) ? text(source, "callID") : undefined);
}

/** The second version says `action`, `resources` and `save` for `permission`, `patterns` and `always`. */
function permission(properties: JsonObject, args: Json | undefined): Asked | undefined {
  const name = text(properties, "permission", "action");
  if (name === undefined) return undefined;
  const metadata = isObject(properties.metadata) ? properties.metadata : {};
  const patterns = [...list(properties, "patterns"), ...list(properties, "resources")];
  const always = [...list(properties, "always"), ...list(properties, "save")];
  const input = beside(isObject(args) ? args : {}, metadata, patterns);
  const members = { tool_name: name, tool_input: input, always };
  return { event: "PermissionRequest", members, words: [name, patterns.join(", ")].filter(Boolean).join(" · ") };
}

/** All three, whole: nothing that the request says takes the place of an argument, which the model chose. */
function beside(args: JsonObject, metadata: JsonObject, patterns: readonly Json[]): JsonObject {
  const clash = Object.keys(metadata).some((name) => {
    return name === "patterns" ||
      (Object.hasOwn(args, name) && JSON.stringify(args[name]) !== JSON.stringify(metadata[name]));
  });
  if (!clash && !Object.hasOwn(args, "patterns")) return { ...args, ...metadata, patterns: [...patterns] };
  return { arguments: args, metadata, patterns: [...patterns] };
}

function question(properties: JsonObject): Asked | undefined {
  const questions = list(properties, "questions");
  if (questions.length === 0) return undefined;
  const members = { tool_name: "AskUserQuestion", tool_input: { questions } };
  const words = questions.filter(isObject).flatMap((asked) => text(asked, "question") ?? []).join(" ");
  return { event: "PreToolUse", members, questions: questions.length, words };
}

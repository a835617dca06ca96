// Whose payload it is, by marks that only one agent's payloads bear (`agents.md` 14.1; first match wins). Marks that the
// wire drops, such as a transcript's path, are not looked for.

import { isObject, type JsonObject } from "../domain/json.ts";

/** The agent's own name; `undefined` when nothing tells. `event` is the event's name. */
export function markOf(payload: JsonObject, event: string): string | undefined {
  return MARKS.find(([, isMarked]) => isMarked(payload, event))?.[0];
}

const MARKS: readonly (readonly [string, (payload: JsonObject, event: string) => boolean])[] = [
  ["cursor", ({ cursor_version }) => isText(cursor_version)],
  ["grok", ({ hookEventName, workspaceRoot }) => isText(hookEventName) && isText(workspaceRoot)],
  ["kimi", ({ client_type }) => client_type === "kimi_code_cli"],
  ["agentica", ({ transport }, event) => isObject(transport) && event.includes(".")],
  ["antigravity", ({ conversationId, workspacePaths }) => isText(conversationId) && Array.isArray(workspacePaths)],
  ["copilot", ({ sessionId, timestamp }) => isText(sessionId) && typeof timestamp === "number"],
  ["qwen", (payload) => isQwens(payload)],
];

function isQwens({ prompt_id, tool_call_id, tool_use_id }: JsonObject): boolean {
  if (typeof prompt_id === "string" && /^[^#]+#{8}\d+$/.test(prompt_id)) return true;
  return isText(tool_call_id) && isText(tool_use_id);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

// The bytes of Claude's `PermissionRequest`, which Claude Code, Codex and Qwen Code read (`protocol.md` section 10).

import { TITLE } from "../brand.ts";
import type { JsonObject } from "../domain/json.ts";

/** One line, without its newline. Key order is part of the bytes. */
export function permissionAnswer(decision: JsonObject): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PermissionRequest", decision } });
}

/** A deny with the human's words, or with ours. */
export function denial(message: string | undefined): JsonObject {
  return { behavior: "deny", message: message || `Denied from ${TITLE}` };
}

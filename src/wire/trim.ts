// Steps 3 to 7 of trimming (`protocol.md` section 6): of what a tool gave back only its error and its patch go on the
// wire, paths of transcripts do not, long strings are cut.

import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import { cut, cutStrings } from "./cut.ts";
import { PATCH_BYTES, PATCH_LINES, STRING_BYTES } from "./limits.ts";

/** The payload that travels; `raw` is left as it is. */
export function trim(raw: JsonObject, event: string): JsonObject {
  // Cursor names its user: that goes nowhere (`agents.md` section 7).
  const { user_email: _0, transcript_path: _1, transcriptPath: _2, artifactDirectoryPath: _3, ...others } = raw;
  const { tool_response, ...rest } = others;
  const kept = isObject(tool_response) ? keptResponse(tool_response, event) : {};
  const payload = cutStrings(Object.keys(kept).length > 0 ? { ...rest, tool_response: kept } : rest, STRING_BYTES);
  return event === "PostToolUse" ? withPatch(payload, raw) : payload;
}

function keptResponse({ error, structuredPatch }: JsonObject, event: string): JsonObject {
  const kept: JsonObject = {};
  if (error !== undefined && error !== null) kept.error = error;
  if (event === "PostToolUse" && Array.isArray(structuredPatch)) Object.assign(kept, firstLines(structuredPatch));
  return kept;
}

/** An empty patch means a new file, so it stays; no patch means that none is known. */
function firstLines(hunks: Json[]): JsonObject {
  const kept: Json[] = [];
  let left = PATCH_LINES;
  for (const hunk of hunks) {
    if (!isObject(hunk) || !Array.isArray(hunk.lines)) continue;
    if (hunk.lines.length > left) {
      if (left > 0) kept.push({ ...hunk, lines: hunk.lines.slice(0, left) });
      return { structuredPatch: kept, cut: true };
    }
    kept.push(hunk);
    left -= hunk.lines.length;
  }
  return { structuredPatch: kept };
}

/** What `apply_patch` wrote keeps more of its text than other commands, whatever the agent. */
function withPatch(payload: JsonObject, raw: JsonObject): JsonObject {
  const { tool_name, tool_input } = raw;
  if (tool_name !== "apply_patch" || !isObject(tool_input) || !isObject(payload.tool_input)) return payload;
  if (typeof tool_input.command !== "string") return payload;
  payload.tool_input.command = cut(tool_input.command, PATCH_BYTES);
  return payload;
}

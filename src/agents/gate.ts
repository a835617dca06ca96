// A gate: an agent's event before every call, whether the agent would ask a person or not (Grok, Cursor). What it would not
// ask about passes in silence, never with an allow (R2; `approvals.md` 1.4, step 8).

import type { AgentInput, Origin, ToolUse } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import type { Agent } from "./agent.ts";
import { waits } from "./claude_shape.ts";
import { toolUse } from "./tool_use.ts";

/** Tools that change nothing (`approvals.md` 1.4). */
const READ_ONLY: ReadonlySet<string> = new Set([
  "Read",
  "Glob",
  "Grep",
  "LS",
  "WebFetch",
  "WebSearch",
  "ToolSearch",
  "TodoWrite",
  "NotebookRead",
]);

/** The call that starts here; a request as well where the event waits and a person is to be asked. */
export function gate(
  event: HookEvent,
  from: Origin,
  dialect: Pick<Agent, "asks" | "tools">,
): AgentInput | "undecodable" {
  const tool = toolUse(event.payload, dialect.tools);
  if (tool === undefined) return "undecodable";
  if (!event.wants_reply || wouldNotAsk(tool, from)) return { is: "tool-started", from, tool };
  const { offer, ...request } = waits(event, from, dialect);
  if (offer !== undefined) return { ...request, starts: true, offer };
  // A question that cannot be shown is still one: it waits in the agent's own window.
  return request.wait === "question" ? { ...request, starts: true } : { is: "tool-started", from, tool };
}

/** A plan is for the agent's own window to approve: there is no answer that would. */
function wouldNotAsk(tool: ToolUse, from: Origin): boolean {
  return READ_ONLY.has(tool.name) || tool.name === "ExitPlanMode" || from.mode === "bypassPermissions";
}

// One agent event as history keeps it: names and redacted, bounded texts; never an input or an output (R6).

import type { EventRow } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { clipSummary, clipTarget, clipText } from "./clip.ts";

/** The row of an event; status line samples have none. */
export function eventRow(input: AgentInput, now: Millis): EventRow | undefined {
  if (input.is === "sample") return undefined;
  const { from } = input;
  const tool = "tool" in input ? input.tool : undefined;
  const text = textOf(input);
  return {
    at: now,
    session: from.session,
    agent: from.agent,
    event: clipSummary(from.event),
    is: input.is,
    ...(from.agentId === undefined ? {} : { agentId: from.agentId }),
    ...(tool === undefined ? {} : { tool: tool.name, target: clipTarget(tool.target) }),
    ...(text === undefined ? {} : { text }),
  };
}

function textOf(input: AgentInput): string | undefined {
  switch (input.is) {
    case "prompted":
    case "limited":
      return clipText(input.text);
    case "stopped":
      return input.text === undefined ? undefined : clipText(input.text);
    case "tool-finished":
      return input.error === undefined ? undefined : clipSummary(input.error);
    case "ended":
      return clipSummary(input.reason);
    case "started":
      return clipSummary(input.source);
    case "child":
      return clipSummary(`${input.child.name}: ${input.state}`);
    case "meta":
      return input.text === undefined ? undefined : clipSummary(input.text);
    case "resolved":
      return input.ours ? "by our answer" : "elsewhere";
    case "waits":
      return input.tool === undefined && input.text !== undefined ? clipSummary(input.text) : undefined;
    default:
      return undefined;
  }
}

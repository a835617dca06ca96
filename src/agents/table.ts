// The agents the daemon knows. The hook never loads this file: it imports the one agent it needs.

import type { HookEvent } from "../wire/event.ts";
import type { Agent } from "./agent.ts";
import * as claude from "./claude.ts";
import * as other from "./other.ts";

/** The adapter of an event's agent. Kinds without one of their own are read like any other tool, and never answered. */
export function agentFor(event: HookEvent): Agent {
  return event.agent === "claude" ? claude : other;
}

// The agents the daemon knows, and whose event is whose. The hook never loads this file: it imports the one agent it
// needs.

import type { AgentInput } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import { plain } from "../wire/plain.ts";
import type { Agent } from "./agent.ts";
import * as agentica from "./agentica.ts";
import { knownAgent } from "./aliases.ts";
import * as antigravity from "./antigravity.ts";
import * as claude from "./claude.ts";
import * as codex from "./codex.ts";
import * as copilot from "./copilot.ts";
import * as cursor from "./cursor.ts";
import * as droid from "./droid.ts";
import * as grok from "./grok.ts";
import * as kimi from "./kimi.ts";
import { markOf } from "./marks.ts";
import * as opencode from "./opencode.ts";
import * as other from "./other.ts";
import * as qwen from "./qwen.ts";

/** By the agent's own name. */
export const AGENTS: ReadonlyMap<string, Agent> = new Map<string, Agent>([
  ["claude", claude],
  ["codex", codex],
  ["opencode", opencode],
  ["qwen", qwen],
  ["copilot", copilot],
  ["grok", grok],
  ["cursor", cursor],
  ["antigravity", antigravity],
  ["droid", droid],
  ["kimi", kimi],
  ["agentica", agentica],
]);

/** The adapter of the agent that an event names; a tool without one is read like any other, and never answered. */
export function agentFor(event: HookEvent): Agent {
  return AGENTS.get(nameOf(event)) ?? other;
}

/**
 * The reading of an event. Cursor, Grok and others also run the hooks of Claude Code: their payloads count as their own
 * and are never answered there. Under any other name a foreign payload is a wiring fault, and not understood (ADR 8).
 */
export function readEvent(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const name = nameOf(event);
  const marked = event.zeca ? undefined : markOf(event.payload, event.event);
  if (marked === undefined || marked === name || !AGENTS.has(name)) return agentFor(event).toInput(event);
  return name === "claude" ? AGENTS.get(marked)?.toInput(plain(event)) ?? "undecodable" : "undecodable";
}

/** The agent's own name, whichever of its names was given (`daemon.md` section 4). */
function nameOf({ agent, agent_name }: HookEvent): string {
  const given = agent_name ?? agent;
  return knownAgent(given) ?? given;
}

// The names a caller of the loopback routes may give an agent (`daemon.md` section 4). Any other name is taken as it is.

import { type AgentName, agentName } from "../wire/agent_name.ts";

/** First the agent's own name, then what else is accepted for it. */
const ALIASES: readonly (readonly string[])[] = [
  ["claude", "claudecode", "claude-code", ""],
  ["codex"],
  ["opencode"],
  ["qwen", "qwen-code", "qwencode"],
  ["copilot", "githubcopilot", "github-copilot"],
  ["cursor", "cursor-agent", "cursoragent"],
  ["grok", "grok-build", "grokbuild"],
  ["agentica"],
  // Leftovers of the Gemini CLI post under its old name; on the command line that name sends nothing.
  ["antigravity", "agy", "gemini"],
  ["droid", "factory", "factory-droid"],
  ["kimi", "kimi-code", "kimicode"],
];

/** Who sends, by the name in the query; a name that cannot travel is shown as Claude Code. */
export function sourceOf(name: string | undefined): AgentName {
  const asked = (name ?? "").toLowerCase();
  const source = agentName(knownAgent(asked) ?? asked);
  return source.kind === "other" && source.name === undefined ? { kind: "claude" } : source;
}

/** The agent's own name for a name of the table. */
export function knownAgent(name: string | undefined): string | undefined {
  const asked = (name ?? "").toLowerCase();
  return ALIASES.find((names) => names.includes(asked))?.[0];
}

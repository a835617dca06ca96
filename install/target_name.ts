// The agents that the installer wires, in the order in which it names them (`installer.md` section 6).

/** Every agent with a target. */
export const TARGETS = [
  "claude",
  "codex",
  "grok",
  "cursor",
  "opencode",
  "antigravity",
  "qwen",
  "copilot",
  "droid",
  "kimi",
  "agentica",
] as const;

export type TargetName = typeof TARGETS[number];

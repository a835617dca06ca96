// What of each agent can be answered from here, by version (`agents.md` 0.1): the table that `status` shows. It says what was
// seen of the agent; what an entry on disk makes of it is another question.

import { CLAUDE_ANSWERED, CLAUDE_QUESTIONS_ANSWERED, isAtLeast, type Version } from "./claude_version.ts";
import type { TargetName } from "./target_name.ts";

export type Answerable = "permissions" | "plans" | "questions" | "tool calls";

export type Capability = {
  /** The version it was tried with; absent = only its documentation was read. */
  readonly seen?: string;
  readonly answers: readonly Answerable[];
  /** Where a person is asked, by the agent's own names. */
  readonly at: readonly string[];
  /** Its own dialog while a card is open: where it is hidden, a card is held for a shorter time. */
  readonly dialog?: "on screen" | "hidden";
  /** What a person should know, in one line. */
  readonly note?: string;
};

/** What can be answered; without a version, of the versions in use. Only Claude's differ. */
export function capability(agent: TargetName, version?: Version): Capability {
  if (agent !== "claude") return CAPABILITIES[agent];
  const row = version === undefined ? CLAUDE_UNKNOWN : CLAUDE.find(({ from }) => isAtLeast(version, from));
  return row ?? CLAUDE_NEVER;
}

/** The same in words, for one line of `status`. */
export function capabilityText({ answers, dialog, note }: Capability): string {
  const what = answers.length === 0 ? "shown only" : `answers ${answers.join(", ")}`;
  const where = dialog === "hidden" ? "its own dialog waits meanwhile" : undefined;
  return [what, where, note].filter(Boolean).join("; ");
}

const SEEN_CLAUDE = "2.1.332";
const CLAUDE_NEVER: Capability = {
  seen: SEEN_CLAUDE,
  answers: [],
  at: [],
  note: `answers need Claude Code ${CLAUDE_ANSWERED.join(".")} or later`,
};
const CLAUDE_BEFORE: Capability = {
  seen: SEEN_CLAUDE,
  answers: ["permissions", "plans", "questions"],
  at: ["PermissionRequest", "PreToolUse"],
  dialog: "on screen",
  note: "hidden while a question waits",
};
const CLAUDE_UNKNOWN: Capability = { ...CLAUDE_BEFORE, note: "hidden while a question waits; version unknown" };
/** Newest first. */
const CLAUDE: readonly (Capability & { readonly from: Version })[] = [
  {
    from: CLAUDE_QUESTIONS_ANSWERED,
    seen: SEEN_CLAUDE,
    answers: ["permissions", "plans", "questions"],
    at: ["PermissionRequest"],
    dialog: "on screen",
  },
  { from: CLAUDE_ANSWERED, ...CLAUDE_BEFORE },
];

const CAPABILITIES: Readonly<Record<Exclude<TargetName, "claude">, Capability>> = {
  codex: {
    seen: "0.171.0",
    answers: ["permissions"],
    at: ["PermissionRequest"],
    dialog: "hidden",
    note: "its hooks run only once you trust them",
  },
  grok: {
    seen: "1.0.41",
    answers: ["tool calls"],
    at: ["PreToolUse"],
    dialog: "hidden",
    note: "a deny is final; after an allow its own dialog may still ask",
  },
  cursor: { answers: ["tool calls", "questions"], at: ["preToolUse"], dialog: "hidden" },
  opencode: {
    seen: "1.18.33",
    answers: ["permissions", "questions"],
    at: ["PermissionRequest", "PreToolUse"],
    dialog: "on screen",
  },
  antigravity: { answers: [], at: [], note: "it honours no grant" },
  qwen: {
    seen: "0.24.4",
    answers: ["permissions"],
    at: ["PermissionRequest"],
    dialog: "hidden",
    note: "questions and plans are answered in its terminal",
  },
  copilot: {
    seen: "1.0.102",
    answers: ["permissions"],
    at: ["permissionRequest"],
    dialog: "hidden",
    note: "it asks its hook before its own rules do",
  },
  droid: { seen: "0.225.2", answers: [], at: [], note: "it has no event for a permission" },
  kimi: { seen: "2.1.0", answers: [], at: [], note: "it shows its hooks that it asks, and reads no answer" },
  agentica: {
    answers: ["permissions", "questions"],
    at: ["needs.approval", "needs.input"],
    dialog: "on screen",
  },
};

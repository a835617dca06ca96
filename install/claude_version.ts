// Which version of Claude Code an install is for, and what that version knows (`installer.md` section 7). An unknown
// version gets what every one since 2.0.45 has, and loses nothing.

/** Compared number by number. */
export type Version = readonly [number, number, number];

/** The first `x.y.z` of a text. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch] = /(?<![\d.])(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?!\d)/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** True for that version and every later one. */
export function isAtLeast(version: Version, least: Version): boolean {
  const index = version.findIndex((part, place) => part !== least[place]);
  return index < 0 || (version[index] ?? 0) > (least[index] ?? 0);
}

/** The event's first version; all are in the list of 2.1.332 (`installer.md` section 7, read). */
const SINCE: ReadonlyMap<string, Version> = new Map<string, Version>([
  ["SessionStart", [1, 0, 62]],
  ["UserPromptSubmit", [1, 0, 54]],
  ["PreToolUse", [0, 0, 0]],
  ["PermissionRequest", [2, 0, 45]],
  ["PostToolUse", [0, 0, 0]],
  ["PostToolUseFailure", [2, 1, 119]],
  ["PermissionDenied", [2, 1, 89]],
  ["PostToolBatch", [2, 1, 270]],
  ["Notification", [0, 0, 0]],
  ["Elicitation", [2, 1, 76]],
  ["ElicitationResult", [2, 1, 76]],
  ["Stop", [0, 0, 0]],
  ["StopFailure", [2, 1, 78]],
  ["SubagentStart", [2, 0, 43]],
  ["SubagentStop", [1, 0, 41]],
  ["TaskCreated", [2, 1, 84]],
  ["TaskCompleted", [2, 1, 33]],
  ["TeammateIdle", [2, 1, 33]],
  ["PreCompact", [1, 0, 48]],
  ["PostCompact", [2, 1, 76]],
  ["CwdChanged", [2, 1, 83]],
  ["PostModelSwitch", [2, 1, 251]],
  ["SessionEnd", [1, 0, 85]],
]);

/** Never registered: WorktreeCreate would replace what Claude does itself, the others tell nothing of use. */
const NEVER: ReadonlySet<string> = new Set([
  "WorktreeCreate",
  "WorktreeRemove",
  "DirectoryAdded",
  "MessageDisplay",
  "Setup",
  "UserPromptExpansion",
  "InstructionsLoaded",
  "ConfigChange",
  "FileChanged",
  "PreModelSwitch",
  "PreSkillShellCommand",
]);

/** Every version since this one has the core events. */
const CORE: Version = [2, 0, 45];
/** From here on an answer at PermissionRequest counts, before it nothing can be answered (`agents.md` 0.1). */
export const CLAUDE_ANSWERED: Version = [2, 1, 257];
/** From here on a question is answered there too. */
export const CLAUDE_QUESTIONS_ANSWERED: Version = [2, 1, 332];

/** The events to register. `carried` = those with an own entry now: an unknown version may know them. */
export function claudeEvents(version: Version | undefined, carried: readonly string[]): readonly string[] {
  const known = [...SINCE].filter(([, since]) => isAtLeast(version ?? CORE, since)).map(([event]) => event);
  if (version !== undefined) return known;
  return [...new Set([...known, ...carried.filter((event) => !NEVER.has(event))])];
}

/** Which entries wait. */
export type ClaudeGates = { readonly request: boolean; readonly questions: boolean };

/** Those that a version gets under `--approval`. */
export function claudeGates(version: Version | undefined): ClaudeGates {
  return {
    request: version === undefined || isAtLeast(version, CLAUDE_ANSWERED),
    questions: version === undefined ||
      (isAtLeast(version, CLAUDE_ANSWERED) && !isAtLeast(version, CLAUDE_QUESTIONS_ANSWERED)),
  };
}

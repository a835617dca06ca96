// Claude's versions: what an install registers for each (`installer.md` section 7, 14.9, 14.10).

import { assert, assertEquals } from "@std/assert";
import { claudeEvents, claudeGates, isAtLeast, parseVersion, type Version } from "../../install/claude_version.ts";

/** The table of `installer.md` section 7. */
const SINCE: Readonly<Record<string, readonly string[]>> = {
  "0.0.0": ["PreToolUse", "PostToolUse", "Notification", "Stop"],
  "1.0.41": ["SubagentStop"],
  "1.0.48": ["PreCompact"],
  "1.0.54": ["UserPromptSubmit"],
  "1.0.62": ["SessionStart"],
  "1.0.85": ["SessionEnd"],
  "2.0.43": ["SubagentStart"],
  "2.0.45": ["PermissionRequest"],
  "2.1.33": ["TeammateIdle", "TaskCompleted"],
  "2.1.76": ["Elicitation", "ElicitationResult", "PostCompact"],
  "2.1.78": ["StopFailure"],
  "2.1.83": ["CwdChanged"],
  "2.1.84": ["TaskCreated"],
  "2.1.89": ["PermissionDenied"],
  "2.1.119": ["PostToolUseFailure"],
  "2.1.251": ["PostModelSwitch"],
  "2.1.270": ["PostToolBatch"],
};

for (
  const [text, version] of [
    ["2.1.332 (Claude Code)\n", [2, 1, 332]],
    ["claude 2.1.332-beta.1", [2, 1, 332]],
    ["v10.20.30", [10, 20, 30]],
    ["warning: node 18 is old\n2.1.5\n3.0.0", [2, 1, 5]],
    ["2.1", undefined],
    ["1.2.3.4", [1, 2, 3]],
    ["2.1.99999999999999999999", undefined],
    ["latest", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`${JSON.stringify(text)} tells ${version?.join(".") ?? "no version"}`, () => {
    assertEquals(parseVersion(text), version);
  });
}

Deno.test("versions are compared as numbers", () => {
  const rising = ["0.9.9", "1.0.9", "1.0.48", "1.0.100", "2.0.45", "2.1.9", "2.1.10", "2.10.0", "10.0.0"].map(version);
  for (const [index, one] of rising.entries()) {
    for (const [place, other] of rising.entries()) assertEquals(isAtLeast(one, other), index >= place);
  }
});

Deno.test("each version gets its own events and those of all before it", () => {
  let all: readonly string[] = [];
  for (const [since, added] of Object.entries(SINCE)) {
    const before = previous(version(since));
    if (before !== undefined) assertEquals([...claudeEvents(before, [])].sort(), [...all].sort(), `before ${since}`);
    all = [...all, ...added];
    assertEquals([...claudeEvents(version(since), [])].sort(), [...all].sort(), since);
  }
  assertEquals(all.length, 23);
  assertEquals(claudeEvents([2, 1, 332], []).length, 23);
});

Deno.test("an unknown version gets the 11 events up to 2.0.45, and keeps what carries an own entry", () => {
  assertEquals(claudeEvents(undefined, []), claudeEvents([2, 0, 45], []));
  assertEquals(claudeEvents(undefined, []).length, 11);
  const all = claudeEvents([2, 1, 332], []);
  assertEquals([...claudeEvents(undefined, all)].sort(), [...all].sort());
  // A newer version of ours may have registered one that this one has never heard of.
  assert(claudeEvents(undefined, ["SomethingNew", "Stop"]).includes("SomethingNew"));
  assertEquals(claudeEvents(undefined, ["SomethingNew", "Stop"]).length, 12);
});

Deno.test("a known version leaves the events that it does not know", () => {
  const all = claudeEvents([2, 1, 332], []);
  assertEquals(
    claudeEvents([2, 1, 80], all).filter((event) => event === "CwdChanged" || event === "PostToolBatch"),
    [],
  );
});

Deno.test("no version ever registers an event that would change what Claude does", () => {
  const never = [
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
  ];
  for (const known of [undefined, [2, 1, 332] as const, [9, 0, 0] as const]) {
    const events = claudeEvents(known, never);
    assertEquals(never.filter((event) => events.includes(event)), []);
  }
});

for (
  const [text, request, questions] of [
    ["1.0.0", false, false],
    ["2.1.200", false, false],
    ["2.1.256", false, false],
    ["2.1.257", true, true],
    ["2.1.331", true, true],
    ["2.1.332", true, false],
    ["3.0.0", true, false],
    ["unknown", true, true],
  ] as const
) {
  Deno.test(`under --approval ${text} gets ${request ? "a" : "no"} gate and ${questions ? "a" : "no"} question gate`, () => {
    assertEquals(claudeGates(parseVersion(text)), { request, questions });
  });
}

function version(text: string): Version {
  const read = parseVersion(text);
  assert(read !== undefined, text);
  return read;
}

/** The version right before, where that is of the same line. */
function previous([major, minor, patch]: Version): Version | undefined {
  return patch === 0 ? undefined : [major, minor, patch - 1];
}

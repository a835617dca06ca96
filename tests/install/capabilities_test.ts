// What status says can be answered is what the adapters answer, at every version (`agents.md` 0.1).

import { assert, assertEquals } from "@std/assert";
import { capability, capabilityText } from "../../install/capabilities.ts";
import { claudeGates } from "../../install/claude_version.ts";
import { hookEntries } from "../../install/events.ts";
import { TARGETS } from "../../install/target_name.ts";
import { AGENTS } from "../../src/agents/table.ts";
import { HIDDEN_HOLD_MS } from "../../src/wire/limits.ts";

for (const agent of TARGETS) {
  Deno.test(`${agent}: the events named are those that its adapter answers`, () => {
    const asks = AGENTS.get(agent)?.asks ?? {};
    const { at, answers, dialog } = capability(agent);
    assertEquals([...at].sort(), Object.keys(asks).sort());
    assertEquals([answers.length > 0, dialog !== undefined], [at.length > 0, at.length > 0]);
    const [first] = at;
    if (first === undefined) return;
    assertEquals(asks[first] === HIDDEN_HOLD_MS, dialog === "hidden", `${agent} ${first}`);
  });

  Deno.test(`${agent}: what can be answered has a gate under --approval`, () => {
    const entries = hookEntries(agent, { approval: true, forwards: true, claude: { carried: [] } });
    const gates = entries.filter(({ use }) => use.is === "gate" || use.is === "questions").map(({ event }) => event);
    // OpenCode's plugin has no entries.
    const expected = agent === "opencode" ? [] : [...capability(agent).at];
    assertEquals(gates.sort(), expected.sort());
  });

  Deno.test(`${agent}: one line says it`, () => {
    const text = capabilityText(capability(agent));
    assert(/^(answers [a-z, ]+|shown only)(; .+)*$/.test(text), text);
    assert(!text.includes("\n"));
  });
}

Deno.test("claude's row follows its version as its gates do", () => {
  for (const version of [[1, 0, 0], [2, 1, 256], [2, 1, 257], [2, 1, 331], [2, 1, 332], [3, 0, 0]] as const) {
    const { at, answers } = capability("claude", version);
    const { request, questions } = claudeGates(version);
    assertEquals(at.includes("PermissionRequest"), request, version.join("."));
    assertEquals(at.includes("PreToolUse"), questions, version.join("."));
    assertEquals(answers.length > 0, request, version.join("."));
  }
  assertEquals(
    capabilityText(capability("claude", [2, 1, 200])),
    "shown only; answers need Claude Code 2.1.257 or later",
  );
});

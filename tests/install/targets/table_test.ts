// Every agent has a target, and what holds for all that keep whole files or lists.

import { assertEquals } from "@std/assert";
import { planInstall, planUninstall } from "../../../install/plan.ts";
import { TARGETS } from "../../../install/target_name.ts";
import { bundled } from "../../support/opencode.ts";
import { assertCycle, BIN, clearing, found, installed, ok, text, uninstalled } from "./planning.ts";

Deno.test("every agent is installed into a new file, where it stands in the list, and leaves none", async () => {
  for (const agent of TARGETS) await assertCycle(agent, [undefined], { approval: true, bundle: await bundled() });
});

Deno.test("a file that is ours alone goes at uninstall, also when nothing is remembered of it", async () => {
  for (const agent of ["grok", "copilot", "opencode"] as const) {
    const there = await installed(agent, { text: undefined }, { bundle: await bundled() });
    assertEquals(await uninstalled(agent, { text: there.text }), undefined, agent);
  }
  for (const original of ["", "{ }\n"]) {
    assertEquals(await uninstalled("copilot", await installed("copilot", { text: original })), original);
  }
});

Deno.test("an older file that is ours alone goes where it is left over, and one with a foreign entry stays", async () => {
  const at = { config: "/home/me/.grok/hooks/vibebuddy.json", events: ["hooks"] };
  const file = (command: string) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
  const rows = [["/x/vibebuddy-forward.sh grok", "delete"], ["mine", "none"]] as const;
  for (const [command, action] of rows) {
    const there = { ...await clearing("grok", { text: file(command), at }), leftover: true as const };
    assertEquals(ok(planUninstall(there, undefined)).action, action);
  }
});

Deno.test("the last own entry of an event that is not wanted goes, and the new ones come into the same object", async () => {
  const own = '{ "hooks": [{ "type": "command", "command": "/x/vults-hook --agent claude" }] }';
  const original = `{ "hooks": { "PostToolBatch": [${own}] } }`;
  const version = [2, 1, 80] as const;
  const plan = ok(planInstall(await found("claude", { text: original }), { approval: false, bin: BIN, version }));
  const events = Object.keys(JSON.parse(text(plan)).hooks);
  assertEquals([events.includes("PostToolBatch"), events.includes("Stop")], [false, true]);
});

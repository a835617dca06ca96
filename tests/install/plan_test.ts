// Planning one config: install, update and uninstall as whole texts, for every agent whose hooks stand in JSON.

import { assert, assertEquals } from "@std/assert";
import type { FilePlan } from "../../install/file_plan.ts";
import { fingerprint } from "../../install/fingerprint.ts";
import type { Refused } from "../../install/formats/format.ts";
import { planInstall, planUninstall } from "../../install/plan.ts";
import type { TargetName } from "../../install/target_name.ts";
import { JSON_TARGETS } from "../../install/targets/table.ts";
import { after, BIN, bytes, found, text, VERSION } from "../support/install_plan.ts";

const AGENTS = [...JSON_TARGETS.keys()];

for (const agent of AGENTS) {
  Deno.test(`${agent}: a new file, the same again, and gone`, async () => {
    const made = ok(planInstall(await found(agent, undefined), { approval: false, bin: BIN, version: VERSION }));
    assertEquals([made.action, made.entry?.created, made.check(text(made))], ["create", true, undefined]);
    assert(text(made).endsWith("}\n"));
    const again = ok(planInstall(await after(agent, made), { approval: false, bin: BIN, version: VERSION }));
    assertEquals([again.action, again.entry?.commands], ["none", made.entry?.commands]);
    const gone = ok(planUninstall(await after(agent, made), undefined));
    assertEquals([gone.action, gone.next, gone.entry], ["delete", undefined, undefined]);
  });

  Deno.test(`${agent}: gates with --approval, and a plain install afterwards keeps them`, async () => {
    const gated = ok(planInstall(await found(agent, undefined), { approval: true, bin: BIN, version: VERSION }));
    const kept = ok(planInstall(await after(agent, gated), { approval: false, bin: BIN, version: VERSION }));
    assertEquals([kept.action, text(kept)], ["none", text(gated)]);
    const waits = text(gated).includes(" --approval");
    assertEquals(waits, agent !== "droid");
  });

  Deno.test(`${agent}: what is already there stays to the byte, on install, update and uninstall`, async () => {
    for (const original of originals(agent)) {
      const installed = ok(planInstall(await found(agent, original), { approval: true, bin: BIN, version: VERSION }));
      assertEquals(installed.action, "change", original);
      const moved = { folder: "/home/me/elsewhere/bin", forwards: true };
      const updated = ok(planInstall(await after(agent, installed), { approval: false, bin: moved, version: VERSION }));
      assertEquals(updated.action, "change");
      assert(!text(updated).includes(BIN.folder), "every entry is re-pointed in place");
      const removed = ok(planUninstall(await after(agent, updated), undefined));
      assertEquals(text(removed), original);
    }
  });
}

Deno.test("Codex: a foreign hook keeps its event, group and index, also when ours before it goes", async () => {
  const first = ok(planInstall(await found("codex", undefined), { approval: false, bin: BIN }));
  const document = JSON.parse(text(first));
  document.hooks.Stop.push({ hooks: [{ type: "command", command: "notify" }] });
  const mixed = `${JSON.stringify(document, null, 2)}\n`;
  const gone = ok(planUninstall(await after("codex", { ...first, next: bytes(mixed) }), undefined));
  assertEquals(JSON.parse(text(gone)), {
    hooks: { Stop: [{ hooks: [] }, { hooks: [{ type: "command", command: "notify" }] }] },
  });
  const again = ok(planInstall(await after("codex", gone), { approval: false, bin: BIN }));
  const stop = JSON.parse(text(again)).hooks.Stop;
  assertEquals(stop.map(({ hooks }: { hooks: { command: string }[] }) => hooks[0]?.command === "notify"), [
    false,
    true,
  ]);
});

Deno.test("an older entry is replaced where it stands, the user's own members stay, a shared group loses only ours", async () => {
  const original = `{
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "mine" }, { "type": "command", "command": "/x/vults-hook --agent claude Stop", "timeout": 9, "note": "keep" }] }
    ]
  }
}`;
  const installed = ok(planInstall(await found("claude", original), { approval: false, bin: BIN, version: VERSION }));
  const [group, ...rest] = JSON.parse(text(installed)).hooks.Stop;
  assertEquals([rest.length, group.hooks[0]], [0, { type: "command", command: "mine" }]);
  assertEquals([group.hooks[1].note, group.hooks[1].timeout, group.hooks[1].async], ["keep", 5, undefined]);
  const gone = ok(planUninstall(await after("claude", installed), undefined));
  assertEquals(JSON.parse(text(gone)), { hooks: { Stop: [{ hooks: [{ type: "command", command: "mine" }] }] } });
});

Deno.test("what is refused leaves the file alone, and says where and how to mend it", async () => {
  const rows: [TargetName, string, number, string][] = [
    ["claude", '{"a": 1,\n"hooks": []}', 2, '"hooks" is not an object'],
    ["claude", '{"hooks": {\n\n"Stop": {}}}', 3, '"Stop" is not a list'],
    ["codex", '{"hooks": {"Stop": [\n{"hooks": []},\n{"command": "x"}]}}', 3, 'this entry of "Stop"'],
    ["cursor", '{\n"version": "1", "hooks": {}}', 2, '"version" is not a number'],
    ["copilot", '{"version": 1, "hooks": {"agentStop": [\n{"bash": "mine"}]}}', 2, "not ours"],
    ["grok", '{"hooks": {"Stop": [{"hooks": [\n{"command": "mine"}]}]}}', 2, "not ours"],
    ["grok", '{"hooks": {"Stop": [{"hooks": [{}]}]}}', 1, "not ours"],
    ["grok", '{"mine": 1}', 1, "not ours"],
    ["claude", '{"a": 1,}', 1, "comma"],
  ];
  for (const [agent, original, line, why] of rows) {
    const plan = planInstall(await found(agent, original), { approval: false, bin: BIN });
    assert("refused" in plan && plan.refused.includes(why) && plan.mend !== "", `${agent} ${JSON.stringify(plan)}`);
    assertEquals(plan.line, line, original);
  }
});

Deno.test("a version of Claude that does not know an event drops ours there, an unknown version drops none", async () => {
  const full = ok(planInstall(await found("claude", undefined), { approval: false, bin: BIN, version: VERSION }));
  const events = (plan: FilePlan) => Object.keys(JSON.parse(text(plan)).hooks);
  const unknown = ok(planInstall(await after("claude", full), { approval: false, bin: BIN }));
  assertEquals([unknown.action, events(unknown).length], ["none", 23]);
  const older = ok(planInstall(await after("claude", full), { approval: false, bin: BIN, version: [2, 1, 80] }));
  assertEquals(events(older).includes("PostToolBatch"), false);
  assertEquals(events(older).includes("StopFailure"), true);
});

Deno.test("the very bytes from before come back where they are still known", async () => {
  const original = '{\n\t"a":1\n}';
  const installed = ok(planInstall(await found("claude", original), { approval: false, bin: BIN, version: VERSION }));
  const gone = ok(planUninstall(await after("claude", installed), bytes(original)));
  assertEquals([gone.action, text(gone)], ["change", original]);
  assertEquals(installed.entry?.before, await fingerprint(bytes(original)));
});

/** Files that people have: other settings, other hooks, other layouts. */
function originals(agent: TargetName): string[] {
  const { grouped, command } = { grouped: agent !== "cursor", command: agent === "copilot" ? "bash" : "command" };
  if (agent === "grok" || agent === "copilot") return []; // the whole file is ours
  const mine = grouped ? `[{ "hooks": [{ "${command}": "mine" }] }]` : `[{ "${command}": "mine" }]`;
  // Nothing but these two may be in Codex's (seen 0.171.0).
  if (agent === "codex") {
    return [
      '{\n    "hooks": { },\n    "description": "\\u00e9"\n}\n',
      '{\r\n  "hooks": {\r\n    "Stop": [{ "hooks": [{ "type": "command", "command": "mine" }] }]\r\n  }\r\n}',
    ];
  }
  const version = agent === "cursor" ? '"version": 1,\n    ' : "";
  return [
    `{\n    ${version}"hooks": { },\n    "z": 1.50, "url": "https:\\/\\/x"\n}\n`,
    `{\r\n  ${version}"hooks": {\r\n    "${agent === "cursor" ? "stop" : "Stop"}": ${mine}\r\n  }\r\n}`,
    `\uFEFF{\n\t${version}"env": { "KEY": "\\u00e9" }\n}\n`,
  ];
}

function ok(plan: FilePlan | Refused): FilePlan {
  if ("refused" in plan) throw new Error(`refused: ${plan.refused}`);
  return plan;
}

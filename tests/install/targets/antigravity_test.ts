// Antigravity's one key (`installer.md` 6.10; scenario 23, bug case A34).

import { assert, assertEquals } from "@std/assert";
import { planInstall, planUninstall } from "../../../install/plan.ts";
import { assertCycle, BIN, clearing, found, installed, ok, text, uninstalled, why } from "./planning.ts";

const OTHERS = '"mine": { "PreToolUse": [{ "matcher": "*", "hooks": [{ "command": "x" }] }] }';
const OLDER = "/opt/x/vults-hook --agent antigravity Stop";

Deno.test("Antigravity: every file is as it was after install, update and uninstall", async () => {
  await assertCycle("antigravity", [
    undefined,
    "",
    "{ }\n",
    `{\n    ${OTHERS}\n}\n`,
    `{\r\n\t"hooks": { "Stop": [{ "hooks": [{ "command": "claude-shaped" }] }] }\r\n}`,
    `\uFEFF{"z":{"enabled":false,"timeout":1.50}}`,
  ]);
});

Deno.test("Antigravity: one key in its own shape, with whole seconds and without PreToolUse, asking or not", async () => {
  for (const approval of [false, true]) {
    const { text } = await installed("antigravity", { text: undefined }, { approval });
    const handler = (event: string) => ({
      type: "command",
      command: `[ -x '${BIN.folder}/vults-forward' ] && '${BIN.folder}/vults-forward' antigravity ${event}; exit 0`,
      timeout: 5,
    });
    assertEquals(JSON.parse(text), {
      vults: {
        PostToolUse: [{ matcher: "*", hooks: [handler("PostToolUse")] }],
        PreInvocation: [handler("PreInvocation")],
        Stop: [handler("Stop")],
      },
    });
  }
});

Deno.test("Antigravity: an own PreToolUse goes, also as the only entry, and what stands in the wrong shape is written anew", async () => {
  const own = { type: "command", command: OLDER, timeout: 5 };
  const rows = [
    { PreToolUse: [{ matcher: "*", hooks: [own] }] },
    { PreToolUse: [own], Stop: [own] },
    { PreInvocation: [{ hooks: [own] }], Stop: {}, PreToolUse: [own] },
    { PostToolUse: [own], Stop: [own, { hooks: [own] }] },
    { Stop: [own], PreToolUse: [{ matcher: "*", hooks: [own, own] }] },
  ];
  for (const vults of rows) {
    const there = await installed("antigravity", { text: JSON.stringify({ vults }) });
    const { vults: now } = JSON.parse(there.text);
    assertEquals(now, JSON.parse((await installed("antigravity", { text: undefined })).text).vults);
    assertEquals(await uninstalled("antigravity", there), "{}");
  }
});

Deno.test("Antigravity: a disabled key of ours stays disabled, and that is nothing to update", async () => {
  const there = await installed("antigravity", { text: undefined });
  const off = { ...there, text: there.text.replace('"vults": {', '"vults": {\n    "enabled": false,') };
  assertEquals(JSON.parse(off.text).vults.enabled, false);
  const again = ok(planInstall(await found("antigravity", off), { approval: false, bin: BIN }));
  assertEquals(again.action, "none");
  assertEquals(await uninstalled("antigravity", off), undefined);
});

Deno.test("Antigravity: older products' keys go, in place of nothing else, and other keys stay to the byte", async () => {
  const older = `"vibebuddy": { "Stop": [{ "command": "/x/vibebuddy-forward.sh antigravity" }] },
  "vultures-ai": { "PreInvocation": [{ "command": "/x/vultures-ai-hook --agent antigravity" }] },`;
  const original = `{\n  ${older}\n  ${OTHERS}\n}\n`;
  const there = await installed("antigravity", { text: original });
  assertEquals(Object.keys(JSON.parse(there.text)), ["mine", "vults"]);
  assertEquals(await uninstalled("antigravity", there), `{\n  ${OTHERS}\n}\n`);
});

Deno.test("Antigravity: a key that the user shares loses ours and nothing else; of an older name also at install", async () => {
  const mine = '{ "command": "mine" }';
  const older = `{ "vibebuddy": { "Stop": [{ "command": "${OLDER}" }, ${mine}] } }`;
  const there = await installed("antigravity", { text: older });
  assertEquals(Object.keys(JSON.parse(there.text)), ["vibebuddy", "vults"]);
  assertEquals(await uninstalled("antigravity", there), `{ "vibebuddy": { "Stop": [${mine}] } }`);

  const ours = await installed("antigravity", { text: undefined });
  const shared = JSON.parse(ours.text);
  shared.vults.Stop.push({ command: "mine" });
  shared.vults.PostToolUse[0].hooks.push({ command: "mine" });
  const left = await uninstalled("antigravity", { ...ours, text: JSON.stringify(shared) });
  assertEquals(JSON.parse(left ?? ""), {
    vults: { PostToolUse: [{ matcher: "*", hooks: [{ command: "mine" }] }], Stop: [{ command: "mine" }] },
  });
});

Deno.test("Antigravity: what makes it drop the whole file is refused, with its line", async () => {
  const rows = [
    ['{\n"enabled": true}', 2, '"enabled" is not a hook, { … }'],
    ['{"mine": {"Stop": [\n{"command": "x", "timeout": 1.5}]}}', 2, '"mine.Stop[0].timeout" is not a whole number'],
    ['{"mine": {"PreToolUse": [{"hooks": [\n{"command": "x", "timeout": 0.5}]}]}}', 2, "not a whole number"],
  ] as const;
  for (const [original, line, words] of rows) {
    const plan = planInstall(await found("antigravity", { text: original }), { approval: false, bin: BIN });
    assert(why(plan).includes(words), why(plan));
    assertEquals("refused" in plan && plan.line, line);
    assertEquals(await uninstalled("antigravity", { text: original }), original);
  }
});

Deno.test("Antigravity: the user's own key of our name is refused, and stays at uninstall", async () => {
  const rows = [
    '{"vults": {"Stop": [{"command": "mine"}]}}',
    '{"vults": {"enabled": false}}',
    '{"vults": {}}',
    '{"vults": "text"}',
    '{"vults": null}',
  ];
  for (const original of rows) {
    const plan = planInstall(await found("antigravity", { text: original }), { approval: false, bin: BIN });
    assert(why(plan).includes('the key "vults" is not ours'), original);
    assertEquals(await uninstalled("antigravity", { text: original }), original);
  }
});

Deno.test("Antigravity: a comment, which its parser does not take, is refused on install and uninstall", async () => {
  const original = `{\n  // mine\n  ${OTHERS}\n}`;
  const there = await found("antigravity", { text: original });
  for (const plan of [planInstall(there, { approval: false, bin: BIN }), planUninstall(there, undefined)]) {
    assert("refused" in plan && plan.line === 2);
  }
});

Deno.test("Antigravity: the older file loses ours, and what is not ours in it is no reason to refuse", async () => {
  const at = { config: "/home/me/.gemini/antigravity-cli/hooks.json", events: [] };
  const ours = `{"mine": {}, "vults": {"PreToolUse": [{"matcher": "*", "hooks": [{"command": "${OLDER}"}]}]}}`;
  for (const [before, after] of [[ours, '{"mine": {}}'], ['{"vults": {}}', '{"vults": {}}']] as const) {
    const plan = ok(
      planUninstall({ ...await clearing("antigravity", { text: before, at }), leftover: true }, undefined),
    );
    assertEquals(text(plan), after);
  }
});

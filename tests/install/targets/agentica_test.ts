// agentica's consumers (`installer.md` 6.11; scenario 27).

import { parse } from "yaml";
import { assert, assertEquals } from "@std/assert";
import { EVENT_NAMES } from "../../../install/event_names.ts";
import { planInstall } from "../../../install/plan.ts";
import { variableNote } from "../../../install/targets/agentica_variables.ts";
import { assertCycle, BIN, found, installed, type Lying, MOVED, ok, uninstalled, why } from "./planning.ts";

const FORWARD = [`${BIN.folder}/vults-forward`, "agentica"];
const ASK = [`${BIN.folder}/vults`, "hook", "--agent", "agentica", "--approval"];
const OTHERS = EVENT_NAMES.agentica.filter((event) => event !== "needs.approval" && event !== "needs.input");

const ORIGINALS = [
  undefined,
  "",
  "# nothing yet\n",
  "settings: {}\n",
  "settings: {} # none\nother: 1.50\n",
  "settings:\n",
  "settings:\n  hooks: {}\n",
  "settings:\n  hooks:\n    enabled: false # off\n",
  "settings:\n  hooks:\n    enabled:\n",
  "settings:\n  hooks:\n    enabled: true\n    consumers: []\n",
  "settings:\n    hooks:\n        consumers: [ ] # none\n        enabled: false\n",
  "model: x\nsettings:\n  theme: dark\n  hooks:\n    consumers:\n      # mine\n      - name: mine\n" +
  "        command: [/opt/mine, run]\n    enabled: true\nafter: &a [1, 2]\n",
  "settings:\r\n  hooks:\r\n    enabled: true\r\n    consumers: [{name: mine, command: [/opt/mine]}]\r\n",
  "settings:\n  hooks:\n    consumers:\n    - name: mine\n      enabled: false\n      command: [x]\n",
  "\uFEFFsettings:\n  hooks: {enabled: false, consumers: []}",
  "settings: {a: 1, hooks: {enabled: true, consumers: [{name: mine, command: [x]}]}, b: 2}\n",
];

for (const approval of [false, true]) {
  Deno.test(`agentica: every file is as it was after install, update and uninstall, ${approval ? "" : "not "}asking`, async () => {
    await assertCycle("agentica", ORIGINALS, { approval });
  });
}

Deno.test("agentica: one consumer that hears of everything, under a switch that is on", async () => {
  const { text, entry } = await installed("agentica", { text: undefined });
  assertEquals(parse(text), {
    settings: { hooks: { enabled: true, consumers: [{ name: "vults", command: FORWARD }] } },
  });
  assertEquals(entry?.commands, [`'${FORWARD[0]}' 'agentica'`]);
});

Deno.test("agentica: with --approval a second consumer gets the two requests and nothing else, the first all but those", async () => {
  const there = await installed("agentica", { text: "" }, { approval: true });
  const off = (events: readonly string[]) => Object.fromEntries(events.map((event) => [event, false]));
  const both = [
    { name: "vults", command: FORWARD, events: off(["needs.approval", "needs.input"]) },
    { name: "vults-ask", command: ASK, events: off(OTHERS) },
  ];
  assertEquals(consumersOf(there), both);
  assertEquals(OTHERS.length, 9);
  const plain = ok(planInstall(await found("agentica", there), { approval: false, bin: BIN }));
  assertEquals([plain.action, plain.entry?.approval], ["none", true]);
  const late = await installed("agentica", await installed("agentica", { text: "" }), { approval: true });
  assertEquals(consumersOf(late), both);
});

Deno.test("agentica: what the entries that people copied become is the same, at its new place", async () => {
  const text = Deno.readTextFileSync(new URL("../../../docs/wiring/agentica-config.yaml", import.meta.url));
  const there = await installed("agentica", { text });
  const moved = text.replaceAll(/\/home\/you\/\.local\/bin(\/[a-z-]+)/g, `"${BIN.folder}$1"`);
  assertEquals(there.text, moved);
  assertEquals(there.entry?.approval, true);
});

Deno.test("agentica: without the forwarder the hook itself observes, and either becomes the other in place", async () => {
  for (const text of ["", "settings: {hooks: {enabled: true, consumers: []}}\n"]) {
    const slow = { ...BIN, forwards: false };
    const hooked = await installed("agentica", { text }, { bin: slow });
    const [first] = consumersOf(hooked);
    assertEquals(first?.command, [`${BIN.folder}/vults`, "hook", "--agent", "agentica"]);
    const forwarded = await installed("agentica", hooked);
    assertEquals(consumersOf(forwarded), [{ name: "vults", command: FORWARD }]);
    assertEquals(forwarded.text, (await installed("agentica", { text })).text);
    assertEquals((await installed("agentica", forwarded, { bin: slow })).text, hooked.text);
    assertEquals(await uninstalled("agentica", forwarded), text);
  }
});

Deno.test("agentica: an own consumer is known by its words: older ones are replaced, doubles go, the user's members stay", async () => {
  const text = `settings:
  hooks:
    enabled: true
    consumers:
      - name: vults
        command: [/old/vults-hook, --agent, agentica]
        events: {tool.started: false}
        note: keep
      - {name: mine, command: [/opt/mine]}
      - name: vults
        command: ["/old/vults-forward", "agentica"]
`;
  const there = await installed("agentica", { text });
  assertEquals(consumersOf(there), [
    { name: "vults", command: FORWARD, events: { "tool.started": false }, note: "keep" },
    { name: "mine", command: ["/opt/mine"] },
  ]);
  assertEquals(parse((await uninstalled("agentica", there)) ?? ""), {
    settings: { hooks: { enabled: true, consumers: [{ name: "mine", command: ["/opt/mine"] }] } },
  });
});

Deno.test("agentica: no longer asking, the second consumer goes and the first hears of requests again", async () => {
  for (const text of ORIGINALS) {
    const asking = await installed("agentica", { text }, { approval: true });
    const there = await installed("agentica", asking, { ungated: true });
    assertEquals(there.text, (await installed("agentica", { text })).text);
    assertEquals([there.entry?.approval, await uninstalled("agentica", there)], [false, text]);
  }
});

Deno.test("agentica: where the one that asks is gone, the other hears of requests again", async () => {
  const there = await installed("agentica", { text: "" }, { approval: true });
  const cut = { ...there, text: there.text.slice(0, there.text.indexOf("      - name: vults-ask")) };
  assertEquals(consumersOf(cut).length, 1);
  assertEquals(consumersOf(await installed("agentica", cut)), [{ name: "vults", command: FORWARD }]);
  const more = {
    ...cut,
    text: cut.text.replace("needs.input: false", "needs.input: false\n          run.failed: false"),
  };
  const [observer] = consumersOf(await installed("agentica", more));
  assertEquals(observer, { name: "vults", command: FORWARD, events: { "run.failed": false } });
});

Deno.test("agentica: a consumer of our name that runs something else is refused, and stays at uninstall", async () => {
  for (
    const consumer of [
      "{name: vults, command: [/opt/mine]}",
      "{name: vults-ask, command: [/b/vults, watch]}",
      "{name: vults}",
    ]
  ) {
    const text = `settings: {hooks: {enabled: true, consumers: [${consumer}]}}\n`;
    const plan = planInstall(await found("agentica", { text }), { approval: false, bin: BIN });
    assert(why(plan).includes("is not ours"));
    assertEquals(await uninstalled("agentica", { text }), text);
  }
});

Deno.test("agentica: nothing is switched on beside foreign consumers, unless those are off themselves", async () => {
  const text = (enabled: string, on: string) =>
    `settings:\n  hooks:\n${enabled}    consumers:\n      - {name: mine, command: [x]${on}}\n`;
  for (const enabled of ["    enabled: false\n", "    enabled:\n", ""]) {
    const refused = planInstall(await found("agentica", { text: text(enabled, "") }), { approval: false, bin: BIN });
    assert(why(refused).includes('"settings.hooks.enabled" is off'));
    const off = { text: text(enabled, ", enabled: false") };
    const there = await installed("agentica", off);
    assertEquals(parse(there.text).settings.hooks.enabled, true);
    assertEquals(await uninstalled("agentica", there), off.text);
  }
});

Deno.test("agentica: the switch stays on for a consumer that came since", async () => {
  const there = await installed("agentica", { text: "settings:\n  hooks:\n    enabled: false\n" });
  const more = { ...there, text: `${there.text}      - {name: mine, command: [x]}\n` };
  assertEquals(parse((await uninstalled("agentica", more)) ?? ""), {
    settings: { hooks: { enabled: true, consumers: [{ name: "mine", command: ["x"] }] } },
  });
});

Deno.test("agentica: without a manifest ours goes, and the switch is left as it stands", async () => {
  const there = await installed("agentica", { text: "a: 1\n" });
  assertEquals(await uninstalled("agentica", { text: there.text }), "a: 1\nsettings:\n  hooks:\n    enabled: true\n");
});

Deno.test("agentica: a file that does not fit is refused by name", async () => {
  const rows: [string, string][] = [
    ["settings: {hooks: {enabled: 'yes'}}\n", "is not true or false"],
    ["settings: {hooks: {consumers: {a: 1}}}\n", "consumers is not a list"],
    ["settings: [1]\n", "settings is not an object"],
    ["settings:\n  hooks: &h {enabled: true}\n", "anchor"],
    ["a: 1\n---\nb: 2\n", "a second document"],
    ["settings:\n\thooks: {}\n", "a tab"],
  ];
  for (const [text, reason] of rows) {
    const plan = planInstall(await found("agentica", { text }), { approval: false, bin: BIN });
    assert(why(plan).replaceAll('"', "").includes(reason), JSON.stringify(plan));
  }
});

Deno.test("agentica: a folder with a space and an apostrophe is one word of the list", async () => {
  const bin = { folder: "/home/o'neil/my bin", forwards: true };
  const there = await installed("agentica", { text: "" }, { bin, approval: true });
  assertEquals(consumersOf(there)[0]?.command, ["/home/o'neil/my bin/vults-forward", "agentica"]);
  const again = ok(planInstall(await found("agentica", there), { approval: false, bin }));
  assertEquals(again.action, "none");
  assert(consumersOf(await installed("agentica", there, { bin: MOVED })).length === 2);
});

Deno.test("agentica: a comment that came into a file of ours since stays, and the file with it", async () => {
  const there = await installed("agentica", { text: undefined });
  assertEquals(await uninstalled("agentica", { ...there, text: `# mine\n${there.text}` }), "# mine\n");
});

Deno.test("agentica: variables that count instead of the file are named, unless they are empty", () => {
  const rows: [Record<string, string>, string | undefined][] = [
    [{}, undefined],
    [{ AGENTICA_HOOKS_ENABLED: "", AGENTICA_HOOKS_CONSUMERS: "" }, undefined],
    [{ AGENTICA_HOOKS_ENABLED: "0" }, "AGENTICA_HOOKS_ENABLED is set: it counts for agentica, not its file"],
    [
      { AGENTICA_HOOKS_ENABLED: "1", AGENTICA_HOOKS_CONSUMERS: "[]" },
      "AGENTICA_HOOKS_ENABLED and AGENTICA_HOOKS_CONSUMERS are set: they count for agentica, not its file",
    ],
  ];
  for (const [env, note] of rows) assertEquals(variableNote((name) => env[name]), note);
});

type Consumer = { name: string; command?: string[]; events?: Record<string, boolean>; note?: string };

function consumersOf({ text }: Lying): Consumer[] {
  return parse(text ?? "").settings.hooks.consumers;
}

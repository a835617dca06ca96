// Kimi's tables (`installer.md` 6.9; scenario 26, bug cases A7, A8).

import { parse } from "@std/toml";
import { assert, assertEquals } from "@std/assert";
import { planInstall, planUninstall } from "../../../install/plan.ts";
import { assertCycle, BIN, clearing, found, installed, MOVED, ok, uninstalled, why } from "./planning.ts";

const KEYS = `default_model = "k2"

[providers.kimi]  # mine
api_key = "sk-0123456789"   # never touched
timeout = 1.50
`;
const MINE = '{ event = "Stop", command = "mine" }';
const ALL = 16;

type Hook = { event: string; command: string; timeout?: number; matcher?: string };

Deno.test("Kimi: every file is as it was after install, update and uninstall", async () => {
  await assertCycle("kimi", [
    undefined,
    "",
    KEYS,
    KEYS.replaceAll("\n", "\r\n"),
    `\uFEFF${KEYS.trimEnd()}`,
    `hooks = []\n${KEYS}`,
    `hooks = [ ] # none\n${KEYS}`,
    `hooks = [\n  # nothing yet\n]\n${KEYS}`,
    `hooks = [ ${MINE} ]\n${KEYS}`,
    `hooks = [\n  ${MINE}, # one\n]\n${KEYS}`,
    `${KEYS}\n[[hooks]]\nevent = "Stop"\ncommand = "mine"\nmatcher = "*"\n\n[later]\na = 1\n`,
  ]);
});

Deno.test("Kimi: blocks at the end of a file, in the closed shape, with the API keys' lines as they were", async () => {
  const { text } = await installed("kimi", { text: KEYS }, { approval: true });
  assert(text.startsWith(`${KEYS}\n[[hooks]]\nevent = "SessionStart"\ncommand = "`));
  const hooks = hooksOf(text);
  assertEquals(hooks.length, ALL);
  for (const hook of hooks) {
    assertEquals(Object.keys(hook), ["event", "command", "timeout"]);
    assertEquals(hook.timeout, 5);
    assert(hook.command.includes("vults-forward' kimi"), "nothing of Kimi can be answered");
  }
});

Deno.test("Kimi: an empty list is filled in place, an entry a line, and a list of the user's gets ours behind his", async () => {
  const empty = await installed("kimi", { text: `hooks = []\n${KEYS}` });
  assert(/^hooks = \[\n {2}\{ event = "SessionStart", command = ".*", timeout = 5 \},\n/.test(empty.text));
  assert(empty.text.endsWith(`\n]\n${KEYS}`));
  const filled = await installed("kimi", { text: `hooks = [ ${MINE} ]\n${KEYS}` });
  const [first, ...rest] = hooksOf(filled.text);
  assertEquals([first?.command, rest.length], ["mine", ALL]);
  assert(!filled.text.includes("[[hooks]]") && filled.text.endsWith(`\n${KEYS}`));
});

Deno.test("Kimi: the one from before Kimi Code gets no event that it does not know, and loses ours of those", async () => {
  const unknown = ["PermissionRequest", "PermissionResult", "Interrupt"];
  const older = await installed("kimi", { text: KEYS, olderKimi: true });
  const events = hooksOf(older.text).map(({ event }) => event);
  assertEquals([events.length, unknown.filter((event) => events.includes(event))], [ALL - unknown.length, []]);
  const all = await installed("kimi", { text: KEYS });
  const less = await installed("kimi", { ...all, olderKimi: true });
  assertEquals(hooksOf(less.text).map(({ event }) => event), events);
  assertEquals(await uninstalled("kimi", less), KEYS);
});

Deno.test("Kimi: entries that another tool rewrote inline, without comments, are known by their commands", async () => {
  const there = await installed("kimi", { text: KEYS });
  const inline = hooksOf(there.text).map(({ event, command, timeout }) =>
    `{timeout=${timeout},command=${JSON.stringify(command)},event="${event}"}`
  );
  const rewritten = { text: `hooks = [${inline.join(",")}]\n[providers.kimi]\napi_key = "sk-0123456789"\n` };
  const again = ok(planInstall(await found("kimi", rewritten), { approval: false, bin: BIN }));
  assertEquals(again.action, "none");
  assertEquals(await uninstalled("kimi", rewritten), '[providers.kimi]\napi_key = "sk-0123456789"\n');
});

Deno.test("Kimi: an older entry is replaced where it stands, its matcher stays, what Kimi does not know goes", async () => {
  const older = '[[hooks]]\nevent = "Stop"\ncommand = \'/x/vults-hook --agent kimi\'\nmatcher = "a"\nasync = true\n';
  const there = await installed("kimi", { text: `${older}\n[a]\nb = 1\n` });
  const [first, ...rest] = hooksOf(there.text);
  assertEquals([first?.event, first?.matcher, first?.timeout, Object.hasOwn(first ?? {}, "async")], [
    "Stop",
    "a",
    5,
    false,
  ]);
  assertEquals(rest.filter(({ event }) => event === "Stop"), []);
});

Deno.test("Kimi: a key that a person put behind ours is not taken with it, on install and uninstall", async () => {
  const there = await installed("kimi", { text: "api_key = 1\n" });
  const more = { ...there, text: `${there.text}theme = "dark"\n` };
  const line = more.text.split("\n").indexOf('theme = "dark"') + 1;
  const plans = [
    planInstall(await found("kimi", more), { approval: true, bin: MOVED }),
    planUninstall(await clearing("kimi", more), undefined),
  ];
  for (const plan of plans) {
    assert("refused" in plan);
    assertEquals([plan.line, plan.refused.startsWith('"theme" stands in an entry of ours')], [line, true]);
  }
});

Deno.test("Kimi: two own entries of one event become one, and each foreign one stays", async () => {
  const own = (command: string) => `[[hooks]]\nevent = "Stop"\ncommand = "${command}"\n`;
  const text = ["mine", "/x/vults-hook --agent kimi", "/y/forward.sh kimi", "/y/vibebuddy-forward.sh kimi"].map(own);
  const there = await installed("kimi", { text: text.join("\n") });
  const stops = hooksOf(there.text).filter(({ event }) => event === "Stop").map(({ command }) => command);
  assertEquals([stops[0], stops.slice(2)], ["mine", ["/y/forward.sh kimi"]]);
  assertEquals(await uninstalled("kimi", there), [own("mine"), own("/y/forward.sh kimi")].join("\n"));
});

Deno.test("Kimi: without a manifest a list of ours alone goes with its key", async () => {
  for (const before of ["hooks = []\n", ""]) {
    const there = await installed("kimi", { text: `${before}${KEYS}` });
    assertEquals(await uninstalled("kimi", { text: there.text }), KEYS);
  }
});

Deno.test("Kimi: a comment that came into a file of ours since stays, and the file with it", async () => {
  const there = await installed("kimi", { text: undefined });
  assertEquals(await uninstalled("kimi", { ...there, text: `# mine\n${there.text}` }), "# mine\n");
});

Deno.test("Kimi: what Kimi would not load is refused, and named", async () => {
  const hook = (member: string) => `[[hooks]]\nevent = "Stop"\ncommand = "x"\n${member}\n`;
  const rows: [string, string][] = [
    ["[hooks]\na = 1\n", '"hooks" is not a list of tables'],
    ['hooks = "x"\n', '"hooks" is not a list of tables'],
    ["hooks = [1]\n", 'number 1 of "hooks" is not a table'],
    [hook("async = true"), 'number 1 of "hooks" has "async"'],
    [hook("matcher = 1"), "matcher"],
    [hook("timeout = 0"), "1 to 600"],
    [hook("timeout = 601"), "1 to 600"],
    [hook("timeout = '5'"), "1 to 600"],
    [hook("").replace("Stop", "stop"), 'the event "stop"'],
    [`${hook("")}[[hooks]]\nevent = "Stop"\n`, 'number 2 of "hooks" has no command'],
  ];
  for (const [text, reason] of rows) {
    const whole = text.startsWith("hooks") ? text + KEYS : KEYS + text;
    const plan = planInstall(await found("kimi", { text: whole }), { approval: false, bin: BIN });
    assert(why(plan).includes(reason), `${text} ${JSON.stringify(plan)}`);
  }
});

Deno.test("Kimi: the check of what was written reads it as Kimi does", async () => {
  const plan = ok(planInstall(await found("kimi", { text: KEYS }), { approval: false, bin: BIN }));
  assertEquals(plan.check(KEYS), undefined);
  assert(plan.check('[[hooks]]\nevent = "Stop"\ncommand = "x"\nasync = true\n')?.includes('has "async"'));
  assert(plan.check("hooks = [") !== undefined);
});

/** By the parser of another maker. */
function hooksOf(text: string): Hook[] {
  const { hooks } = parse(text.replace(/^\uFEFF/, "")) as { hooks?: Hook[] };
  return hooks ?? [];
}

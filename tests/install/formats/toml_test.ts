// TOML as Kimi and Grok have it: the recorded pairs, each refusal with its line, and what an edit says about itself.

import { assert, assertEquals } from "@std/assert";
import type { Change, Path } from "../../../install/formats/format.ts";
import { toml } from "../../../install/formats/toml.ts";
import { testPairs } from "./golden.ts";
import { documentIn, edited, isRefused } from "./round.ts";

const GATE = "[ -x '/home/u/s p/vults-forward' ] || exit 0; exec '/home/u/s p/vults-forward' kimi";
const START: Change = { do: "append", path: ["hooks"], value: { event: "SessionStart", command: GATE, timeout: 5 } };
const STOP: Change = { do: "append", path: ["hooks"], value: { event: "Stop", command: 'a "b" \\c', timeout: 5 } };
const STATUS_LINE: readonly Change[] = [
  { do: "set", path: ["ui", "status_line", "type"], value: "command" },
  { do: "set", path: ["ui", "status_line", "command"], value: "exec '/home/u/vults-statusline' grok 0123456789ab" },
];

testPairs("toml", toml, (pair) => pair.startsWith("status-line") ? STATUS_LINE : [START, STOP]);

function refusal(text: string, changes: readonly Change[]) {
  const result = toml.edit(text, changes);
  assert(isRefused(result), `not refused: ${JSON.stringify(result)}`);
  return result;
}

const REFUSED_HOOKS: readonly [name: string, text: string, line: number, why: string][] = [
  ["a table [hooks]", "a = 1\n[hooks]\nb = 1\n", 2, '"hooks" is not a list'],
  ["hooks of another type", 'a = 1\nhooks = "x"\n', 2, '"hooks" is not a list'],
  ["hooks written with dots", "a = 1\n\nhooks.b = 1\n", 3, '"hooks" is not a list'],
  ["a key set twice", "a = 1\nb = 1\na = 2\n", 3, "no valid TOML: Defining a key multiple times is invalid"],
  ["hooks given in two forms", "hooks = []\n[[hooks]]\n", 2, "no valid TOML: Defining a key multiple times is invalid"],
  ["a value missing", "a = 1\nb =\nc = 2\n", 2, "no valid TOML: Unexpected character"],
  ["a control character", "a = 1\nb = '\u0001'\n", 2, "a control character"],
  ["half a surrogate pair", "a = 1\nb = '\ud800'\n", 2, "half a character (a lone surrogate)"],
];

for (const [name, text, line, why] of REFUSED_HOOKS) {
  Deno.test(`TOML with ${name} is refused with its line and a mend`, () => {
    const refused = refusal(text, [START]);
    assertEquals([refused.refused, refused.line], [why, line]);
    assert(refused.mend.length > 0);
  });
}

const REFUSED_TABLES: readonly [form: string, text: string, line: number, why: string][] = [
  ["between braces", '[ui]\nstatus_line = { type = "builtin" }\n', 2, '"ui.status_line" is written between braces'],
  ["between braces above", "ui = { theme = 1 }\n", 1, '"ui" is written between braces'],
  ["with dots", "[ui]\nstatus_line.padding = 1\n", 2, '"ui.status_line" is written with dots'],
  ["with dots above", "a = 1\nui.theme = 1\n", 2, '"ui" is written with dots'],
  ["as a list", '[[ui.status_line]]\ntype = "command"\n', 1, '"ui.status_line" is not an object'],
  ["twice", "[ui.status_line]\n[ui.status_line]\n", 2, "no valid TOML: Defining a key multiple times is invalid"],
];

for (const [form, text, line, why] of REFUSED_TABLES) {
  Deno.test(`a status line table written ${form} is refused with its line`, () => {
    const refused = refusal(text, STATUS_LINE);
    assertEquals([refused.refused, refused.line], [why, line]);
  });
}

Deno.test("a value between braces is not replaced either, since the table is the user's form", () => {
  const change: Change = { do: "set", path: ["ui", "status_line", "type"], value: "command" };
  assertEquals(refusal('ui.x = 1\nui.status_line = { type = "builtin" }\n', [change]).line, 2);
});

Deno.test("one value of an entry is replaced where it stands, in a block and in a list", () => {
  const change: Change = { do: "set", path: ["hooks", 1, "timeout"], value: 5 };
  const block = "[[hooks]]\nevent='A'\n\n[[hooks]]\nevent='B'\ntimeout  =  30 # mine\n";
  assertEquals(edited(toml, block, [change]).text, block.replace("30", "5"));
  const list = "hooks = [{event='A'}, {event='B', timeout=30}]\n";
  assertEquals(edited(toml, list, [change]).text, list.replace("30", "5"));
});

Deno.test("a value that an entry lacks is added to it, in a block and in a list", () => {
  const change: Change = { do: "set", path: ["hooks", 0, "timeout"], value: 5 };
  assertEquals(edited(toml, "[[hooks]]\nevent='A'\n[x]\n", [change]).text, "[[hooks]]\nevent='A'\ntimeout=5\n[x]\n");
  assertEquals(edited(toml, "hooks = [{event='A'}]\n", [change]).text, "hooks = [{event='A', timeout = 5}]\n");
});

Deno.test("a first key comes before the others of its table", () => {
  const change: Change = { do: "set", path: ["t", "z"], value: 1, first: true };
  assertEquals(edited(toml, "[t]\n# one\na = 1\n", [change]).text, "[t]\n# one\nz = 1\na = 1\n");
});

Deno.test("a value that is equal, however it is written, is no change", () => {
  const text = '[ui.status_line]\ntype = \'comm\\u\'\ncommand = """\na"""\n';
  const changes: Change[] = [
    { do: "set", path: ["ui", "status_line", "type"], value: "comm\\u" },
    { do: "set", path: ["ui", "status_line", "command"], value: "a" },
  ];
  assertEquals(edited(toml, text, changes), { text, made: [], undo: [] });
});

Deno.test("removing a block takes its own lines alone: comments and neighbours stay", () => {
  const text =
    "a = 1\n\n# about ours\n[[hooks]]\nevent = 'A' # gone\n# inside\ntimeout = 5\n# behind\n\n[[hooks]]\nevent = 'B'\n";
  const left = "a = 1\n\n# about ours\n# inside\n# behind\n\n[[hooks]]\nevent = 'B'\n";
  assertEquals(edited(toml, text, [{ do: "remove", path: ["hooks", 0] }]).text, left);
});

Deno.test("removing an element of a list takes the comment on its own line with it, and no other", () => {
  const text = "hooks = [\n  # one\n  {event='A'}, # gone\n  # two\n  {event='B'}, # stays\n]\n";
  const left = "hooks = [\n  # one\n  # two\n  {event='B'}, # stays\n]\n";
  assertEquals(edited(toml, text, [{ do: "remove", path: ["hooks", 0] }]).text, left);
});

Deno.test("an old entry goes and a new one comes in one edit, also where the file has no final newline", () => {
  const old = "a = 1\n\n[[hooks]]\nevent = 'A'";
  const changes: Change[] = [{ do: "remove", path: ["hooks", 0] }, STOP];
  const next = 'a = 1\n\n[[hooks]]\nevent = "Stop"\ncommand = "a \\"b\\" \\\\c"\ntimeout = 5';
  assertEquals(edited(toml, old, changes).text, next);
  const list = "hooks = [\n  {event='A'},\n  {event='B'}\n]\n";
  const swapped = 'hooks = [\n  {event=\'A\'},\n  { event = "Stop", command = "a \\"b\\" \\\\c", timeout = 5 }\n]\n';
  assertEquals(edited(toml, list, [{ do: "remove", path: ["hooks", 1] }, STOP]).text, swapped);
});

Deno.test("removing what is not there changes nothing", () => {
  const text = "a = 1\n";
  assertEquals(edited(toml, text, [{ do: "remove", path: ["hooks", 3] }, { do: "remove", path: ["b"] }]).text, text);
});

Deno.test("an old text does not come back over a comment that came in since", () => {
  const text = "hooks = [\n  # mine\n  { event = 'A' },\n]\n";
  const changes: Change[] = [{ do: "remove", path: ["hooks", 0] }, { do: "restore", path: ["hooks"], text: "[]" }];
  assertEquals(edited(toml, text, changes).text, "hooks = [\n  # mine\n]\n");
});

Deno.test("an edit names what it made and what was empty, as they are called in the new text", () => {
  const made = edited(toml, "", STATUS_LINE);
  assertEquals(made.made, [["ui"], ["ui", "status_line"]] satisfies Path[]);
  assertEquals(made.undo, [{ path: [], text: "" }]);
  const filled = edited(toml, "hooks = [ ]\n", [START]);
  assertEquals([filled.made, filled.undo], [[], [{ path: ["hooks"], text: "[ ]" }]]);
});

Deno.test("dates, large numbers and names that objects have by themselves are read and kept", () => {
  const text = "when = 1979-05-27T07:32:00Z\nbig = 9223372036854775807\n__proto__ = 1\nconstructor = 2\n";
  const { text: next } = edited(toml, text, [START]);
  assert(next.startsWith(text));
  const value = Object(documentIn(toml, next));
  assertEquals([value.when, Object.hasOwn(value, "__proto__"), value.hooks.length], [
    "1979-05-27T07:32:00.000Z",
    true,
    1,
  ]);
});

Deno.test("a file of 30,000 keys is edited, though the second reader would take minutes for it", () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `key${index} = ${index}\n`).join("");
  assert(edited(toml, text, [START]).text.startsWith(text));
});

Deno.test("values nested too deep are refused, whatever the parser would do with them", () => {
  for (const depth of [600, 100_000]) {
    const refused = refusal(`a = ${"[".repeat(depth)}${"]".repeat(depth)}\n`, [START]);
    assert(refused.mend.length > 0);
  }
});

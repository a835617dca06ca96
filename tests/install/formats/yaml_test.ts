// YAML as agentica has it: the recorded pairs, each refusal with its line, and what an edit says about itself.

import { assert, assertEquals } from "@std/assert";
import type { Change } from "../../../install/formats/format.ts";
import { yaml } from "../../../install/formats/yaml.ts";
import { testPairs } from "./golden.ts";
import { documentIn, edited, isRefused } from "./round.ts";

const HOOKS = ["settings", "hooks"];
const CONSUMERS = [...HOOKS, "consumers"];
const ENABLE: Change = { do: "set", path: [...HOOKS, "enabled"], value: true };
const OBSERVE: Change = {
  do: "append",
  path: CONSUMERS,
  value: {
    name: "vults",
    command: ["/home/u/s p/vults-forward", "agentica"],
    events: { "needs.approval": false, "needs.input": false },
  },
};
const ASK: Change = {
  do: "append",
  path: CONSUMERS,
  value: { name: "vults-ask", command: ["/home/u/vults", "hook", "--agent", "agentica", "--approval"] },
};

testPairs("yaml", yaml, () => [ENABLE, OBSERVE, ASK]);

function refusal(text: string, changes: readonly Change[]) {
  const result = yaml.edit(text, changes);
  assert(isRefused(result), `not refused: ${JSON.stringify(result)}`);
  return result;
}

const REFUSED: readonly [name: string, text: string, line: number, why: string][] = [
  ["several documents", "a: 1\n---\nb: 1\n", 2, "a second document"],
  ["an anchor on our path", "a: 1\nsettings:\n  hooks: &h\n    a: 1\n", 3, '"settings.hooks" has an anchor'],
  ["an alias on our path", "base: &b {a: 1}\nsettings:\n  hooks: *b\n", 3, '"settings.hooks" has an alias'],
  ["a merge key on our path", "base: &b {a: 1}\nsettings:\n  <<: *b\n", 2, '"settings" merges another map (<<)'],
  ["a tag on our path", "settings: !ours\n  a: 1\n", 1, '"settings" has a tag'],
  ["a tab as indentation", "settings:\n\thooks: {}\n", 2, "a tab as indentation"],
  ["a single value on our path", "settings:\n  hooks: on\n", 2, '"settings.hooks" is not an object'],
  ["a list on our path", "settings:\n- hooks\n", 1, '"settings" is not an object'],
  [
    "consumers that are no list",
    "settings:\n  hooks:\n    consumers: {}\n",
    3,
    '"settings.hooks.consumers" is not a list',
  ],
  ["a key of our path twice", "settings:\n  a: 1\nsettings:\n  b: 1\n", 3, '"settings" is given twice'],
  ["a key of our path behind a question mark", "? settings\n: a: 1\n", 1, '"settings" is written with "?"'],
  [
    "an empty list over several lines",
    "settings:\n  hooks:\n    consumers: [\n      # none\n    ]\n",
    3,
    '"settings.hooks.consumers" is empty in a form that cannot be filled',
  ],
  ["a list as the whole file", "- a\n", 1, "the file is not a map"],
  ["a control character", "a: 1\nb: '\u0001'\n", 2, "a control character"],
  ["half a surrogate pair", "a: '\ud800'\n", 1, "half a character (a lone surrogate)"],
];

for (const [name, text, line, why] of REFUSED) {
  Deno.test(`YAML with ${name} is refused with its line and a mend`, () => {
    const refused = refusal(text, [ENABLE, OBSERVE]);
    assertEquals([refused.refused, refused.line], [why, line]);
    assert(refused.mend.length > 0);
  });
}

Deno.test("an anchor, a merge key or a tag above the place is as good as one at it", () => {
  const inner = "  hooks:\n    consumers:\n      - name: a\n";
  assertEquals(refusal(`settings: &s\n${inner}copy: *s\n`, [OBSERVE]).refused, '"settings" has an anchor');
  assertEquals(refusal(`settings: !x\n${inner}`, [OBSERVE]).refused, '"settings" has a tag');
  assertEquals(
    refusal(`b: &b {}\nsettings:\n  <<: *b\n${inner}`, [OBSERVE]).refused,
    '"settings" merges another map (<<)',
  );
});

Deno.test("a file that is an empty map gets its old text back, unless something came in since", () => {
  const text = "# head\n{}\n# foot\n";
  const there = edited(yaml, text, [OBSERVE]);
  const back: Change[] = [{ do: "remove", path: ["settings"] }, { do: "restore", path: [], text }];
  assertEquals(there.undo, [{ path: [], text }]);
  assertEquals(edited(yaml, there.text, back).text, text);
  assertEquals(edited(yaml, there.text + "# mine\n", back).text, "# head\n# foot\n# mine\n");
});

Deno.test("a text that is no YAML is refused, named as such, with a line", () => {
  const refused = refusal("a: 1\nb: 'x\n", [OBSERVE]);
  assert(refused.refused.startsWith("no valid YAML: "), refused.refused);
  assert(refused.line !== undefined && refused.line >= 2, String(refused.line));
});

Deno.test("what is refused on our path is left alone elsewhere", () => {
  const text = "base: &b {x: 1}\nuse: *b\nmerged:\n  <<: *b\ntwice: 1\ntwice: 2\ntagged: !x 1\nspaced:\t1\n";
  assert(edited(yaml, text, [ENABLE, OBSERVE]).text.startsWith(text));
});

Deno.test("an equal value, however it is written, is no change", () => {
  const text = 'settings:\n  hooks:\n    enabled: "yes" # mine\n';
  const change: Change = { do: "set", path: [...HOOKS, "enabled"], value: "yes" };
  assertEquals(edited(yaml, text, [change]), { text, made: [], undo: [] });
});

Deno.test("a value that was missing behind its colon is missing again afterwards", () => {
  const text = "settings:\n  hooks:\n    enabled:  # later\n    a: 1\n";
  const there = edited(yaml, text, [ENABLE]);
  assertEquals(there.text, text.replace("enabled:", "enabled: true"));
  assertEquals(there.undo, [{ path: [...HOOKS, "enabled"], text: "" }]);
  assertEquals(edited(yaml, there.text, there.undo.map((undo) => ({ do: "restore", ...undo }))).text, text);
});

Deno.test("a value over several lines is not replaced", () => {
  const text = "settings:\n  hooks:\n    enabled: |\n      true\n";
  assertEquals(refusal(text, [ENABLE]).line, 3);
});

Deno.test("one value of an entry is replaced where it stands, and one it lacks is added", () => {
  const text =
    "settings:\n  hooks:\n    consumers:\n      - name: vults # ours\n        command: [a]\n      - name: b\n";
  const rename: Change = { do: "set", path: [...CONSUMERS, 0, "name"], value: "vults-ask" };
  assertEquals(edited(yaml, text, [rename]).text, text.replace("vults #", "vults-ask #"));
  const events: Change = { do: "set", path: [...CONSUMERS, 0, "events"], value: { "run.started": false } };
  const added = "[a]\n        events:\n          run.started: false\n";
  assertEquals(edited(yaml, text, [events]).text, text.replace("[a]\n", added));
});

Deno.test("a first member comes before the others, also behind a dash and between braces", () => {
  const first: Change = { do: "set", path: ["list", 0, "z"], value: 1, first: true };
  assertEquals(edited(yaml, "list:\n  - a: 1\n", [first]).text, "list:\n  - z: 1\n    a: 1\n");
  assertEquals(edited(yaml, "list: [{a: 1}]\n", [first]).text, "list: [{z: 1, a: 1}]\n");
});

Deno.test("removing an entry takes its own lines alone: comments and neighbours stay", () => {
  const text =
    "settings:\n  hooks:\n    consumers:\n      # about ours\n      - name: vults # gone\n        # inside\n" +
    "        command: [a]\n      # behind\n\n      - name: b\n";
  const left =
    "settings:\n  hooks:\n    consumers:\n      # about ours\n        # inside\n      # behind\n\n      - name: b\n";
  assertEquals(edited(yaml, text, [{ do: "remove", path: [...CONSUMERS, 0] }]).text, left);
});

Deno.test("a list or a map that loses its last entry is written as empty, not as nothing", () => {
  const text = "settings:\n  hooks: # h\n    consumers: # c\n    - name: vults\n";
  const emptyList = "settings:\n  hooks: # h\n    consumers: [] # c\n";
  assertEquals(edited(yaml, text, [{ do: "remove", path: [...CONSUMERS, 0] }]).text, emptyList);
  assertEquals(edited(yaml, text, [{ do: "remove", path: CONSUMERS }]).text, "settings:\n  hooks: {} # h\n");
});

Deno.test("the first member behind a dash goes, and the next one takes its place", () => {
  const text = "list:\n  - a: 1\n    b: 2\n  - c: 3\n";
  assertEquals(edited(yaml, text, [{ do: "remove", path: ["list", 0, "a"] }]).text, "list:\n  - b: 2\n  - c: 3\n");
});

Deno.test("an old entry goes and a new one comes in one edit, also where the file has no final newline", () => {
  const text = "settings:\n  hooks:\n    consumers:\n      - name: old";
  const next =
    'settings:\n  hooks:\n    consumers:\n      - name: vults-ask\n        command: ["/home/u/vults", hook, "--agent", agentica, "--approval"]';
  assertEquals(edited(yaml, text, [{ do: "remove", path: [...CONSUMERS, 0] }, ASK]).text, next);
});

Deno.test("a list that starts behind another's dash is not taken apart", () => {
  assertEquals(refusal("list:\n  - - a\n    - b\n", [{ do: "remove", path: ["list", 0, 0] }]).line, 2);
});

Deno.test("removing what is not there changes nothing", () => {
  const text = "a: 1\n";
  assertEquals(
    edited(yaml, text, [{ do: "remove", path: [...CONSUMERS, 3] }, { do: "remove", path: ["b"] }]).text,
    text,
  );
});

Deno.test("an edit names what it made and what was empty, as they are called in the new text", () => {
  const made = edited(yaml, "", [OBSERVE]);
  assertEquals([made.made, made.undo], [[["settings"], HOOKS, CONSUMERS], []]);
  const filled = edited(yaml, "settings:\n  hooks:\n    consumers:   [ ] # none\n", [OBSERVE]);
  assertEquals([filled.made, filled.undo], [[], [{ path: CONSUMERS, text: "   [ ]" }]]);
});

Deno.test("strings that some YAML reads as something else are quoted", () => {
  const words = [
    "yes",
    "No",
    "on",
    "null",
    "~",
    "1.0",
    "0x1",
    "- a",
    "a: b",
    "a #b",
    "",
    " a",
    "é",
    "\u2028",
    "2001-01-01",
  ];
  const { text } = edited(yaml, "", [{ do: "set", path: ["words"], value: words }]);
  assertEquals(Object(documentIn(yaml, text)).words, words);
  for (const version of ["1.1", "1.2"]) {
    assertEquals(Object(documentIn(yaml, `%YAML ${version}\n---\n${text}`)).words, words);
  }
});

Deno.test("a bomb of aliases and values nested too deep are refused, not followed", () => {
  const bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level++) {
    bomb.push(`a${level}: &a${level} [${Array(9).fill(`*a${level - 1}`).join(", ")}]`);
  }
  assert(refusal(bomb.join("\n") + "\n", [OBSERVE]).mend.length > 0);
  for (const depth of [600, 20_000]) {
    assert(refusal(`a: ${"[".repeat(depth)}${"]".repeat(depth)}\n`, [OBSERVE]).mend.length > 0);
  }
});

// What is never edited, with the line and the mend that its owner is told (`installer.md` sections 9 and 14, number 39):
// on an install and on an uninstall alike.

import { assert, assertEquals, assertThrows } from "@std/assert";
import type { Change, Refused } from "../../../install/formats/format.ts";
import { jsonc, strictJson } from "../../../install/formats/json.ts";
import { documentIn } from "./round.ts";
import { isObject } from "../../../src/domain/json.ts";

const APPEND: Change = { do: "append", path: ["hooks", "Stop"], value: 1 };
const REMOVE: Change = { do: "remove", path: ["hooks", "Stop", 0] };

const both: readonly (readonly [name: string, text: string, refused: string, line: number])[] = [
  ["a list at the root", "\n[]", "the file holds no object", 2],
  ["a string at the root", '"x"', "the file holds no object", 1],
  ["a trailing comma in an object", '{\n  "a": 1,\n}', "trailing comma", 2],
  ["a trailing comma in a list", '{\r\n"a": [1\r\n,\r\n]}', "trailing comma", 3],
  ["content after the value", '{}\n{"b": 1}', "content after the value", 2],
  ["one bracket too many", "{}\n\n}", "content after the value", 3],
  ["a file that ends too early", '{\n  "a": [1,\n', "the file ends before its value does", 3],
  ["a string without an end", '{\n"a": "x\n}', "a string without an end", 2],
  ["a control character in a string", '{"a":\n"x\ty"}', "a control character in a string", 2],
  ["half a pair as an escape", '{\n"a": "\\ud83d x"}', "half a surrogate pair in a string", 2],
  ["half a pair in a key", '{"\\ude00": 1}', "half a surrogate pair in a string", 1],
  ["an unknown escape", '{"a": "\\x"}', "an unknown escape in a string", 1],
  ["a word", '{"a": NaN}', "a word that is not JSON", 1],
  ["a number that is cut off", '{"a": 1.}', "a number that is cut off", 1],
  ["a missing comma", '{"a": 1\n"b": 2}', "a comma is missing", 2],
  ["a missing colon", '{"a" 1}', "a colon is missing", 1],
  ["a bare name", "{\n a: 1}", "a word that is not JSON", 2],
  ["513 levels", `{"a":\n${"[".repeat(512)}${"]".repeat(512)}}`, "nested deeper than 512", 2],
  ["a hundred thousand levels, never closed", "{\n" + '"a":' + "[".repeat(100_000), "nested deeper than 512", 2],
];
const strict: typeof both = [
  ["a line comment", '{\n  "a": 1 // one\n}', "a comment, which its reader refuses", 2],
  ["a block comment after the value", "{}\n\n/* x */", "a comment, which its reader refuses", 3],
];
const loose: typeof both = [
  ["a comment without an end", "{}\n/* x", "a comment without an end", 2],
  ["a comment alone", "// x", "the file ends before its value does", 1],
];

for (
  const [format, kind, rows] of [[strictJson, "JSON", [...both, ...strict]], [jsonc, "JSONC", [
    ...both,
    ...loose,
  ]]] as const
) {
  for (const [name, text, reason, line] of rows) {
    Deno.test(`${kind}: ${name} is refused, with its line`, () => {
      const read = refusalOf(format.read(text));
      assertEquals([read.refused, read.line], [reason, line]);
      assert(read.mend.includes("run again"));
      for (const change of [APPEND, REMOVE]) assertEquals<unknown>(format.edit(text, [change]), read);
      assertEquals<unknown>(format.read("\uFEFF" + text), read);
    });
  }
}

Deno.test("JSON and JSONC: 512 levels, comments in JSONC and a BOM are read", () => {
  const deep = `{"a":${"[".repeat(511)}${"]".repeat(511)}}`;
  assertEquals(documentIn(strictJson, deep), JSON.parse(deep));
  assertEquals(documentIn(jsonc, '\uFEFF// x\n{ /* y */ "a": 1 }\n// z'), { a: 1 });
  for (const blank of ["", " \r\n", "\uFEFF"]) assertEquals(documentIn(strictJson, blank), {});
});

Deno.test("a duplicate key is refused on the path that changes, and left alone elsewhere", () => {
  const text = '{\n  "a": 1,\n  "hooks": {},\n  "a": 2,\n  "h\\u006foks": {}\n}';
  assertEquals(documentIn(strictJson, text), { a: 2, hooks: {} });
  const refused = { refused: '"hooks" is given twice', line: 5, mend: "remove one of the two and run again" };
  assertEquals<unknown>(strictJson.edit(text, [APPEND]), refused);
  assertEquals<unknown>(strictJson.edit(text, [REMOVE]), refused);
  assertEquals<unknown>(strictJson.edit(text, [{ do: "remove", path: ["hooks"] }]), refused);
  const inner = strictJson.edit('{"hooks":{"Stop":[],\n"Stop":[]}}', [APPEND]);
  assertEquals([refusalOf(inner).refused, refusalOf(inner).line], ['"hooks.Stop" is given twice', 2]);
  const edited = strictJson.edit('{"a":1,"hooks":{"Stop":[0]},"a":2}', [APPEND]);
  assertEquals("text" in edited && edited.text, '{"a":1,"hooks":{"Stop":[0,1]},"a":2}');
});

Deno.test("a path through what holds nothing is refused, with its line", () => {
  const rows: readonly (readonly [string, Change, string, number])[] = [
    ['{\n"hooks": null}', APPEND, '"hooks" is not an object', 2],
    ['{\n"hooks": []}', APPEND, '"hooks" is not an object', 2],
    ['{"hooks": {\n"Stop": {}}}', APPEND, '"hooks.Stop" is not a list', 2],
    [
      '{"hooks": {"Stop": [{"hooks":\n"x"}]}}',
      { ...APPEND, path: ["hooks", "Stop", 0, "hooks"] },
      '"hooks.Stop[0].hooks" is not a list',
      2,
    ],
    ['{"a": 1}', { do: "set", path: ["a", "b"], value: 1 }, '"a" is not an object', 1],
    ['{"a": {}}', { do: "set", path: ["a", 0], value: 1 }, '"a" is not a list', 1],
    ['{"a": []}', { do: "set", path: ["a", 0], value: 1 }, '"a[0]" is not there', 1],
    ["{}", { do: "restore", path: ["a"], text: "{}" }, '"a" is not there', 1],
  ];
  for (const [text, change, reason, line] of rows) {
    const refused = refusalOf(strictJson.edit(text, [change]));
    assertEquals([refused.refused, refused.line], [reason, line]);
  }
});

Deno.test("to take away what is not there is no change, whatever stands in its place", () => {
  for (const text of ["{}", '{"hooks": 1}', '{"hooks": {"Stop": "x"}}', '{"hooks": {"Stop": []}}', ""]) {
    assertEquals(strictJson.edit(text, [REMOVE]), { text, made: [], undo: [] });
  }
});

Deno.test("a saved text that is not one value is never put back", () => {
  for (const saved of ['1, "b": 2', "{", "[1,]", "// x", " "]) {
    const refused = refusalOf(strictJson.edit('{"a": {}}', [{ do: "restore", path: ["a"], text: saved }]));
    assert(refused.refused.startsWith("the text saved for it is not JSON"), saved);
  }
});

Deno.test("a value of ours that no file may hold is refused by the edit's own check", () => {
  const refused = refusalOf(strictJson.edit("{}", [{ do: "set", path: ["a"], value: "\ud800" }]));
  assert(refused.refused.includes("half a surrogate pair"));
});

Deno.test("two changes that contradict each other are the caller's mistake", () => {
  const set: Change = { do: "set", path: ["a"], value: {} };
  const pairs: readonly Change[][] = [
    [set, { do: "append", path: ["a", "b"], value: 1 }],
    [{ do: "remove", path: ["a"] }, { do: "set", path: ["a", "b"], value: 1 }],
    [set, { ...set, value: 1 }],
    [{ do: "restore", path: ["a"], text: "{}" }, { do: "append", path: ["a", "b"], value: 1 }],
    [{ do: "remove", path: [] }],
  ];
  for (const changes of pairs) assertThrows(() => strictJson.edit('{"a": {"b": []}}', changes), Error, "Cannot ");
});

function refusalOf(result: unknown): Refused {
  assert(
    isObject(result) && typeof result.refused === "string" && typeof result.mend === "string",
    JSON.stringify(result),
  );
  const { refused, mend, line } = result;
  return { refused, mend, ...(typeof line === "number" ? { line } : {}) };
}

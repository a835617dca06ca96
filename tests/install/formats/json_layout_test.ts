// How new text is laid out in a file of JSON or JSONC, and what an uninstall leaves (`installer.md` section 9): each row
// a file, the file with a hook of ours added, and the same bytes again once it is taken away.

import { assert, assertEquals } from "@std/assert";
import type { Change, Edited, Format } from "../../../install/formats/format.ts";
import { jsonc, strictJson } from "../../../install/formats/json.ts";
import { documentIn } from "./round.ts";

const STOP: Change = { do: "append", path: ["hooks", "Stop"], value: { command: "x", n: [1] } };
const EXPANDED = `{
  "hooks": {
    "Stop": [
      {
        "command": "x",
        "n": [
          1
        ]
      }
    ]
  }
}
`;

const rows: readonly { name: string; before: string; after: string; format?: Format }[] = [
  { name: "a missing file ends with one line feed", before: "", after: EXPANDED },
  { name: "a blank file is filled", before: " \n\n", after: EXPANDED },
  { name: "a BOM alone is a blank file and stays", before: "\uFEFF", after: "\uFEFF" + EXPANDED },
  { name: "a blank file of CRLF is filled with CRLF", before: "\r\n", after: EXPANDED.replaceAll("\n", "\r\n") },
  { name: "an empty object says nothing of the layout", before: "{ }\n", after: EXPANDED },
  {
    name: "one line stays one line, with its spacing",
    before: '{ "a":1,"b":[ 2 ] }',
    after: '{ "a":1,"b":[ 2 ],"hooks":{ "Stop":[ { "command":"x","n":[ 1 ] } ] } }',
  },
  {
    name: "tabs, CRLF and a BOM, without an end of line",
    before: '\uFEFF{\r\n\t"a": 1\r\n}',
    after: '\uFEFF{\r\n\t"a": 1,\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{\r\n\t\t\t\t"command": "x",\r\n' +
      '\t\t\t\t"n": [\r\n\t\t\t\t\t1\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}',
  },
  {
    name: "three spaces, and a colon with space before it",
    before: '{\n   "hooks" : {\n      "Stop" : []\n   }\n}\n',
    after: '{\n   "hooks" : {\n      "Stop" : [\n         {\n            "command" : "x",\n            "n" : [\n' +
      "               1\n            ]\n         }\n      ]\n   }\n}\n",
  },
  {
    name: "an element is written like the one beside it",
    before: '{\n  "hooks": {\n    "Stop": [\n      { "command": "y", "n": [1, 2] }\n    ]\n  }\n}\n',
    after:
      '{\n  "hooks": {\n    "Stop": [\n      { "command": "y", "n": [1, 2] },\n      { "command": "x", "n": [1] }\n' +
      "    ]\n  }\n}\n",
  },
  {
    name: "what is nearest shows the spacing, not what is first",
    before:
      '{\n  "a": { "b": [ 1, 2 ] },\n  "hooks": {\n    "Stop": [\n      {"command":"y","n":[1,2]}\n    ]\n  }\n}\n',
    after: '{\n  "a": { "b": [ 1, 2 ] },\n  "hooks": {\n    "Stop": [\n      {"command":"y","n":[1,2]},\n' +
      '      {"command":"x","n":[1]}\n    ]\n  }\n}\n',
  },
  {
    name: "an element beside one that hugs its brackets",
    before: '{\n  "hooks": {\n    "Stop": [{\n      "command": "y"\n    }]\n  }\n}',
    after:
      '{\n  "hooks": {\n    "Stop": [{\n      "command": "y"\n    }, {\n      "command": "x",\n      "n": [\n        1\n' +
      "      ]\n    }]\n  }\n}",
  },
  {
    name: "comments keep their entries",
    format: jsonc,
    before: '{\n  "hooks": {\n    "Stop": [\n      { "a": 1 } // mine\n      // the end\n    ]\n  } /* so */\n}',
    after:
      '{\n  "hooks": {\n    "Stop": [\n      { "a": 1 }, // mine\n      { "command": "x", "n": [1] }\n      // the end\n' +
      "    ]\n  } /* so */\n}",
  },
  {
    name: "a container that holds comments alone keeps them",
    format: jsonc,
    before: '{ // top\n  "hooks": { "Stop": [ // none yet\n  ] }\n}',
    after:
      '{ // top\n  "hooks": { "Stop": [ // none yet\n    {\n      "command": "x",\n      "n": [\n        1\n      ]\n    }\n' +
      "  ] }\n}",
  },
  {
    name: "after a line comment comes a line of its own, even among entries on one line",
    format: jsonc,
    before: '{"hooks": {"Stop": [1 // one\n]}}',
    after: '{"hooks": {"Stop": [1, // one\n  {"command": "x", "n": [1]}\n]}}',
  },
];

for (const { name, before, after, format = strictJson } of rows) {
  Deno.test(`${name}; taken away again, the bytes are the old ones`, () => {
    const edited = edit(format, before, [STOP]);
    assertEquals(edited.text, after);
    const { made, undo } = edited;
    const filled = undo.map((entry): Change => ({ do: "restore", ...entry }));
    const added = made.slice(0, 1).map((path): Change => ({ do: "remove", path }));
    const back = filled.length > 0 ? filled : added;
    const entry: Change = { do: "remove", path: ["hooks", "Stop", 1] };
    assertEquals(edit(format, edited.text, back.length > 0 ? back : [entry]).text, before);
  });
}

Deno.test("a first member goes before the others and after the comment beside the bracket", () => {
  const version: Change = { do: "set", path: ["version"], value: 1, first: true };
  const text = '{ // Cursor\n\t// mine\n\t"hooks": {}\n}';
  const edited = edit(jsonc, text, [version]).text;
  assertEquals(edited, '{ // Cursor\n\t"version": 1,\n\t// mine\n\t"hooks": {}\n}');
  assertEquals(edit(jsonc, edited, [{ do: "remove", path: ["version"] }]).text, text);
  assertEquals(edit(strictJson, '{"hooks":{}}', [version]).text, '{"version":1,"hooks":{}}');
});

Deno.test("a value is replaced where it stands, and nothing beside it", () => {
  const text = '{\n  "a" : [ 1.50, /* c */ {"t": 5 , "u":"\\/"} ] // d\n}';
  const edited = edit(jsonc, text, [{ do: "set", path: ["a", 1, "t"], value: 120 }]);
  assertEquals(edited, { text: text.replace("5 ,", "120 ,"), made: [], undo: [] });
});

Deno.test("an equal value in another order and layout is no change", () => {
  const text = '{"a": {"x": 1.0, "y": [ "\\u00e9" ]}}';
  assertEquals(edit(strictJson, text, [{ do: "set", path: ["a"], value: { y: ["é"], x: 1 } }]).text, text);
});

Deno.test("an entry goes with its comma and its line, and leaves every comment and neighbour", () => {
  const text = '{\n  "s": [\n    1, // one\n    2, // two\n    3 // three\n    // end\n  ]\n}';
  const without = (...gone: number[]) => {
    return edit(jsonc, text, gone.map((index): Change => ({ do: "remove", path: ["s", index] }))).text;
  };
  assertEquals(without(1), text.replace("2, // two", "// two"));
  assertEquals(without(2), text.replace("2, //", "2 //").replace("3 // three", "// three"));
  assertEquals(without(0, 2), text.replace("1, ", "").replace("2, //", "2 //").replace("3 ", ""));
  assertEquals(without(0, 1, 2), text.replace("1, ", "").replace("2, ", "").replace("3 ", ""));
});

Deno.test("a line comment never swallows what follows a removed entry", () => {
  const remove = (text: string, ...gone: string[]) => {
    return edit(jsonc, text, gone.map((name): Change => ({ do: "remove", path: [name] }))).text;
  };
  assertEquals(remove('{ // x\n  "a": 1, "b": 2 }', "a"), '{ // x\n  "b": 2 }');
  assertEquals(remove('{ // x\n  "a": 1 }', "a"), "{ // x\n  }");
  assertEquals(remove('{ // x\n  "a": 1,\n  "b": 2, "c": 3 }', "a", "b"), '{ // x\n  "c": 3 }');
});

Deno.test("a list that loses all it had is empty, and one that gets others keeps its layout", () => {
  const text = '{\n  "s": [\n    1,\n    2\n  ]\n}';
  const gone: Change[] = [0, 1].map((index) => ({ do: "remove", path: ["s", index] }));
  assertEquals(edit(strictJson, text, gone).text, '{\n  "s": []\n}');
  const other: Change = { do: "append", path: ["s"], value: 3 };
  assertEquals(edit(strictJson, text, [...gone, other]).text, '{\n  "s": [\n    3\n  ]\n}');
  assertEquals(edit(strictJson, '{"s": [ 1 ]}', [gone[0] ?? other, other]).text, '{"s": [ 3 ]}');
});

Deno.test("a foreign entry that came after ours stays where it is", () => {
  const before = '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}';
  const ours = edit(strictJson, before, [STOP]).text;
  const theirs = edit(strictJson, ours, [{ do: "append", path: ["hooks", "Stop"], value: "theirs" }]).text;
  const gone = edit(strictJson, theirs, [{ do: "remove", path: ["hooks", "Stop", 1] }]).text;
  assertEquals(gone, before.replace("1\n", '1,\n      "theirs"\n'));
});

Deno.test("what was filled is named by its place in the new text", () => {
  const changes: Change[] = [
    { do: "remove", path: ["s", 0] },
    { do: "append", path: ["s", 1, "hooks"], value: 2 },
    { do: "append", path: ["t", "u"], value: 3 },
  ];
  const { text, made, undo } = edit(strictJson, '{"s": [1, {"hooks": [ ]}]}', changes);
  assertEquals(text, '{"s": [{"hooks": [2]}], "t": {"u": [3]}}');
  assertEquals({ made, undo }, { made: [["t"], ["t", "u"]], undo: [{ path: ["s", 0, "hooks"], text: "[ ]" }] });
});

Deno.test("an old text comes back to the byte, but never at the price of a comment of the user's", () => {
  const restore = (text: string, saved: string, path = ["s"]) =>
    edit(jsonc, text, [{ do: "restore", path, text: saved }]);
  assertEquals(restore('{"s": [1, {"a": 2}]}', "[ /* old */ ]").text, '{"s": [ /* old */ ]}');
  assertEquals(restore('{"s": {"type": "x"}}', '{\n "type" : "y" }').text, '{"s": {\n "type" : "y" }}');
  assertEquals(restore('{"s": [ // new\n  1\n]}', "[]").text, '{"s": [ // new\n]}');
  assertEquals(restore('{"s": 1}\n', "\n\n", []).text, "\n\n");
  assertEquals(restore('// new\n{"s": 1}\n', "\n\n", []).text, "// new\n{}\n");
  assertEquals(restore('{ // new\n  "s": 1\n}\n', "", []).text, "{ // new\n}\n");
});

Deno.test("what is asked for twice, or within what goes or comes back anyway, is done once", () => {
  const removed: Change = { do: "remove", path: ["a", "b", 0] };
  const inner: Change = { do: "restore", path: ["a", "b"], text: "[ ]" };
  const outer: Change = { do: "restore", path: ["a"], text: "{ }" };
  const text = '{"a": {"b": [1]}, "c": 2}';
  for (const changes of [[removed, inner, outer, outer], [outer, inner, removed, removed]]) {
    assertEquals(edit(strictJson, text, changes).text, '{"a": { }, "c": 2}');
  }
  assertEquals(edit(strictJson, text, [inner, removed, { do: "remove", path: ["a"] }]).text, '{"c": 2}');
});

Deno.test("names of the prototype are members like any other", () => {
  const changes: Change[] = [
    { do: "append", path: ["__proto__", "constructor"], value: 1 },
    { do: "set", path: ["toString"], value: 2 },
  ];
  const { text } = edit(strictJson, '{"a":1}', changes);
  assertEquals(text, '{"a":1,"__proto__":{"constructor":[1]},"toString":2}');
  assertEquals(documentIn(strictJson, text), JSON.parse(text));
});

function edit(format: Format, text: string, changes: readonly Change[]): Edited {
  const edited = format.edit(text, changes);
  assert(!("refused" in edited), JSON.stringify(edited));
  return edited;
}

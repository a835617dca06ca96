// A person's comment stays, whatever goes around it (`installer.md` A2): beside an entry that goes, or inside it.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Change, Path } from "../../../install/formats/format.ts";
import { jsonc } from "../../../install/formats/json.ts";
import { wrongIn } from "../../../install/formats/json/check.ts";
import { type JsonDocument, readDocument } from "../../../install/formats/json/document.ts";
import { assertSameComments, strewn, withComments } from "./comments.ts";
import { document, EVENTS, look, textOf } from "./json_documents.ts";
import { documentIn, edited, wayBack } from "./round.ts";

const HOOKS: Path = ["hooks"];
const STOP: Path = ["hooks", "Stop"];
const GROUP: Path = ["hooks", "Stop", 0];

/** One comment at every place where one can be. */
const EVERYWHERE = `// top
{ // beside the bracket
  "a": 1, // one
  // before hooks
  "hooks": { // beside hooks
    // before Stop
    "Stop": [ // beside the list
      // before the group
      {
        // in the group
        "hooks": [
          /* before the handler */ { "command": /* value */ "x" /* inside */ } // beside the handler
          /* two
             lines */
        ] // after the handlers
      } // after the group
      // the list's end
    ] // after the list
    // the hooks' end
  } // after hooks
  // the end
}
// bottom
`;
const FROM_HOOKS = `  // before hooks
  // beside hooks
    // before Stop
    // beside the list
      // before the group
        // in the group
          /* before the handler */ /* value */ /* inside */ // beside the handler
          /* two
             lines */
        // after the handlers
      // after the group
      // the list's end
    // after the list
    // the hooks' end
  // after hooks
`;
const AFTER = `  // the end
}
// bottom
`;

const rows: readonly { name: string; before: string; gone: readonly Path[]; after: string }[] = [
  {
    name: "in every place, when all hooks go",
    before: EVERYWHERE,
    gone: [HOOKS],
    after: `// top\n{ // beside the bracket\n  "a": 1 // one\n${FROM_HOOKS}${AFTER}`,
  },
  {
    name: "in every place, when everything goes",
    before: EVERYWHERE,
    gone: [["a"], HOOKS],
    after: `// top\n{ // beside the bracket\n  // one\n${FROM_HOOKS}${AFTER}`,
  },
  {
    name: "in every place, when a member follows",
    before: EVERYWHERE.replace("  } // after hooks", '  }, // after hooks\n  "z": 2'),
    gone: [HOOKS],
    after: `// top\n{ // beside the bracket\n  "a": 1, // one\n${FROM_HOOKS}  "z": 2\n${AFTER}`,
  },
  {
    name: "in and beside the only list",
    before: '{\n  "hooks": {\n    // mine\n    "Stop": [\n      {}\n      // end\n    ]\n  }\n}\n',
    gone: [STOP],
    after: '{\n  "hooks": {\n    // mine\n      // end\n  }\n}\n',
  },
  {
    name: "in the first of two groups",
    before:
      '{\n  "hooks": {\n    "Stop": [\n      {\n        // c\n        "b": []\n      },\n      {}\n    ]\n  }\n}\n',
    gone: [GROUP],
    after: '{\n  "hooks": {\n    "Stop": [\n        // c\n      {}\n    ]\n  }\n}\n',
  },
  {
    name: "in the last of two groups, on the line of its bracket",
    before: '{\n  "hooks": {\n    "Stop": [\n      {},\n      { // c\n        "b": []\n      }\n    ]\n  }\n}\n',
    gone: [["hooks", "Stop", 1]],
    after: '{\n  "hooks": {\n    "Stop": [\n      {}\n      // c\n    ]\n  }\n}\n',
  },
  {
    name: "between two that go",
    before: '{"hooks": {"Stop": [\n  {}, // one\n  // two\n  {} /* three */, /* four */\n  {}\n]}}',
    gone: [GROUP, ["hooks", "Stop", 1], ["hooks", "Stop", 2]],
    after: '{"hooks": {"Stop": [\n  // one\n  // two\n  /* three */ /* four */\n]}}',
  },
  {
    name: "in empty lists",
    before: '{"a": 1, "hooks": {"Stop": [ /* none */ ], "Start": [ // none yet\n]}, "b": 2}',
    gone: [HOOKS],
    after: '{"a": 1, /* none */ // none yet\n"b": 2}',
  },
  {
    name: "between a key, its colon and its value",
    before: '{ "a": 1, /* 0 */ "hooks" /* 1 */ : /* 2 */ {} /* 3 */, /* 4 */ "b": 2 }',
    gone: [HOOKS],
    after: '{ "a": 1, /* 0 */ /* 1 */ /* 2 */ /* 3 */ /* 4 */ "b": 2 }',
  },
  {
    name: "on one line, before a member that stays",
    before: '{ "a": 1, "hooks": { /* x */ "Stop": [ { "command": "c" /* y */ } /* z */ ] }, "b": 2 }',
    gone: [HOOKS],
    after: '{ "a": 1, /* x */ /* y */ /* z */ "b": 2 }',
  },
  {
    name: "on one line, with the comma before it gone",
    before: '{ "a": 1, "hooks": { /* x */ "Stop": [ { "command": "c" /* y */ } /* z */ ] } }',
    gone: [HOOKS],
    after: '{ "a": 1 /* x */ /* y */ /* z */ }',
  },
  {
    name: "on one line without any white space",
    before: '{"hooks":{"Stop":[{"command":"x"/*c*/}]}}',
    gone: [HOOKS],
    after: "{/*c*/}",
  },
  {
    name: "with the line break that a line comment needs, where the next entry had none",
    before: '{"hooks": {"Stop": [{ // c\n"x": 1 }, 2]}}',
    gone: [GROUP],
    after: '{"hooks": {"Stop": [ // c\n2]}}',
  },
  {
    name: "with the line break that a line comment needs, where a bracket follows",
    before: '{"hooks": {"Stop": [1, { // c\n  // d\n  "x": 1 } ]}}',
    gone: [["hooks", "Stop", 1]],
    after: '{"hooks": {"Stop": [1 // c\n  // d\n  ]}}',
  },
  {
    name: "as two, a line comment inside the entry and one beside it",
    before: '{"hooks": {"Stop": [{ "x": 1 // in\n} // beside\n, 2]}}',
    gone: [GROUP],
    after: '{"hooks": {"Stop": [ // in\n// beside\n 2]}}',
  },
];

for (const { name, before, gone, after } of rows) {
  const changes = gone.map((path): Change => ({ do: "remove", path }));
  for (const eol of ["\n", "\r\n"]) {
    Deno.test(`a comment stays ${name}${eol === "\n" ? "" : ", with CRLF"}`, () => {
      const { text } = edited(jsonc, before.replaceAll("\n", eol), changes);
      assertEquals(text, after.replaceAll("\n", eol));
      assertSameComments(before.replaceAll("\n", eol), text);
    });
  }
}

Deno.test("an entry that goes while another comes leaves its comments", () => {
  const changes: Change[] = [{ do: "remove", path: GROUP }, { do: "append", path: STOP, value: { b: 1 } }];
  const row = (text: string) => edited(jsonc, text, changes).text;
  assertEquals(
    row('{\n  "hooks": {\n    "Stop": [\n      {\n        // c\n        "a": 1\n      }\n    ]\n  }\n}'),
    '{\n  "hooks": {\n    "Stop": [\n      {\n        "b": 1\n      }\n        // c\n    ]\n  }\n}',
  );
  assertEquals(row('{"hooks": {"Stop": [{"a": 1 /* c */}]}}'), '{"hooks": {"Stop": [{"b": 1} /* c */]}}');
});

Deno.test("an old text comes back with the comments that came in since, and with none twice", () => {
  const restored = (text: string, saved: string) =>
    edited(jsonc, text, [{ do: "restore", path: ["s"], text: saved }]).text;
  const old = "[ /* old */ ]";
  assertEquals(restored('{"s": [ /* old */ {"a": 2}]}', old), `{"s": ${old}}`);
  assertEquals(restored('{"s": [ {"a": 2} ]}', old), `{"s": ${old}}`);
  assertEquals(restored('{"s": [ /* old */ {"a": 2 /* new */}]}', old), '{"s": [ /* old */ /* new */]}');
  assertEquals(restored('{"s": [ {"a": 2 /* new */} /* old */ ]}', old), '{"s": [ /* new */ /* old */ ]}');
  assertEquals(restored('{"s": [ /* old */ 1, /* old */ 2 ]}', old), '{"s": [ /* old */ /* old */ ]}');
  assertEquals(restored('{"s": [\n  { // new\n    "a": 1\n  }\n]}', "[]"), '{"s": [\n  // new\n]}');
  assertEquals(restored('{"s": [] // out\n}', old), `{"s": ${old} // out\n}`);
});

Deno.test("a file that was blank keeps its braces where a comment came in", () => {
  const blank: Change = { do: "restore", path: [], text: "\n" };
  assertEquals(edited(jsonc, '{\n  "s": [ // new\n    1\n  ]\n}\n', [blank]).text, "{\n  // new\n}\n");
  assertEquals(edited(jsonc, '{\n  "s": [ 1 ]\n}\n', [blank]).text, "\n");
});

Deno.test("the comments in a value that is replaced come before the new one", () => {
  const set = (text: string) => edited(jsonc, text, [{ do: "set", path: ["s"], value: 7 }]).text;
  assertEquals(set('{"s": [ /* a */ 5 /* b */ ], "t": 1}'), '{"s": /* a */ /* b */ 7, "t": 1}');
  assertEquals(set('{\r\n  "s": [ // a\r\n    5\r\n  ]\r\n}'), '{\r\n  "s": // a\r\n7\r\n}');
  const text = '{"s": [ /* old */ 5, // new\n 6 ]}';
  const saved: Change = { do: "restore", path: ["s"], text: '/* old */ { "a": 1 }' };
  assertEquals(edited(jsonc, text, [saved]).text, '{"s": /* old */ // new\n{ "a": 1 }}');
});

Deno.test("an edit that would lose a comment, or change the order of two, is refused by its own check", () => {
  const document = readOf('{"s": [1 /* a */, 2 // b\n]}');
  const changes: Change[] = [{ do: "restore", path: ["s"], text: "[]" }];
  const { start, end } = document.root.entries[0]?.value ?? document.root;
  const why = (text: string) => {
    const plan = { splices: [{ start, end, text }], named: [{ start, end }], made: [], undo: [] };
    const next = document.text.slice(0, start) + text + document.text.slice(end);
    return wrongIn(document, plan, next, changes)?.refused;
  };
  const fault = "a fault of our own: the result would lose a comment";
  for (const text of ["[]", "[ /* a */ ]", "[ // b\n ]", "[ // b\n /* a */ ]", "[ /* a */ /* // b */ ]"]) {
    assertEquals(why(text), fault, text);
  }
  assertEquals(why("[ /* a */ /* c */ // b\n ]"), undefined);
});

Deno.test("a file with a comment is never made blank", () => {
  const document = readOf('{"s": 1} // c\n');
  const all = { start: 0, end: document.text.length };
  const plan = { splices: [{ ...all, text: "\n" }], named: [all], made: [], undo: [] };
  const refused = wrongIn(document, plan, "\n", [{ do: "restore", path: [], text: "\n" }])?.refused;
  assertEquals(refused, "a fault of our own: the result would be blank");
});

const RUNS = 600;
const file = fc.tuple(document, look).map(([source, drawn]) => textOf(source, drawn, true));
const additions = fc.array(
  fc.tuple(fc.constantFrom(...EVENTS, "New"), fc.constantFrom({ hooks: [{ command: "x", n: [1] }] }, "text", {})),
  { minLength: 1, maxLength: 5 },
).map((all) => all.map(([event, value]): Change => ({ do: "append", path: ["hooks", event], value })));

Deno.test("comments that came in after an addition are there when it is gone, and nothing else is lost", () => {
  fc.assert(
    fc.property(file, additions, strewn, (text, changes, drawn) => {
      const before = documentIn(jsonc, text);
      const there = edited(jsonc, text, changes);
      const commented = withComments(there.text, drawn);
      assertEquals(documentIn(jsonc, commented), documentIn(jsonc, there.text));
      const back = wayBack(before, changes, there);
      const gone = edited(jsonc, commented, back).text;
      assertEquals(documentIn(jsonc, gone), before, commented);
      assertSameComments(commented, gone);
      assertEquals(edited(jsonc, gone, back).text, gone);
    }),
    { numRuns: RUNS },
  );
});

Deno.test("whatever goes, is replaced and comes at once, every comment stays, in and beside it", () => {
  const picks = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(file, strewn, picks, additions, (text, drawn, picked, added) => {
      const commented = withComments(text, drawn);
      const paths = pathsIn(documentIn(jsonc, commented));
      const chosen = new Map(picked.flatMap(([pick, goes]): [string, Change][] => {
        const path = paths[pick % paths.length];
        if (path === undefined) return [];
        return [[path.join(), goes ? { do: "remove", path } : { do: "set", path, value: [{ in: pick }] }]];
      }));
      const elements = [...chosen.values()].filter(({ path }) => path.length === 3);
      assertSameComments(commented, edited(jsonc, commented, [...elements, ...added]).text);
      const gone = [...chosen.values()].filter((change) => change.do === "remove");
      assertSameComments(commented, edited(jsonc, commented, gone).text);
    }),
    { numRuns: RUNS },
  );
});

function readOf(text: string): JsonDocument {
  const document = readDocument(text, "jsonc");
  assert(!("refused" in document));
  return document;
}

/** The places of `hooks`: keys outside of it may be there twice. */
function pathsIn(value: unknown): Path[] {
  const hooks = Object(value).hooks;
  if (hooks === undefined) return [];
  const events = Object.entries(hooks).flatMap(([event, list]): Path[] => [
    [...HOOKS, event],
    ...(Array.isArray(list) ? list.map((_, index): Path => [...HOOKS, event, index]) : []),
  ]);
  return [HOOKS, ...events];
}

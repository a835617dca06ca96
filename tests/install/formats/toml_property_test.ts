// What holds for every TOML file: nothing foreign changes, and the way back ends with the same bytes.

import fc from "fast-check";
import { assertEquals } from "@std/assert";
import type { Change } from "../../../install/formats/format.ts";
import { toml } from "../../../install/formats/toml.ts";
import { assertRound, documentIn, edited, wayBack } from "./round.ts";
import { tomlFile } from "./toml_documents.ts";

const RUNS = { numRuns: 400 };

const hook = fc.record({
  event: fc.constantFrom("SessionStart", "Stop", "PreToolUse"),
  command: fc.oneof(fc.string(), fc.constantFrom("[ -x '/a \"b\\c' ] || exit 0", "é\n\t\x7f", "]]}, # '''")),
  timeout: fc.constantFrom(5, 120),
}).map((value): Change => ({ do: "append", path: ["hooks"], value }));
const hooks = fc.array(hook, { minLength: 1, maxLength: 4 });
const statusLine: Change[] = [
  { do: "set", path: ["ui", "status_line", "type"], value: "command" },
  { do: "set", path: ["ui", "status_line", "command"], value: "'/s p/vults-statusline' grok 0123456789ab" },
];

Deno.test("hooks appended to any TOML file and removed again leave the same bytes, and nothing else changes", () => {
  fc.assert(fc.property(tomlFile, hooks, (text, changes) => assertRound(toml, text, changes)), RUNS);
});

Deno.test("a table set in any TOML file and removed again leaves the same bytes, and nothing else changes", () => {
  fc.assert(fc.property(tomlFile, (text) => assertRound(toml, text, statusLine)), RUNS);
});

Deno.test("both at once, in one edit, hold the same promises", () => {
  fc.assert(
    fc.property(tomlFile, hooks, (text, changes) => assertRound(toml, text, [...changes, ...statusLine])),
    RUNS,
  );
});

Deno.test("what somebody added behind our hooks survives their removal", () => {
  const later = "\n# mine\n[later]\nkey = 1 # kept\n";
  const property = fc.property(tomlFile.filter((text) => text.endsWith("\n")), hooks, (text, changes) => {
    const before = Object(documentIn(toml, text));
    const there = edited(toml, text, changes);
    const ending = there.text.includes("\r\n") ? "\r\n" : "\n";
    const added = later.replaceAll("\n", ending);
    // The file itself is not empty any more, so its old text is not asked for.
    const undo = there.undo.filter(({ path }) => path.length > 0);
    const back = edited(toml, there.text + added, wayBack(before, changes, { ...there, undo }));
    assertEquals(back.text.endsWith(added.trimStart()), true, back.text);
    assertEquals(back.text.startsWith(text.trimEnd()), true, back.text);
  });
  fc.assert(property, RUNS);
});

Deno.test("hooks go in any order, one edit each, and the same bytes are left", () => {
  const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
  const three = fc.array(hook, { minLength: 3, maxLength: 3 });
  const property = fc.property(tomlFile, three, order, (text, changes, ranks) => {
    const before = Object(documentIn(toml, text));
    const there = edited(toml, text, changes);
    const count = before.hooks?.length ?? 0;
    let left = there.text;
    const gone: number[] = [];
    for (const rank of ranks.slice(0, 2)) {
      const index = count + rank - gone.filter((other) => other < rank).length;
      left = edited(toml, left, [{ do: "remove", path: ["hooks", index] }]).text;
      gone.push(rank);
    }
    const last: Change[] = [{ do: "remove", path: ["hooks", count] }];
    const undo = there.undo.map((old): Change => ({ do: "restore", ...old }));
    assertEquals(edited(toml, left, [...last, ...undo]).text, text);
  });
  fc.assert(property, RUNS);
});

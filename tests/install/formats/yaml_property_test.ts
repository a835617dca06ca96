// What holds for every YAML file: nothing foreign changes, and the way back ends with the same bytes.

import fc from "fast-check";
import { assert } from "@std/assert";
import type { Change } from "../../../install/formats/format.ts";
import { yaml } from "../../../install/formats/yaml.ts";
import { assertRound, documentIn, edited, isRefused, wayBack } from "./round.ts";
import { yamlFile } from "./yaml_documents.ts";

const RUNS = { numRuns: 500 };
const CONSUMERS = ["settings", "hooks", "consumers"];
const readable = yamlFile.filter((text) => !isRefused(yaml.read(text)));

const consumer = fc.record({
  name: fc.constantFrom("vults", "vults-ask", "yes", "1.0", "- x", "a: b # c"),
  command: fc.array(fc.oneof(fc.string(), fc.constantFrom("/s p/vults", "--agent", "é\u2028\x7f", "null", "")), {
    maxLength: 3,
  }),
  events: fc.constantFrom<Record<string, boolean>>({}, { "run.started": false, "needs.input": false }),
}).map((value): Change => ({ do: "append", path: CONSUMERS, value }));
const consumers = fc.array(consumer, { minLength: 1, maxLength: 3 });
const enable: Change = { do: "set", path: ["settings", "hooks", "enabled"], value: true };

Deno.test("consumers appended to any YAML file and removed again leave the same bytes, and nothing else changes", () => {
  fc.assert(fc.property(readable, consumers, (text, changes) => assertRound(yaml, text, changes)), RUNS);
});

Deno.test("hooks enabled and consumers appended in one edit hold the same promises", () => {
  fc.assert(fc.property(readable, consumers, (text, changes) => assertRound(yaml, text, [enable, ...changes])), RUNS);
});

Deno.test("what somebody added behind our consumers survives their removal", () => {
  const property = fc.property(
    readable.filter((text) => /\n$/.test(text) && !text.includes("...")),
    consumers,
    (text, changes) => {
      const before = Object(documentIn(yaml, text));
      const there = edited(yaml, text, changes);
      const ending = there.text.includes("\r\n") ? "\r\n" : "\n";
      const later = `# mine${ending}later: 1 # kept${ending}`;
      const back = edited(yaml, there.text + later, wayBack(before, changes, there));
      assert(back.text === text + later, JSON.stringify([text, there.text, back.text]));
    },
  );
  fc.assert(property, RUNS);
});

Deno.test("most of the generated files are files that YAML can read", () => {
  const files = fc.sample(yamlFile, 300);
  assert(files.filter((text) => !isRefused(yaml.read(text))).length > 150);
});

import { assertEquals } from "@std/assert";
import { applyPatch } from "diff";
import fc from "fast-check";
import { diffText } from "../../install/diff_text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("a change is shown with three lines of context, and a missing last line break is said", () => {
  const before = bytes("1\n2\n3\n4\n5\n6\n7\n8\n9");
  assertEquals(
    diffText("/c", before, bytes("1\n2\n3\n4\nX\n6\n7\n8\n9\n")),
    [
      "--- /c",
      "+++ /c",
      "@@ -2,8 +2,8 @@",
      " 2",
      " 3",
      " 4",
      "-5",
      "+X",
      " 6",
      " 7",
      " 8",
      "-9",
      "\\ No newline at end of file",
      "+9",
    ].join("\n"),
  );
});

Deno.test("a file that comes or goes is shown against nothing, also an empty one", () => {
  assertEquals(diffText("/c", undefined, bytes("{}\n")), "--- /dev/null\n+++ /c\n@@ -0,0 +1,1 @@\n+{}");
  assertEquals(diffText("/c", bytes("{}\n"), undefined), "--- /c\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-{}");
  assertEquals(diffText("/c", bytes(""), undefined), "--- /c\n+++ /dev/null");
  assertEquals(diffText("/c", bytes("a"), bytes("a")), "");
  assertEquals(diffText("/c", undefined, undefined), "");
});

Deno.test("what is shown is what is written, byte for byte: line endings, byte order mark and all", () => {
  const line = fc.constantFrom("a", "b", "{", '  "x": 1,', "", "\uFEFF{", "\\ No newline at end of file", "-- x", "é");
  const text = fc.tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n"))), line).map(([lines, last]) =>
    lines.flat().join("") + last
  );
  fc.assert(fc.property(text, text, (before, after) => {
    const diff = diffText("/c", bytes(before), bytes(after));
    const options = { autoConvertLineEndings: false };
    assertEquals(diff === "" ? before : applyPatch(before, `${diff}\n`, options), after);
  }));
});

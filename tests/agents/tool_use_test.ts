// What a call is told by: two calls that do different things never pass for one (`agents.md` 0.3).

import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { canonical } from "../../src/agents/canonical.ts";
import { targetOf, toolUse } from "../../src/agents/tool_use.ts";
import { CLAUDE_WORDS } from "../../src/agents/words.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";

const subject = (tool_name: string, tool_input: JsonObject) =>
  toolUse({ tool_name, tool_input }, CLAUDE_WORDS)?.subject;

Deno.test("a member that a shell's call is told by does not tell another tool's calls", () => {
  assertNotEquals(
    subject("mcp__db__run", { command: "query", sql: "SELECT 1" }),
    subject("mcp__db__run", { command: "query", sql: "DROP TABLE x" }),
  );
  assertNotEquals(
    subject("mcp__files__put", { path: "/a", content: "x", repo: "one" }),
    subject("mcp__files__put", { path: "/a", content: "x", repo: "two" }),
  );
  assertEquals(
    subject("Bash", { command: "ls", description: "a" }),
    subject("Bash", { command: "ls", timeout: 3 }),
  );
});

Deno.test("any two inputs of an unknown tool that differ beyond their decoration have two subjects", () => {
  const names = fc.constantFrom(
    "command",
    "path",
    "file_path",
    "content",
    "questions",
    "new_string",
    "sql",
    "__proto__",
  );
  const input = fc.dictionary(names, fc.jsonValue()).map((value) => value as JsonObject);
  fc.assert(fc.property(input, input, (one, other) => {
    assertEquals(subject("mcp__x__y", one) === subject("mcp__x__y", other), same(one, other));
  }));
});

Deno.test("a question's target is its first text, a patch's the files it names", () => {
  const questions = [{ question: "Which?" }, { question: "And?" }];
  assertEquals(targetOf("AskUserQuestion", { questions }), "Which?");
  assertEquals(targetOf("Edit", { command: "*** Begin Patch\n*** Add File: a\n*** Delete File: b c\n" }), "a, b c");
  assertEquals(targetOf("Edit", { command: "no patch" }), "no patch");
});

function same(one: Json, other: Json): boolean {
  return canonical(one) === canonical(other);
}

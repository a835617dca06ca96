import { assertEquals } from "@std/assert";
import { toInput } from "../../src/agents/claude.ts";
import { readOffer } from "../../src/agents/offer.ts";
import { readQuestions } from "../../src/agents/questions.ts";
import { readSuggestions } from "../../src/agents/suggestions.ts";
import { useOf } from "../../src/agents/tool_use.ts";
import { CLAUDE_WORDS } from "../../src/agents/words.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";

const whole = (name: string, trimmed: JsonObject, exact?: JsonObject) =>
  readOffer({ tool: useOf(name, trimmed, CLAUDE_WORDS), words: CLAUDE_WORDS, trimmed, exact, hold: 1 })?.whole;

/** What a request of Claude Code is read as. */
const request = (payload: JsonObject) =>
  toInput({
    kind: "event",
    v: 8,
    id: "1",
    agent: "claude",
    event: "PermissionRequest",
    wants_reply: true,
    payload: { session_id: "s", ...payload },
  });
const cardOf = (payload: JsonObject) => {
  const input = request(payload);
  return typeof input === "object" && input.is === "waits" ? input.offer !== undefined : "no wait";
};

Deno.test("a cut string means not whole, wherever it stands, unless the exact input came too (R7)", () => {
  const cut = "x".repeat(2_000) + "…";
  const wide = "é".repeat(1_000) + "…";
  assertEquals(whole("Bash", { command: "ls" }), true);
  assertEquals(whole("Bash", { command: cut }), false);
  assertEquals(whole("Bash", { command: wide }), false);
  assertEquals(whole("Mcp", { deep: [{ value: cut }] }), false);
  assertEquals(whole("Bash", { command: cut }, { command: "x".repeat(3_000) }), true);
  assertEquals(whole("Bash", { command: "wait…" }), true);
});

Deno.test("a tool whose command, path or text is missing is shown but not allowed", () => {
  const rows: [string, JsonObject, boolean][] = [
    ["Bash", {}, false],
    ["Bash", { command: "  " }, false],
    ["Bash", { command: 3 }, false],
    ["Write", { file_path: "/a", content: "" }, true],
    ["Write", { file_path: "/a" }, false],
    ["Edit", { file_path: "/a", old_string: "x", new_string: "" }, true],
    ["Edit", { old_string: "x", new_string: "y" }, false],
    ["ExitPlanMode", {}, false],
    ["ExitPlanMode", { plan: "# P" }, true],
    ["mcp__x__y", {}, true],
  ];
  for (const [tool, input, expected] of rows) {
    assertEquals(whole(tool, input), expected, `${tool} ${JSON.stringify(input)}`);
  }
});

Deno.test("an input too deep to show has no Allow and is not sent on", () => {
  let deep: Json = "x";
  for (let level = 0; level < 10_000; level++) deep = [deep];
  const tool = { name: "T", rawName: "T", target: "", subject: "" };
  assertEquals(readOffer({ tool, words: CLAUDE_WORDS, trimmed: { deep }, hold: 1 }), {
    input: {},
    whole: false,
    suggestions: [],
    hold: 1,
  });
});

Deno.test("no tool or no input: no card", () => {
  assertEquals(cardOf({ tool_name: "Bash", tool_input: {} }), true);
  assertEquals(cardOf({ tool_input: {} }), false);
  assertEquals(cardOf({ tool_name: "Bash" }), false);
  assertEquals(cardOf({ tool_name: "Bash", tool_input: [] }), false);
});

Deno.test("questions: 1 to 4 of 1 to 4 options without blank or equal texts, else none", () => {
  const option = { label: "Red", description: "d" };
  const one = { question: "Q?", header: "H", options: [option], multiSelect: true };
  assertEquals(readQuestions([one], CLAUDE_WORDS), [{
    question: "Q?",
    header: "H",
    options: [{ label: "Red", description: "d" }],
    multi: true,
  }]);
  const bad: Json[] = [
    [],
    "x",
    [one, one],
    [{ ...one, question: " " }],
    [{ ...one, options: [] }],
    [{ ...one, options: [option, option, option, option, option] }],
    [{ ...one, options: [{ label: "" }] }],
    [{ ...one, options: ["Red"] }],
    [1, 2, 3, 4, 5].map((number) => ({ ...one, question: `Q${number}` })),
  ];
  for (const value of bad) assertEquals(readQuestions(value, CLAUDE_WORDS), undefined, JSON.stringify(value));
});

Deno.test("a suggestion's label names all it grants; one that grants something unnamed gets no button", () => {
  const rules = {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: "echo *" }, { toolName: "Read" }],
    behavior: "allow",
    destination: "localSettings",
  };
  const directories = { type: "addDirectories", directories: ["/tmp", "/var"], destination: "session" };
  const mode = { type: "setMode", mode: "acceptEdits", destination: "session" };
  assertEquals(readSuggestions([rules, directories, mode]), [
    { index: 0, label: "Always allow Bash(echo *), Read in this project, for you" },
    { index: 1, label: "Allow, and open /tmp, /var for this session" },
    { index: 2, label: "Allow, and switch to mode acceptEdits for this session" },
  ]);
  const silent: Json[] = [
    { ...rules, behavior: "deny" },
    { ...rules, destination: "elsewhere" },
    { ...rules, also: "this" },
    { ...rules, rules: [{ toolName: "Bash", ruleContent: "x".repeat(2_000) + "…" }] },
    { ...rules, rules: [{ toolName: "Bash", scope: "all" }] },
    { ...rules, rules: [] },
    { ...directories, directories: ["/tmp", 3] },
    { type: "addEverything", destination: "session" },
    "text",
  ];
  assertEquals(readSuggestions([...silent, mode]), [{
    index: silent.length,
    label: "Allow, and switch to mode acceptEdits for this session",
  }]);
});

Deno.test("an exact input that is not the trimmed one uncut has no Allow", () => {
  assertEquals(whole("Bash", { command: "ls" }, { command: "rm -rf ~" }), false);
  assertEquals(whole("Bash", { command: "ls" }, { command: "ls", more: 1 }), false);
  const long = "é".repeat(1_500);
  assertEquals(whole("Bash", { command: `${"é".repeat(1_000)}…` }, { command: long }), true);
});

Deno.test("a number that lost digits in JSON has no Allow: what is shown is not what was asked", () => {
  const number = (text: string) => whole("mcp__x__y", JSON.parse(`{"deep":[{"n":${text}}]}`));
  assertEquals(["1", "-7", "0.1", "1e15", "9007199254740991"].map(number), [true, true, true, true, true]);
  assertEquals(["9007199254740993", "1e300"].map(number), [false, false]);
  assertEquals(whole("mcp__x__y", { n: Infinity }), false);
});

Deno.test("an input in a spelling that the answer is not read from makes no card", () => {
  const input = { questions: [{ question: "Q?", options: [{ label: "A" }] }] };
  assertEquals(cardOf({ tool_name: "AskUserQuestion", tool_input: input }), true);
  assertEquals(cardOf({ tool_name: "AskUserQuestion", tool_input: JSON.stringify(input) }), false);
  assertEquals(cardOf({ toolName: "Bash", toolInput: { command: "ls" } }), false);
});

Deno.test("a request without a limit has no hold, and one that suggests nothing no button", () => {
  const tool = useOf("Bash", { command: "ls" }, CLAUDE_WORDS);
  assertEquals(readOffer({ tool, words: CLAUDE_WORDS, trimmed: { command: "ls" }, hold: null }), {
    input: { command: "ls" },
    whole: true,
    suggestions: [],
  });
});

Deno.test("a rule without content gets no button, nor does a destination that every object has", () => {
  const entry = {
    type: "addRules",
    rules: [{ toolName: "Bash", ruleContent: "" }],
    behavior: "allow",
    destination: "session",
  };
  assertEquals(readSuggestions([entry, { ...entry, rules: [{ toolName: "Bash" }], destination: "toString" }]), []);
  assertEquals(readSuggestions([{ ...entry, type: "constructor" }]), []);
});

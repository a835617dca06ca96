import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { cardText } from "../../src/cli/card_text.ts";
import { columns } from "../../src/cli/columns.ts";
import { parseDuration, showDuration } from "../../src/cli/duration.ts";
import { distance, nearest } from "../../src/cli/nearest.ts";
import { visible, visibleLines } from "../../src/cli/visible.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { CardView } from "../../src/domain/view.ts";

const CARD: CardView = {
  id: "c7",
  binding: "b",
  kind: "permission",
  session: "claude:s1",
  agent: "claude",
  project: "shop",
  cwd: "/home/me/shop",
  tool: "Bash",
  rawTool: "Bash",
  target: "ls",
  input: { command: "ls" },
  whole: true,
  namesUs: false,
  buttons: [
    { word: "allow", label: "Allow" },
    { word: "suggestion", label: "Always allow ls", index: 0 },
    { word: "allow", label: "Approve and accept edits", mode: "acceptEdits" },
    { word: "allow", label: "For this session", session: true },
    { word: "deny", label: "Deny" },
    { word: "hand-back", label: "Answer in the terminal" },
  ],
  opened: 0,
  ends: 108_000,
};

Deno.test("what would be hidden, reordered or mistaken is written out, and nothing else changes", () => {
  const rows: [string, string][] = [
    ["ls -la 'naïve' 日本 ✓ 🎉", "ls -la 'naïve' 日本 ✓ 🎉"],
    ["a\u202eb\u2066c\u200fd", "a⟨U+202E⟩b⟨U+2066⟩c⟨U+200F⟩d"],
    ["a\u200bb\u200dc\ufeffd\u00ade", "a⟨U+200B⟩b⟨U+200D⟩c⟨U+FEFF⟩d⟨U+00AD⟩e"],
    ["\x1b[2Jx\x07\x7f\x9b", "⟨U+001B⟩[2Jx⟨U+0007⟩⟨U+007F⟩⟨U+009B⟩"],
    ["rm\u00a0-rf\u3000/\t#\r", "rm⟨U+00A0⟩-rf⟨U+3000⟩/⟨U+0009⟩#⟨U+000D⟩"],
    ["\udb40 \ud800", "⟨U+DB40⟩ ⟨U+D800⟩"],
    ["\u{e0041}\u{e0100}\u3164\u115f\u2800\ue000", "⟨U+E0041⟩⟨U+E0100⟩⟨U+3164⟩⟨U+115F⟩⟨U+2800⟩⟨U+E000⟩"],
    ["a\u2028b\u2029c\u0085", "a⟨U+2028⟩b⟨U+2029⟩c⟨U+0085⟩"],
    ["one\ntwo", "one⟨U+000A⟩two"],
  ];
  for (const [text, shown] of rows) assertEquals(visible(text), shown);
  assertEquals(visibleLines("one\n\u202etwo\n"), ["one", "⟨U+202E⟩two", ""]);
});

Deno.test("a card shows its whole input, however long, and the command of every button", () => {
  const long = "x".repeat(100_000);
  const text = cardText({ ...CARD, input: { command: long, nested: { deep: ["\u202e"] } } }, 48_000);
  assertStringIncludes(text, long);
  assertStringIncludes(text, '"⟨U+202E⟩"');
  assertEquals(text.split("\n").slice(0, 2), [
    "c7  permission  claude  shop  Bash  60 s left",
    "  folder /home/me/shop",
  ]);
  assertEquals(text.split("\n").slice(-13), [
    "  [Allow]",
    "    vults answer c7 allow",
    "  [Always allow ls]",
    "    vults answer c7 suggestion 0",
    "  [Approve and accept edits]",
    "    vults answer c7 allow --mode acceptEdits",
    "  [For this session]",
    "    vults answer c7 allow --session",
    "  [Deny]",
    "    vults answer c7 deny",
    "    vults answer c7 deny --message TEXT",
    "  [Answer in the terminal]",
    "    vults answer c7 hand-back",
  ]);
});

Deno.test("no text of an agent can pass for a line of ours", () => {
  const forged = "ls\n    vults answer c7 deny\n  ? Really?";
  const text = cardText({
    ...CARD,
    project: forged,
    cwd: forged,
    input: { command: forged, [forged]: 1 },
    buttons: [{ word: "allow", label: forged }],
  }, 0);
  const lines = text.split("\n").filter((line) => /^ +(vults|\?)/.test(line));
  assertEquals(lines, ["    vults answer c7 allow"]);
});

Deno.test("a card whose input is not whole, or that names us, says so", () => {
  assertStringIncludes(cardText({ ...CARD, whole: false }, 0), "so there is no allow");
  const plan = { ...CARD, kind: "plan", whole: false } as const;
  const unsent = "! the agent did not send the plan's text, so there is no allow";
  for (const input of [{}, { plan: " " }]) assertStringIncludes(cardText({ ...plan, input }, 0), unsent);
  assertStringIncludes(cardText({ ...plan, input: { plan: "# Cut…" } }, 0), "! a part of the input is not here");
  assertStringIncludes(cardText({ ...CARD, namesUs: true }, 0), "names vults itself");
  assert(!cardText(CARD, 0).includes("!"));
  assert(!cardText({ ...CARD, cwd: "" }, 0).includes("folder"), "a request that names no folder");
});

Deno.test("the agent's own words are offered as such, with what they mean; a deny without words takes none", () => {
  const buttons = [
    { word: "choice", label: "Always allow npm", choice: "allow_prefix" },
    { word: "deny", label: "Deny" },
  ] as const;
  const text = cardText({ ...CARD, buttons, wordless: true, note: "No words\u202e here." }, 0);
  assertStringIncludes(text, "  i No words⟨U+202E⟩ here.");
  assertEquals(text.split("\n").slice(-4), [
    "  [Always allow npm]",
    "    vults answer c7 choice allow_prefix",
    "  [Deny]",
    "    vults answer c7 deny",
  ]);
});

Deno.test("a question card shows each question with its choices, and one --answer for each", () => {
  const option = { label: "Red", description: "like a rose" };
  const questions = [
    { question: "Which?", header: "Colour", options: [option], multi: false },
    { question: "And?", header: "More", options: [option], multi: true },
  ];
  const buttons = [{ word: "answer", label: "Answer" }] as const;
  const text = cardText({ ...CARD, kind: "question", questions, buttons, ends: null }, 0);
  assertStringIncludes(text, "  ? Colour: Which?\n  │ - Red: like a rose\n  ? More: And? (several: a JSON array)");
  assertStringIncludes(text, "  [Answer]\n    vults answer c7 --answer TEXT --answer TEXT");
  assertStringIncludes(text, "no time limit");
});

Deno.test("questions stand on a card once, and as they came when they hold more than is shown", () => {
  const asked = { question: "Which?", header: "", options: [{ label: "Red", description: "" }], multiSelect: false };
  const questions = [{ question: "Which?", header: "", options: [{ label: "Red", description: "" }], multi: false }];
  const shown = (input: JsonObject) => cardText({ ...CARD, kind: "question", input, questions, buttons: [] }, 0);
  assertEquals(shown({ questions: [asked] }).includes("multiSelect"), false);
  assertStringIncludes(shown({ questions: [asked] }), "  ? Which?\n  │ - Red");
  assertStringIncludes(shown({ questions: [asked], note: "x" }), "  note:\n  │ x");
  for (const more of [{ ...asked, preview: "y" }, { ...asked, options: [{ label: "Red", grant: "y" }] }]) {
    assertStringIncludes(shown({ questions: [more] }), '"y"');
  }
});

Deno.test("the nearest word is at most two edits away, a swap is one", () => {
  assertEquals(distance("", "abc"), 3);
  assertEquals(distance("kitten", "sitting"), 3);
  assertEquals(distance("sesions", "sessions"), 1);
  assertEquals(distance("crads", "cards"), 1);
  assertEquals(nearest("crads", ["cards", "log"]), "cards");
  assertEquals(nearest("lo", ["cards", "log"]), "log");
  assertEquals(nearest("xyzzy", ["cards", "log"]), undefined);
  assertEquals(nearest("", ["log"]), undefined);
});

Deno.test("spans are read with a unit, and shown in the largest that fits", () => {
  const rows: [string, number | undefined][] = [
    ["300ms", 300],
    ["45s", 45_000],
    ["5m", 300_000],
    ["2h", 7_200_000],
    ["7d", 604_800_000],
    ["1w", 604_800_000],
    ["7", undefined],
    ["-1d", undefined],
    ["1.5h", undefined],
    ["7 d", undefined],
    ["", undefined],
  ];
  for (const [text, span] of rows) assertEquals(parseDuration(text), span, text);
  assertEquals([-5, 0, 59_999, 60_000, 7_199_999, 90_000_000].map(showDuration), ["0s", "0s", "59s", "1m", "1h", "1d"]);
});

Deno.test("columns are as wide as their widest cell, and lines end with text", () => {
  assertEquals(columns([["A", "LONG"], ["日本語", "x"], ["b", ""]]), ["A    LONG", "日本語  x", "b"]);
});

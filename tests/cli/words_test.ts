import { assertEquals } from "@std/assert";
import { answer } from "../../src/cli/answer.ts";
import { parse } from "../../src/cli/arguments.ts";
import { answerWords } from "../../src/cli/words.ts";

function words(line: string[]) {
  const given = parse(line, answer.accepts);
  return given === "help" || "wrong" in given ? given : answerWords(given);
}

Deno.test("every form of `vults answer` becomes the words of a card", () => {
  const rows: [string[], unknown][] = [
    [["c1", "allow"], { decision: "allow" }],
    [["c1", "allow", "--session"], { decision: "allow", session: true }],
    [["c1", "allow", "--mode", "acceptEdits"], { decision: "allow", mode: "acceptEdits" }],
    [["c1", "deny"], { decision: "deny" }],
    [["c1", "deny", "--message", "- use pnpm"], { decision: "deny", message: "- use pnpm" }],
    [["c1", "suggestion", "0"], { suggestion: 0 }],
    [["c1", "choice", "always"], { choice: "always" }],
    [["c1", "hand-back"], { handBack: true }],
    [["c1", "--answer", "Red"], { answers: ["Red"] }],
    [["c1", "--answer", '["Red","Blue"]', "--answer", "[draft"], { answers: [["Red", "Blue"], "[draft"] }],
    [["c1", "--answer", "[]", "--answer", "12", "--answer", ""], { answers: [[], "12", ""] }],
  ];
  for (const [line, wanted] of rows) assertEquals(words(line) as unknown, wanted, line.join(" "));
});

Deno.test("nothing is guessed: what does not fit together is used wrongly", () => {
  const rows: [string[], string][] = [
    [["c1"], "Say what to answer"],
    [["c1", "alow"], 'Unknown answer "alow": did you mean allow?'],
    [["c1", "yes"], 'Unknown answer "yes"'],
    [["c1", "constructor"], 'Unknown answer "constructor"'],
    [["c1", "allow", "--message", "x"], "--message does not go with allow"],
    [["c1", "deny", "--session"], "--session does not go with deny"],
    [["c1", "allow", "--mode", "bypassPermissions"], "--mode can only be acceptEdits"],
    [["c1", "deny", "--message", "  "], "--message needs words"],
    [["allow"], "Which card? Its ID goes before allow, and vults cards shows it"],
    [["deny", "c1"], "Which card? Its ID goes before deny, and vults cards shows it"],
    [["c1", "suggestion"], "suggestion needs a number from 0"],
    [["c1", "suggestion", "-1"], "suggestion needs a number from 0"],
    [["c1", "suggestion", "one"], "suggestion needs a number from 0"],
    [["c1", "choice"], "choice needs a word"],
    [["c1", "allow", "everything"], 'Unexpected "everything" after allow'],
    [["c1", "allow", "--answer", "x"], "--answer goes without allow"],
    [["c1", "--answer", "x", "--message", "y"], "--message does not go with --answer"],
    [["c1", "--answer", "[1,2]"], "Answer 1 is a JSON array of something else than words"],
  ];
  for (const [line, wrong] of rows) assertEquals(words(line) as unknown, { wrong }, line.join(" "));
});

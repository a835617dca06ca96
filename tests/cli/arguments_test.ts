import { assertEquals } from "@std/assert";
import { type Given, parse } from "../../src/cli/arguments.ts";

const ACCEPTS = { switches: ["json"], values: ["message", "answer"], words: [1, 2] } as const;

function given(args: string[]): Given {
  const parsed = parse(args, ACCEPTS);
  if (parsed === "help" || "wrong" in parsed) throw new Error(`not understood: ${JSON.stringify(parsed)}`);
  return parsed;
}

Deno.test("switches, values and words are told apart, wherever they stand", () => {
  const { switches, values, words } = given(["--json", "c1", "--message", "not now", "deny"]);
  assertEquals([...switches], ["json"]);
  assertEquals(values.get("message"), ["not now"]);
  assertEquals(words, ["c1", "deny"]);
});

Deno.test("a value may start with a dash, look like a flag, be a number, be empty", () => {
  for (const value of ["-1", "--json", "--help", "-", "--", "a=b", "007", "1e3", "true", "", " "]) {
    assertEquals(given(["c1", "--message", value]).values.get("message"), [value]);
    assertEquals(given(["c1", `--message=${value}`]).values.get("message"), [value]);
  }
});

Deno.test("a value given several times keeps its order, and a value is never taken for another flag", () => {
  assertEquals(given(["c1", "--answer", "b", "--answer=a", "--answer", "--answer"]).values.get("answer"), [
    "b",
    "a",
    "--answer",
  ]);
});

Deno.test("words stay as they are typed, numbers too, and after -- everything is a word", () => {
  assertEquals(given(["007", "1e3"]).words, ["007", "1e3"]);
  assertEquals(given(["c1", "--", "--json"]).words, ["c1", "--json"]);
  assertEquals(given(["-1", "--json", "-"]).words, ["-1", "-"], "no flag of ours is a number");
  assertEquals(given(["--json", "true"]).words, ["true"]);
});

Deno.test("an unknown flag is named, and the one that was most likely meant", () => {
  const rows: [string[], string][] = [
    [["c1", "--jsno"], "Unknown flag --jsno: did you mean --json?"],
    [["c1", "--mesage", "x"], "Unknown flag --mesage: did you mean --message?"],
    [["c1", "--xyzzy=1"], "Unknown flag --xyzzy"],
    [["c1", "-x"], "Unknown flag -x"],
    [["c1", "--no-json"], "Unknown flag --no-json"],
    [["c1", "--__proto__", "x"], "Unknown flag --__proto__"],
    [["c1", "--\u202e"], "Unknown flag --⟨U+202E⟩"],
  ];
  for (const [args, wrong] of rows) assertEquals(parse(args, ACCEPTS), { wrong });
});

Deno.test("a switch with a value is wrong, whatever the value says", () => {
  for (const flag of ["--json", "--help", "-h"]) {
    for (const value of ["no", "0", "", "false", "true", "a=b"]) {
      assertEquals(parse(["c1", `${flag}=${value}`], ACCEPTS), { wrong: `${flag} takes no value` });
    }
  }
  assertEquals(given(["c1", "--message", "--json=no"]).values.get("message"), ["--json=no"]);
  assertEquals(given(["c1", "--", "--json=no"]).words, ["c1", "--json=no"]);
});

Deno.test("too few words, too many, and a value that is missing are wrong", () => {
  assertEquals(parse([], ACCEPTS), { wrong: "Something is missing" });
  assertEquals(parse([], { ...ACCEPTS, missing: "it needs a NAME" }), { wrong: "it needs a NAME" });
  assertEquals(parse(["a", "b", "c"], ACCEPTS), { wrong: 'Unexpected "c"' });
  assertEquals(parse(["c1", "--message"], ACCEPTS), { wrong: "--message needs a value" });
});

Deno.test("--help and -h ask for help, before anything is missing", () => {
  assertEquals(parse(["--help"], ACCEPTS), "help");
  assertEquals(parse(["c1", "-h"], ACCEPTS), "help");
});

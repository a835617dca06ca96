// Splitting a command line: what is read is what a real sh would see, and what sh would do anything else with is not read.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { shellTokens, shellWords } from "../../install/shell_words.ts";

/** Tried on a real sh, so never with what may run something: the property runs only lines that were read as words. */
const SH = { PATH: "/usr/bin:/bin", HOME: "/home/you" };
const RUNS = 400;

Deno.test("a line of quoted words is read as sh reads it", () => {
  const plain = fc.string({ unit: fc.constantFrom(..."aZ09_-=:/.,@%+é?#~*[]!^"), minLength: 1, maxLength: 6 });
  const text = fc.string({ unit: fc.constantFrom(..."ab $`\\\"'|&;<>()\t#~*?[]!é😀"), maxLength: 6 });
  const piece = fc.oneof(
    plain,
    text.map((inside) => `'${inside.replaceAll("'", "")}'`),
    text.map((inside) => `"${inside.replaceAll(/[$`"\\]/g, "\\$&")}"`),
    fc.constantFrom(..." $`\\\"'|&;<>()#~*").map((character) => `\\${character}`),
  );
  // `~` and `#` mean something else at a word's start.
  const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""))
    .filter((made) => !/^[~#]/.test(made));
  const line = fc.array(word, { maxLength: 5 }).chain((words) =>
    fc.constantFrom(" ", "  ", "\t", " \t ").map((blank) => words.join(blank))
  );
  fc.assert(fc.property(line, (made) => assertEquals(args(made), inSh(made), made)), { numRuns: RUNS });
});

Deno.test("whatever is read at all is read as sh reads it", () => {
  const unit = fc.constantFrom(..."ab12=/ \t\n'\"\\$`|&;<>(){}#~!?");
  let read = 0;
  const property = fc.property(fc.string({ unit, maxLength: 8 }), (line) => {
    const words = args(line);
    // A leading `~` is kept as it is written (`shell_words.ts`).
    if (words === undefined || /(^|[ \t])~/.test(line)) return;
    read++;
    assertEquals(words, inSh(line), line);
  });
  fc.assert(property, { numRuns: RUNS * 5 });
  assert(read > 50, `only ${read} lines were read`);
});

for (
  const line of [
    "a $b",
    'a "$b"',
    'a "${b}"',
    "a $(b)",
    "a `b`",
    'a "`b`"',
    "a $'b'",
    "a & b",
    "a | b",
    "a\nb",
    "a < b",
    "a >> b",
    "a >| b",
    "a >&2",
    "a 2>b",
    "a 2>&1b",
    "(a)",
    "a # b",
    "# a",
    "a 'b",
    'a "b',
    "a b\\",
    "a b\\\nc",
    "a \0",
    "a '\0'",
  ]
) {
  Deno.test(`${JSON.stringify(line)} cannot be read`, () => assertEquals(shellTokens(line), undefined));
}

for (
  const line of [
    "",
    "  ",
    "A=1 b",
    "A=1",
    "A_1=/x/vults-forward claude",
    "a || b",
    "a && b",
    "a ; b",
    "a > b",
    "a 2>&1",
  ]
) {
  Deno.test(`${JSON.stringify(line)} is no simple command`, () => assertEquals(shellWords(line), undefined));
}

Deno.test("operators are told from the same characters in quotes", () => {
  assertEquals(shellTokens("a||b&&c;d>e 2>&1"), [
    "a",
    { operator: "||" },
    "b",
    { operator: "&&" },
    "c",
    { operator: ";" },
    "d",
    { operator: ">" },
    "e",
    { operator: "2>&1" },
  ]);
  assertEquals(shellTokens(`'a||b' "c;d" \\>e 2'>&1'`), ["a||b", "c;d", ">e", "2>&1"]);
});

Deno.test("a home folder stands for a leading $HOME in double quotes, as in docs/wiring, and for nothing else", () => {
  assertEquals(shellWords('"$HOME/.local/bin/vults" hook', "/home/you"), ["/home/you/.local/bin/vults", "hook"]);
  assertEquals(shellWords('"${HOME}/a b"', "/home/$x"), ["/home/$x/a b"]);
  assertEquals(inSh('"$HOME/a" "${HOME}/b"'), args('"$HOME/a" "${HOME}/b"', "/home/you"));
  for (const line of ["$HOME/a", '"$HOMER/a"', '"$HOME"', '"${HOME:-x}/a"', '"a$HOME/b"', '"$HOME/$x"']) {
    assertEquals(shellWords(line, "/home/you"), undefined, line);
  }
  assertEquals(shellWords('"$HOME/a"'), undefined);
  assertEquals(shellWords("'$HOME/a'", "/home/you"), ["$HOME/a"]);
});

Deno.test("a long line is read in one pass", () => {
  const line = `a ${`'b'\\c"d"`.repeat(50_000)} ${"x ".repeat(50_000)}`;
  assertEquals(shellWords(line)?.length, 50_002);
});

/** The words after a first one, which no assignment can be. */
function args(line: string, home?: string): readonly string[] | undefined {
  return shellWords(`printf ${line}`, home)?.slice(1);
}

/** What sh gives a program, with patterns left as they are written. */
function inSh(line: string): readonly string[] {
  // Without an argument, printf would print one empty one.
  const script = `set -- ${line}\n[ $# -eq 0 ] || printf '%s\\0' "$@"`;
  const { success, stdout } = new Deno.Command("/bin/sh", {
    args: ["-f", "-c", script],
    clearEnv: true,
    env: SH,
    stdout: "piped",
    stderr: "null",
  }).outputSync();
  assert(success, `sh refused ${line}`);
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}

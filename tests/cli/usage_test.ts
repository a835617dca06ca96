import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { VERSION } from "../../src/brand.ts";
import { TABLE } from "../../src/cli/table.ts";
import { ROWS } from "../../src/permissions.ts";
import { type Home, home, type Ran, vults } from "../support/vults.ts";

async function inHome(test: (run: (...args: string[]) => Promise<Ran>, at: Home) => Promise<void>): Promise<void> {
  const at = await home();
  try {
    await test((...args) => vults(args, at.env), at);
  } finally {
    await at.remove();
  }
}

Deno.test("help lists every command, on stdout", () =>
  inHome(async (run) => {
    for (const args of [["help"], ["--help"], ["-h"]]) {
      const { code, stdout, stderr } = await run(...args);
      assertEquals([code, stderr], [0, ""]);
      for (const { name, summary } of TABLE) assertMatch(stdout, new RegExp(`^  ${name} +${summary}$`, "m"));
    }
  }));

Deno.test("each command explains itself with --help, and so does help COMMAND", () =>
  inHome(async (run) => {
    for (const { name, usage } of TABLE) {
      const [asked, told] = await Promise.all([run(name, "--help"), run("help", name)]);
      assertEquals([asked.code, asked.stderr], [0, ""], name);
      assertEquals(asked, told);
      for (const line of usage) assertStringIncludes(asked.stdout, `vults ${line}`);
    }
  }));

Deno.test("without a command the list goes to stderr, as a wrong use", () =>
  inHome(async (run) => {
    const { code, stdout, stderr } = await run();
    assertEquals([code, stdout], [2, ""]);
    assertStringIncludes(stderr, "Usage: vults COMMAND");
  }));

Deno.test("an unknown command is a wrong use that names the one most likely meant", () =>
  inHome(async (run) => {
    const rows: [string, string][] = [
      ["crads", 'Unknown command "crads": did you mean cards? See vults help\n'],
      ["sesions", 'Unknown command "sesions": did you mean sessions? See vults help\n'],
      ["xyzzy", 'Unknown command "xyzzy". See vults help\n'],
      ["constructor", 'Unknown command "constructor". See vults help\n'],
      ["\u202esdrac", 'Unknown command "⟨U+202E⟩sdrac". See vults help\n'],
    ];
    for (const [word, said] of rows) assertEquals(await run(word), { code: 2, stdout: "", stderr: said });
    assertEquals(await run("help", "foo"), {
      code: 2,
      stdout: "",
      stderr: 'Unknown command "foo". See vults help\n',
    });
  }));

Deno.test("an unknown flag is a wrong use of every command that names it", () =>
  inHome(async (run) => {
    for (const { name } of TABLE.filter((entry) => entry.name !== "hook")) {
      const { code, stdout, stderr } = await run(name, "--xyzzy");
      assertEquals([code, stdout], [2, ""], name);
      assertEquals(stderr, `Unknown flag --xyzzy. See vults help${name === "help" ? "" : ` ${name}`}\n`);
    }
  }));

Deno.test("wrong uses end with 2 and one line, and nothing was done", () =>
  inHome(async (run) => {
    const rows = [
      ["answer"],
      ["answer", "c1"],
      ["answer", "c1", "maybe"],
      ["answer", "c1", "deny", "--message"],
      ["serve", "--port", "99999"],
      ["serve", "--port", "http"],
      ["log", "--since", "yesterday"],
      ["cards", "c1"],
      ["replay"],
      ["version", "1"],
    ];
    for (const args of rows) {
      const { code, stdout, stderr } = await run(...args);
      assertEquals([code, stdout, stderr.trim().split("\n").length], [2, "", 1], `${args.join(" ")}: ${stderr}`);
    }
  }));

Deno.test("a wrong use names what is missing", () =>
  inHome(async (run) => {
    const rows: [string[], string][] = [
      [["answer"], "answer needs a card's ID: vults cards shows it. See vults help answer\n"],
      [
        ["answer", "allow"],
        "Which card? Its ID goes before allow, and vults cards shows it. See vults help answer\n",
      ],
      [["answer", "c1", "suggestion", "-1"], "suggestion needs a number from 0. See vults help answer\n"],
      [["replay"], "replay needs a FILE: a recorded session, one JSON line for each hook. See vults help replay\n"],
    ];
    for (const [args, said] of rows) assertEquals(await run(...args), { code: 2, stdout: "", stderr: said });
  }));

Deno.test("what fails says so with its controls written out, whichever command it is", () =>
  inHome(async (run, at) => {
    const { code, stderr } = await run("replay", "/nope\x1b[31m");
    assertEquals([code, stderr.includes("\x1b")], [1, false]);
    assertStringIncludes(stderr, 'Cannot read "/nope⟨U+001B⟩[31m": it is not there');
    const env = { ...at.env, VULTS_SUPPORT_DIR: "/proc/\x1b[31m" };
    for (const command of ["sessions", "cards", "log", "serve"]) {
      const failed = await vults([command], env);
      assertEquals([failed.code, failed.stderr.includes("\x1b")], [1, false], command);
    }
  }));

Deno.test("version tells this build's version", () =>
  inHome(async (run) => {
    assertEquals(await run("version"), { code: 0, stdout: `vults ${VERSION}\n`, stderr: "" });
    assertEquals(await run("--version"), { code: 0, stdout: `vults ${VERSION}\n`, stderr: "" });
  }));

Deno.test("version --permissions shows what every command may do, with this home's paths", () =>
  inHome(async (run, at) => {
    const { code, stdout, stderr } = await run("version", "--permissions");
    assertEquals([code, stderr], [0, ""]);
    const shown = stdout.split("\n").filter((line) => /^\S/.test(line));
    assertEquals(shown, [...ROWS.keys()].filter((command) => TABLE.some(({ name }) => name === command)));
    assertStringIncludes(stdout, `  net    unix:${at.socket}\n`);
  }));

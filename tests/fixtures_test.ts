// Every recorded session, played again: what it becomes is on record, and is what a person expected by the reference.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { outdated } from "../scripts/fixtures.ts";
import { type Done, whatWasDone } from "../scripts/fixtures/done.ts";
import { play } from "../scripts/fixtures/play.ts";
import { fileOf, readScenario, scenarioNames } from "../scripts/fixtures/scenario.ts";
import { outline } from "../scripts/fixtures/outline.ts";
import { AGENTS } from "../src/agents/table.ts";
import type { Words } from "../src/domain/card.ts";

const NAMES = scenarioNames();

Deno.test("every generated file is what its recording gives", async () => {
  assertEquals((await outdated()).map(({ file }) => file.pathname.split("/fixtures/").at(-1)), []);
});

for (const name of NAMES) {
  Deno.test(`${name} goes as it is expected by the reference`, async () => {
    assertEquals(outline(await play(readScenario(name))), expected(name));
  });
}

Deno.test("every expectation names the section that decides", () => {
  for (const name of NAMES) assertMatch(Deno.readTextFileSync(fileOf(name, ".expected.txt")), /^section: \d+/m, name);
});

Deno.test("every agent has a scenario", () => {
  const agents = new Set(NAMES.map((name) => name.split("/")[0]));
  assertEquals([...AGENTS.keys()].filter((agent) => !agents.has(agent)), []);
});

Deno.test("nothing stands beside a recording but what belongs to one", () => {
  const kinds = [".jsonl", ".inputs.jsonl", ".states.txt", ".expected.txt"];
  const known = new Set(NAMES.flatMap((name) => kinds.map((kind) => fileOf(name, kind).pathname)));
  const stray = foldersOf(NAMES).flatMap((folder) => {
    const files = [...Deno.readDirSync(folder)].map((entry) => new URL(entry.name, folder).pathname);
    return files.filter((file) => !known.has(file) && !file.endsWith("/README.md"));
  });
  assertEquals(stray, []);
});

Deno.test("no recording holds a person's own folder or a key", () => {
  for (const name of NAMES) {
    const text = Deno.readTextFileSync(fileOf(name, ".jsonl"));
    assertEquals(text.match(/\/(?:root|Users|work)\/|\/home\/(?!me\b)|Bearer |"[a-z]{2}-[A-Za-z0-9]{16,}/), null, name);
  }
});

Deno.test("what was made from documentation says so in its folder", () => {
  const documented = foldersOf(NAMES.filter((name) => name.split("/")[1] === "documented"));
  assert(documented.length > 0, "Cursor, Antigravity and agentica were never run");
  for (const folder of documented) {
    assertMatch(Deno.readTextFileSync(new URL("README.md", folder)), /made from documentation, not recorded/i);
  }
});

Deno.test("the note of a run says what was done to its hook, whichever agent's words it printed", () => {
  const printed = (value: unknown) => `the recording hook took 20 ms; it printed ${JSON.stringify(value)}`;
  const answered = (words: Words): Done => ({ is: "answered", after: 20, words });
  assertEquals(whatWasDone(""), { is: "silent" });
  assertEquals(whatWasDone("an event that vults does not register"), { is: "silent" });
  assertEquals(whatWasDone("ended by SIGTERM after 2797 ms"), { is: "ended", after: 2797 });
  assertEquals(whatWasDone(printed({ behavior: "allow" })), answered({ decision: "allow" }));
  assertEquals(
    whatWasDone(printed({ hookSpecificOutput: { decision: { behavior: "deny", message: "no" } } })),
    answered({ decision: "deny", message: "no" }),
  );
  const questions = [{ question: "Which?" }, { question: "How?" }];
  const updatedInput = { questions, answers: { "How?": ["a", "b"], "Which?": "c" } };
  assertEquals(
    whatWasDone(printed({ hookSpecificOutput: { decision: { behavior: "allow", updatedInput } } })),
    answered({ answers: ["c", ["a", "b"]] }),
  );
  assertEquals(whatWasDone(printed({ decision: "deny", reason: "no" })), answered({ decision: "deny", message: "no" }));
  assertEquals(whatWasDone(printed({ permission: "allow" })), answered({ decision: "allow" }));
  assertEquals(
    whatWasDone(printed({ request_id: "r", decision: "allow_prefix" })),
    answered({ choice: "allow_prefix" }),
  );
  assertEquals(whatWasDone(printed({ request_id: "r", answer: "date-fns" })), answered({ answers: ["date-fns"] }));
  assertEquals(whatWasDone(printed({ reply: "once" })), answered({ decision: "allow" }));
  assertEquals(whatWasDone(printed({ answers: [["Blue"], ["S", "L"]] })), answered({ answers: ["Blue", ["S", "L"]] }));
});

/** The lines of an expectation that are no comment and not its section. */
function expected(name: string): readonly string[] {
  const lines = Deno.readTextFileSync(fileOf(name, ".expected.txt")).split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("section: "));
}

function foldersOf(names: readonly string[]): readonly URL[] {
  const folders = new Set(names.map((name) => new URL(".", fileOf(name, ".jsonl")).href));
  return [...folders].map((folder) => new URL(folder));
}

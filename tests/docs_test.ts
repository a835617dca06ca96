// What the documents promise is there: every file they name, and every test that docs/safety.md calls as a proof.

import { assert, assertEquals } from "@std/assert";

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);
const DOCS = ["README.md", "AGENTS.md", "CHANGELOG.md", ...listed("docs", ".md")];

Deno.test("every file that a document names in backticks or links to exists", () => {
  const missing: string[] = [];
  for (const doc of DOCS) {
    const text = read(doc);
    const named = [...text.matchAll(/`((?:src|tests|install|scripts|fixtures|docs)\/[\w./-]*|main\.ts|hook\.ts)`/g)];
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => beside(doc, match[1] ?? ""));
    for (const path of [...named.map((match) => match[1] ?? ""), ...linked]) {
      if (!exists(path)) missing.push(`${doc}: ${path}`);
    }
  }
  assertEquals(missing, []);
});

Deno.test("every proof that docs/safety.md names is a test of that file", () => {
  const rows = read("docs/safety.md").split("\n").filter((line) => line.startsWith("|") && line.includes("_test.ts`"));
  let proofs = 0;
  for (const row of rows) {
    const file = /`(tests\/[\w./-]+_test\.ts)`/.exec(row)?.[1] ?? "";
    const text = read(file);
    for (const [, name = ""] of row.slice(row.indexOf(file)).matchAll(/"([^"]+)"/g)) {
      assert(text.includes(name), `${file} has no test "${name}"`);
      proofs++;
    }
  }
  assert(proofs > 20, `only ${proofs} proofs were read`);
});

Deno.test("every rule that never bends stands in docs/safety.md", () => {
  const text = read("docs/safety.md");
  for (const rule of ["R1", "R2", "R3", "R4", "R5", "R6", "R7"]) assert(text.includes(`| ${rule} |`), rule);
});

Deno.test("the README lists every command, and no other", async () => {
  const { TABLE } = await import("../src/cli/table.ts");
  const table = /## Commands\n([\s\S]*?)\n## /.exec(read("README.md"))?.[1] ?? "";
  const named = new Set([...table.matchAll(/^\| `vults ([a-z]+)/gm)].map((match) => match[1] ?? ""));
  assertEquals([...named].sort(), TABLE.map(({ name }) => name).sort());
});

Deno.test("the settings for Claude Code register every event that is read, each with the entry that fits it", () => {
  const { hooks } = JSON.parse(read("docs/wiring/claude-settings.json"));
  const cases = [...read("src/agents/claude_shape.ts").matchAll(/case "([A-Z]\w+)":/g)].map((match) => match[1] ?? "");
  const known = new Set([...cases, "SubagentStart", "SubagentStop"]);
  // Read where another entry sends them, not registered here: the reference names them as optional or as other agents'.
  const optional = ["Elicitation", "ElicitationResult", "Interrupt", "CwdChanged", "PostModelSwitch", "StatusLine"];
  assertEquals(Object.keys(hooks).sort(), [...known].filter((name) => !optional.includes(name)).sort());
  for (const [event, [entry]] of Object.entries<{ hooks: { command: string; timeout: number }[] }[]>(hooks)) {
    const waits = event === "PermissionRequest";
    assertEquals(entry?.hooks.map(({ timeout }) => timeout), [waits ? 120 : 5], event);
    const command = entry?.hooks[0]?.command ?? "";
    assert(
      waits
        ? command.endsWith('vults" hook --agent claude --approval PermissionRequest')
        : command.endsWith('vults-forward" claude'),
    );
  }
});

function read(path: string): string {
  return Deno.readTextFileSync(`${ROOT}${path}`);
}

function listed(folder: string, ending: string): string[] {
  return [...Deno.readDirSync(`${ROOT}${folder}`)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return listed(`${folder}/${name}`, ending);
    return name.endsWith(ending) ? [`${folder}/${name}`] : [];
  });
}

function beside(doc: string, path: string): string {
  return new URL(path, `file:///${doc}`).pathname.slice(1);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(`${ROOT}${path}`);
    return true;
  } catch {
    return false; // nothing there is what the test is about
  }
}

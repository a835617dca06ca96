// What stops a whole run, with `--json`: one document on stdout all the same, and the words on stderr.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { type InstallHome, withConfigs, withInstallHome } from "../support/install_home.ts";
import { type Ran, vults } from "../support/vults.ts";

Deno.test("our own file that cannot be read stops every run, and is in its document", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    broken(at);
    for (const how of ["--yes", "--dry-run"]) {
      for (const command of ["install", "uninstall"]) {
        assertStringIncludes(onlyProblem(await at.vults([command, how, "--json"])), "hooks-manifest.json");
      }
    }
  }));

Deno.test("a folder that cannot be used, or a program that cannot be put in place, is in the document", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const source = await at.vults(["install", "--yes", "--json"], { VULTS_BINARY: "" });
    assertStringIncludes(onlyProblem(source), "; deno task compile");
    at.write("support/bin", "a file in the way");
    const open = await at.vults(["uninstall", "--yes", "--json"]);
    assertStringIncludes(onlyProblem(open), `chmod 700 '${at.support}'`);
    await Deno.chmod(at.support, 0o700);
    const inTheWay = await at.vults(["install", "--yes", "--json"]);
    assertEquals(onlyProblem(inTheWay), `"${at.support}/bin" is not a folder; move it away and run again`);
  }));

Deno.test("without a home folder, status and doctor print a document of their kind", () =>
  withInstallHome(async ({ env: { HOME: _home, ...env } }) => {
    const says = "HOME is not set, and the agents' configs are found from it";
    for (const command of ["status", "doctor"]) {
      const { code, stdout, stderr } = await vults([command, "--json"], env);
      assertEquals([code, stderr], [1, `vults: ${says}; set it\n`]);
      assertEquals(JSON.parse(stdout), {
        agents: [],
        findings: [{ check: "home", level: "wrong", says, mend: "set it" }],
        problems: [`${says}; set it`],
      });
    }
  }));

Deno.test("a dry run's document has the same members as that of a run that writes", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const shown = JSON.parse((await at.ok("install", "--dry-run", "--json")).stdout);
    const done = JSON.parse((await at.ok("install", "--yes", "--json")).stdout);
    assertEquals([Object.keys(shown), shown.problems, done.problems], [Object.keys(done), [], []]);
  }));

/** Nothing was done for one reason, which both streams tell. */
function onlyProblem({ code, stdout, stderr }: Ran): string {
  const document = JSON.parse(stdout);
  const [problem = ""] = document.problems;
  assertEquals([code, document, stderr], [1, { changes: [], notes: [], problems: [problem] }, `vults: ${problem}\n`]);
  return problem;
}

/** A manifest that nobody can read. */
function broken(at: InstallHome): void {
  at.write("support/hooks-manifest.json", "{");
  Deno.chmodSync(at.support, 0o700);
}

// The agents' own variables, from source and as the built program, whose launcher decides what may be touched: what an odd
// one costs, and what is left outside of the home.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Launch } from "../../scripts/run.ts";
import { compile } from "../support/compile.ts";
import { type InstallHome, withInstallHome } from "../support/install_home.ts";
import { built, type Ran, SOURCE, vults } from "../support/vults.ts";

type Env = Readonly<Record<string, string>>;
type Run = (env: Env, ...args: string[]) => Promise<Ran>;

const programs = await Deno.makeTempDir({ prefix: "vults programs " });

Deno.test.beforeAll(async () => {
  const { code, stderr } = await compile(["--portable", "--output", `${programs}/vults`]);
  assertEquals(code, 0, stderr);
});

Deno.test.afterAll(() => Deno.remove(programs, { recursive: true }));

/** A test for both ways of starting. */
function test(what: string, work: (at: InstallHome, run: Run) => Promise<void>): void {
  const launches: [string, Launch][] = [["from source", SOURCE], ["portable", built(`${programs}/vults`)]];
  for (const [name, launch] of launches) {
    const inHome = () =>
      withInstallHome((at) => work(at, (env, ...args) => vults(args, { ...at.env, ...env }, { launch })));
    Deno.test(`${name}: ${what}`, inHome);
  }
}

test("the folders that an install makes outside of the home go with the uninstall, and no other", async (_at, run) => {
  const out = await Deno.realPath(await Deno.makeTempDir({ prefix: "vults out " }));
  try {
    for (const folder of ["own", "kept/by another"]) {
      Deno.mkdirSync(`${out}/${folder}`, { recursive: true, mode: 0o700 });
    }
    const env = {
      CLAUDE_CONFIG_DIR: `${out}/with space/deep/er/`,
      XDG_CONFIG_HOME: `${out}/new`,
      COPILOT_HOME: `${out}/copilot`,
      QWEN_HOME: `${out}/own/qwen`,
      GROK_HOME: `${out}/kept/grok`,
    };
    const before = folders(out);
    const made = await run(env, "install", "--yes", "--agent", "claude,opencode,copilot,qwen,grok");
    assertEquals([made.code, made.stderr], [0, ""]);
    assertEquals(folders(out), [
      ...["copilot", "copilot/hooks", "kept", "kept/by another", "kept/grok", "kept/grok/hooks", "new", "new/opencode"],
      ...["new/opencode/plugins", "own", "own/qwen", "with space", "with space/deep", "with space/deep/er"],
    ]);
    const gone = await run(env, "uninstall", "--yes");
    assertEquals([gone.code, gone.stderr, folders(out)], [0, "", before]);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

test("XDG_CONFIG_HOME in the home's own words leads OpenCode's plugin there", async (at, run) => {
  const env = { XDG_CONFIG_HOME: "~/my config" };
  const made = await run(env, "install", "--yes", "--agent", "opencode");
  assertEquals([made.code, made.stderr], [0, ""]);
  assertStringIncludes(at.read("my config/opencode/plugins/vults.js"), `${at.support}/bin/vults`);
  const { stdout } = await run(env, "status", "--agent", "opencode");
  assertStringIncludes(stdout, "opencode: configured, hooks installed  (~/my config/opencode/plugins/vults.js)");
});

test("a relative XDG_CONFIG_HOME costs OpenCode alone", async (at, run) => {
  at.write(".claude/settings.json", "{}");
  const said = 'opencode: XDG_CONFIG_HOME is not a whole path: "mine"; begin it with "/" or "~/", or unset it';
  const env = { XDG_CONFIG_HOME: "mine" };
  const made = await run(env, "install", "--yes");
  assertEquals([made.code, made.stderr], [1, `vults: cannot safely update ${said}\n`]);
  assertStringIncludes(at.read(".claude/settings.json"), "vults-forward");
  const { code, stdout } = await run(env, "status");
  assertEquals(code, 0);
  assertStringIncludes(stdout, "claude: configured, hooks installed");
  assertStringIncludes(stdout, said.slice(said.indexOf("XDG")));
  const gone = await run(env, "uninstall", "--yes");
  assertEquals([gone.code, gone.stderr, at.read(".claude/settings.json")], [1, made.stderr, "{}"]);
});

test("a folder with .. in its path is refused by the name of its variable", async (at, run) => {
  const path = `${at.folder}/missing/../x`;
  const { code, stderr } = await run({ CLAUDE_CONFIG_DIR: path }, "install", "--yes", "--agent", "claude");
  const said =
    `vults: cannot safely update claude: CLAUDE_CONFIG_DIR has ".." in it: "${path}"; write it without ".."\n`;
  assertEquals([code, stderr], [1, said]);
});

test("what the runtime keeps for itself is refused without its advice on its own flags", async (_at, run) => {
  for (const path of ["/dev/null", "/proc/self"]) {
    const { code, stderr } = await run({ CLAUDE_CONFIG_DIR: path }, "install", "--yes", "--agent", "claude");
    assertEquals(code, 1);
    assertStringIncludes(stderr, `vults: cannot safely update ${path}/settings.json: `);
    assert(!stderr.includes("--allow-"), stderr);
  }
});

/** Every folder below, the outer first. */
function folders(folder: string, within = ""): string[] {
  const names = [...Deno.readDirSync(folder)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name).sort();
  return names.flatMap((name) => [`${within}${name}`, ...folders(`${folder}/${name}`, `${within}${name}/`)]);
}

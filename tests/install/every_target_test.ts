// What holds at every target on a disk: links stay and lead to what is written (scenarios 8 and 36, A13 and A14), a byte
// order mark stays (A15, A16), and what is refused is not touched (scenario 39, A3).

import { assert, assertEquals } from "@std/assert";
import { carryOut } from "../../install/carry_out.ts";
import { configPlace } from "../../install/config_places.ts";
import { realFiles } from "../../install/doors.ts";
import type { Machine } from "../../install/machine.ts";
import { type TargetName, TARGETS } from "../../install/target_name.ts";
import { changes, done, machineAt } from "../support/install_machine.ts";
import { type InstallPlace, installPlace } from "../support/install_place.ts";

/** What a person has of each agent; where the whole file is ours there is nothing. */
const HAD: Readonly<Record<TargetName, string | undefined>> = {
  claude: '{\n    "model": "x"\n}\n',
  codex: '{ "description": "mine", "hooks": {} }',
  grok: undefined,
  cursor: '{"version": 1, "hooks": {"stop": [{"command": "mine"}]}}',
  opencode: undefined,
  antigravity: '{"mine": {"Stop": [{"command": "mine"}]}}\n',
  qwen: '// mine\r\n{\r\n  "a": 1\r\n}\r\n',
  copilot: undefined,
  droid: '{ "a": [ ] /* mine */ }',
  kimi: '# mine\napi_key = "k"\n',
  agentica: "settings: # mine\n  a: 1\n",
};

for (const agent of TARGETS) {
  const text = HAD[agent];
  if (text === undefined) continue;
  for (const way of ["a relative link", "a chain of links", "a folder that is a link"]) {
    Deno.test(`${agent}: through ${way} the real file is written in its own folder, and every link stays`, async () => {
      using at = installPlace();
      const { config, real } = linked(at, agent, way, text);
      const machine = machineAt(at, realFiles);
      const links = linksIn(at.home);
      await done(machine, "install", agent);
      assert(Deno.readTextFileSync(real) !== text);
      assertEquals(linksIn(at.home), links);
      await done(machine, "uninstall", agent);
      assertEquals([Deno.readTextFileSync(config), Deno.readTextFileSync(real)], [text, text]);
      assertEquals(linksIn(at.home), links);
    });
  }

  Deno.test(`${agent}: a byte order mark stays where it is taken, and is never added`, async () => {
    using at = installPlace();
    const config = pathOf(at, agent);
    const name = config.slice(at.home.length + 1);
    const machine = machineAt(at, realFiles);
    for (const mark of ["\uFEFF", ""]) {
      at.write(name, mark + text);
      const [change] = await changes(machine, "install", agent);
      if (mark !== "" && agent === "codex") {
        assert(change !== undefined && "refused" in change.plan);
        continue;
      }
      await done(machine, "install", agent);
      assertEquals(bytesOf(config).startsWith("\uFEFF"), mark !== "");
      await done(machine, "uninstall", agent);
      assertEquals(bytesOf(config), mark + text);
    }
  });
}

for (const agent of TARGETS) {
  Deno.test(`${agent}: a file that is refused keeps its bytes and its time, on install and on uninstall`, async () => {
    for (const broken of ['{ "a": [1,\n', "\u0000\u0001", "<<<<<<< HEAD\n{}\n=======\n"]) {
      using at = installPlace();
      const machine = machineAt(at, realFiles);
      const config = pathOf(at, agent);
      at.write(config.slice(at.home.length + 1), broken);
      Deno.utimeSync(config, 1_700_000_000, 1_700_000_000);
      for (const wish of ["install", "uninstall"] as const) {
        const [change] = await changes(machine, wish, agent);
        assert(change !== undefined && "refused" in change.plan, `${wish}: ${JSON.stringify(broken)}`);
        assert(change.plan.mend.includes("run again"), change.plan.mend);
        await carryOut([change], { memory: "keep", replans: false }, machine);
        assertEquals(Deno.readTextFileSync(config), broken);
        assertEquals(Deno.statSync(config).mtime, new Date(1_700_000_000_000));
      }
    }
  });
}

Deno.test("one folder by two names is one config: installed by the one, uninstalled by the other", async () => {
  using at = installPlace();
  at.write("store/claude/settings.json", "{ }");
  Deno.symlinkSync("store/claude", `${at.home}/.claude`);
  const machine = machineAt(at, realFiles);
  const named: Machine = {
    ...machine,
    env: (name) => name === "CLAUDE_CONFIG_DIR" ? `${at.home}/store/claude` : undefined,
  };
  await done(machine, "install", "claude");
  await done(named, "install", "claude");
  const { agents } = JSON.parse(Deno.readTextFileSync(`${at.support}/hooks-manifest.json`));
  assertEquals(Object.keys(agents), [`claude:${at.home}/store/claude/settings.json`]);
  await done(named, "uninstall", "claude");
  assertEquals(Deno.readTextFileSync(`${at.home}/.claude/settings.json`), "{ }");
});

Deno.test("qwen: what it writes itself between install and uninstall stays, and nothing else changes", async () => {
  using at = installPlace();
  const machine = machineAt(at, realFiles);
  const text = '{\n  // mine\n  "a": 1\n}\n';
  const config = at.write(".qwen/settings.json", text);
  await done(machine, "install", "qwen");
  // It adds a `$version` (`installer.md` 6.6, seen).
  Deno.writeTextFileSync(config, Deno.readTextFileSync(config).replace('"a": 1', '"a": 1,\n  "$version": 3'));
  await done(machine, "uninstall", "qwen");
  assertEquals(Deno.readTextFileSync(config), text.replace('"a": 1', '"a": 1,\n  "$version": 3'));
});

Deno.test("droid: entries go to the file that it reads, move with it, and go from all three", async () => {
  using at = installPlace();
  const machine = machineAt(at, realFiles);
  const settings = at.write(".factory/settings.json", '{ "a": 1 }');
  await done(machine, "install", "droid");
  const wired = JSON.parse(Deno.readTextFileSync(settings));
  assertEquals(Object.keys(wired), ["a", "hooks"]);
  // It has come to keep its hooks in a file of their own, with ours in it as they were.
  const hooks = at.write(".factory/hooks/hooks.json", JSON.stringify({ Stop: wired.hooks.Stop }));
  await done(machine, "install", "droid");
  assertEquals(Deno.readTextFileSync(settings), '{ "a": 1 }');
  assertEquals(Object.keys(JSON.parse(Deno.readTextFileSync(hooks))).length, Object.keys(wired.hooks).length);
  const own = at.write(".factory/hooks.json", Deno.readTextFileSync(hooks));
  Deno.writeTextFileSync(settings, JSON.stringify(wired));
  await done(machine, "uninstall", "droid");
  assertEquals([settings, hooks, own].map((file) => JSON.parse(Deno.readTextFileSync(file))), [{ a: 1 }, {}, {}]);
});

/** Where the config is named, and where it really is. */
function linked(at: InstallPlace, agent: TargetName, way: string, text: string) {
  const config = pathOf(at, agent);
  const name = config.slice(config.lastIndexOf("/") + 1);
  const folder = config.slice(0, config.lastIndexOf("/"));
  const real = at.write(`store/${name}`, text);
  if (way === "a folder that is a link") {
    Deno.mkdirSync(folder.slice(0, folder.lastIndexOf("/")), { recursive: true });
    Deno.symlinkSync(`${at.home}/store`, folder);
    return { config, real };
  }
  Deno.mkdirSync(folder, { recursive: true });
  const up = "../".repeat(folder.slice(at.home.length + 1).split("/").length);
  if (way === "a relative link") Deno.symlinkSync(`${up}store/${name}`, config);
  else {
    Deno.symlinkSync(real, `${at.home}/second`);
    Deno.symlinkSync(`${at.home}/second`, config);
  }
  return { config, real };
}

/** Every link under a folder and what it names. */
function linksIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory, isSymlink }) => {
    const path = `${folder}/${name}`;
    if (isSymlink) return [`${path} -> ${Deno.readLinkSync(path)}`];
    return isDirectory ? linksIn(path) : [];
  }).sort();
}

function pathOf(at: InstallPlace, agent: TargetName): string {
  const place = configPlace(agent, { home: at.home, env: () => undefined, exists: () => false });
  assert(!("refused" in place));
  return place.config;
}

function bytesOf(path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
}

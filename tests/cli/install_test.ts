// The installer's commands as a person uses them: real processes with their own permissions, in a throw-away home.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { applyPatch } from "diff";
import { TARGETS } from "../../install/target_name.ts";
import {
  agentFiles,
  CONFIGS,
  type InstallHome,
  untouched,
  withConfigs,
  withInstallHome,
} from "../support/install_home.ts";
import { snakeCase, trust } from "../support/codex_trust.ts";
import { serving, SOURCE, vults } from "../support/vults.ts";
import type { Launch } from "../../scripts/run.ts";

const ALL = TARGETS.join(",");

/** The files that entries go to, in that home. */
const WIRED = [
  ".claude/settings.json",
  ".codex/hooks.json",
  ".grok/hooks/vults.json",
  ".cursor/hooks.json",
  ".config/opencode/plugins/vults.js",
  ".gemini/config/hooks.json",
  ".qwen/settings.json",
  ".copilot/hooks/vults.json",
  ".factory/settings.json",
];

Deno.test("a newcomer's install wires every agent but the two that are named, and changes nothing else", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const { stdout } = await at.ok("install", "--yes");
    const rows = stdout.split("\n").filter((line) => / (created|changed) /.test(line));
    assertEquals(rows.map((line) => line.split("  ").at(-1)), WIRED.map((path) => `~/${path}`));
    assertStringIncludes(stdout, "open Codex, type /hooks");
    for (const agent of ["kimi", "agentica"]) {
      assertStringIncludes(stdout, `${agent} is left out: vults install --agent ${agent} adds it\n`);
    }
    const after = agentFiles(at.folder);
    assertEquals(Object.keys(after).sort(), [...new Set([...Object.keys(CONFIGS), ...WIRED])].sort());
    for (const path of Object.keys(after)) {
      if (!WIRED.includes(path)) assertEquals(after[path], CONFIGS[path], path);
      else assertStringIncludes(after[path] ?? "", `${at.support}/bin/vults`, path);
    }
    for (const name of ["vults", "vults-forward"]) assertEquals(modeOf(`${at.support}/bin/${name}`), 0o755);
    assertEquals([...Deno.readDirSync(at.support)].map(({ name }) => name).sort(), [
      "backups",
      "bin",
      "hooks-manifest.json",
      "install.lock",
    ]);
  }));

Deno.test("a second install touches nothing, and keeps the gates of an earlier --approval", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await at.vults(["install", "--yes", "--approval", "--agent", ALL]);
    const before = withoutLock(at);
    const again = await at.vults(["install", "--yes", "--approval", "--agent", ALL]);
    assertEquals([again.code, again.stderr], [0, ""]);
    assertEquals(again.stdout.match(/ unchanged /g)?.length, TARGETS.length);
    await at.ok("install", "--yes", "--agent", ALL);
    assertEquals(withoutLock(at), before);
    const { agents } = JSON.parse((await at.ok("status", "--json")).stdout);
    const gated = agents.filter(({ approval }: { approval: boolean }) => approval);
    assertEquals(gated.map(({ agent }: { agent: string }) => agent), [
      ...["claude", "codex", "grok", "cursor", "opencode", "qwen", "copilot", "agentica"],
    ]);
  }));

for (const backups of ["through the backups", "with the backups deleted"]) {
  Deno.test(`uninstall gives every byte back, ${backups}`, () =>
    withInstallHome(async (at) => {
      withConfigs(at);
      const [before, folders] = [agentFiles(at.folder), foldersIn(at)];
      await at.vults(["install", "--yes", "--approval", "--agent", ALL]);
      if (backups.includes("deleted")) await Deno.remove(`${at.support}/backups`, { recursive: true });
      await at.ok("uninstall", "--yes");
      assertEquals(agentFiles(at.folder), before);
      assertEquals(foldersIn(at), folders);
      assertEquals([...Deno.readDirSync(at.support)].filter(({ name }) => name === "bin"), []);
    }));
}

Deno.test("a foreign entry that came between install and uninstall survives in its place", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await at.ok("install", "--yes", "--agent", "claude");
    const config = JSON.parse(at.read(".claude/settings.json"));
    config.hooks.Stop.push({ hooks: [{ type: "command", command: "later" }] });
    at.write(".claude/settings.json", JSON.stringify(config, null, 1));
    await at.ok("uninstall", "--yes");
    const { hooks } = JSON.parse(at.read(".claude/settings.json"));
    const commands = hooks.Stop.map((group: { hooks: { command: string }[] }) => group.hooks[0]?.command);
    assertEquals([Object.keys(hooks), commands], [["Stop"], ["mine", "later"]]);
  }));

Deno.test("a dry run writes nothing, not even the lock, and shows the very changes that are then made", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const before = untouched(at.folder);
    const files = agentFiles(at.folder);
    const shown = await at.vults(["install", "--dry-run"]);
    assertEquals([shown.code, untouched(at.folder)], [0, before]);
    const planned = JSON.parse((await at.ok("install", "--dry-run", "--json")).stdout);
    assertEquals(untouched(at.folder), before);
    const done = JSON.parse((await at.ok("install", "--yes", "--json")).stdout);
    assertEquals(done.changes.map(withoutDid), planned.changes);
    assertEquals(done.notes, planned.notes);
    for (const { config, action, fingerprint, diff } of planned.changes) {
      const path = config.slice(at.folder.length + 1);
      assertStringIncludes(shown.stdout, diff);
      assertMatch(fingerprint, /^([0-9a-f]{16}|absent)$/);
      assertEquals(action, files[path] === undefined ? "create" : "change");
      assertEquals(applyPatch(files[path] ?? "", `${diff}\n`), at.read(path), path);
    }
    const gone = await at.vults(["uninstall", "--dry-run"]);
    assertEquals(gone.code, 0);
    assertStringIncludes(gone.stdout, "+++ /dev/null");
  }));

Deno.test("one config that cannot be read is named with its line, the others go on, and the exit code is 1", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const broken = '{\n  "env": {"KEY": "sk"},\n}\n';
    at.write(".claude/settings.json", broken);
    for (const command of ["install", "uninstall"]) {
      const { code, stdout, stderr } = await at.vults([command, "--yes"]);
      assertEquals(code, 1);
      assertMatch(stderr, /^vults: cannot safely update ~\/\.claude\/settings\.json:2: .*comma.*; .*\n$/);
      assertStringIncludes(stdout, "~/.codex/hooks.json");
      assertEquals(at.read(".claude/settings.json"), broken);
    }
    const { code, stdout } = await at.vults(["install", "--dry-run", "--json"]);
    const [first] = JSON.parse(stdout).changes;
    assertEquals([code, first.action, first.diff], [1, "refuse", ""]);
    assertStringIncludes(first.reason, "comma");
  }));

Deno.test("a wrong use ends with 2 and writes nothing", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const before = untouched(at.folder);
    const rows: [string[], string][] = [
      [["install"], "Nothing was written: nobody can be asked here. Add --yes to go on, or --dry-run"],
      [["uninstall"], "Nothing was written"],
      [["install", "--json"], "Nothing was written"],
      [["install", "--agent", "claud", "--yes"], 'Unknown agent "claud": did you mean claude?'],
      [["install", "--agent", "claude,", "--yes"], "--agent needs a name"],
      [["install", "--agent"], "--agent needs a value"],
      [["install", "--agent", "gemini", "--yes"], "its successor is --agent antigravity"],
      [["install", "--aproval"], "Unknown flag --aproval: did you mean --approval?"],
      [["install", "claude"], 'Unexpected "claude"'],
      [["status", "--yes"], "Unknown flag --yes"],
      [["hooks"], "Say install, uninstall or status"],
      [["hooks", "instal"], 'Unknown word "instal": did you mean install?'],
      [["hooks", "status", "--yes"], "--yes does not go with status"],
    ];
    for (const [args, said] of rows) {
      const { code, stdout, stderr } = await at.vults(args);
      assertEquals([code, stdout], [2, ""], args.join(" "));
      assertStringIncludes(stderr, said);
    }
    assertEquals(untouched(at.folder), before);
  }));

Deno.test("with --json every command prints one document, under both names", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const rows = [["install", "--yes"], ["status"], ["uninstall", "--dry-run"], ["uninstall", "--yes"]];
    for (const args of [...rows, ...rows.map((words) => ["hooks", ...words])]) {
      const { stdout } = await at.ok(...args, "--json", "--agent", "claude", "--agent", "codex,claude-code");
      const { changes, agents } = JSON.parse(stdout);
      assertEquals((changes ?? agents).map(({ agent }: { agent: string }) => agent), ["claude", "codex"]);
    }
  }));

Deno.test("the agents' own variables lead everything elsewhere, also outside the home, and the home stays empty", () =>
  withInstallHome(async (at) => {
    const out = await Deno.realPath(await Deno.makeTempDir({ prefix: "vults out " }));
    const env = {
      CLAUDE_CONFIG_DIR: `${out}/new/claude`,
      CODEX_HOME: `${out}/codex/`,
      GROK_HOME: `${out}/grok`,
      CURSOR_HOME: `${out}/cursor`,
      QWEN_HOME: `${out}/qwen`,
      COPILOT_HOME: `${out}/copilot`,
      FACTORY_HOME_OVERRIDE: out,
      KIMI_CODE_HOME: `${out}/kimi`,
      AGENTICA_HOME: `${out}/agentica`,
      XDG_CONFIG_HOME: `${out}/config`,
    };
    try {
      const agents = TARGETS.filter((agent) => agent !== "antigravity").join();
      const before = agentFiles(at.folder);
      const made = await at.vults(["install", "--yes", "--agent", agents], env);
      assertEquals([made.code, made.stderr, made.stdout.match(/ created /g)?.length], [0, "", TARGETS.length - 1]);
      assertEquals(agentFiles(at.folder), before);
      assertStringIncludes(
        (await at.vults(["status"], env)).stdout,
        `hooks installed  (${out}/new/claude/settings.json)`,
      );
      const gone = await at.vults(["uninstall", "--yes"], env);
      assertEquals([gone.code, gone.stderr, agentFiles(out)], [0, "", {}]);
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  }));

Deno.test("a variable in the home's own words works, an empty one is unset, and one that names no whole path is refused", () =>
  withInstallHome(async (at) => {
    at.write(".claude/settings.json", "{}");
    const tilde = await at.vults(["install", "--yes", "--agent", "claude"], { CLAUDE_CONFIG_DIR: "~/mine" });
    assertEquals([tilde.code, at.read(".claude/settings.json")], [0, "{}"]);
    assertStringIncludes(at.read("mine/settings.json"), "vults-forward");
    const unset = await at.vults(["install", "--yes", "--agent", "claude"], { CLAUDE_CONFIG_DIR: "" });
    assertEquals([unset.code, at.read(".claude/settings.json") === "{}"], [0, false]);
    const relative = await at.vults(["install", "--yes"], { CODEX_HOME: "mine" });
    assertEquals(relative.code, 1);
    assertStringIncludes(relative.stderr, 'CODEX_HOME is not a whole path: "mine"; begin it with "/" or "~/"');
    assertStringIncludes(relative.stdout, "claude");
  }));

Deno.test("a config that is a link to another place is replaced there, and the link stays", () =>
  withInstallHome(async (at) => {
    const out = await Deno.realPath(await Deno.makeTempDir({ prefix: "vults dotfiles " }));
    try {
      const [file, link] = [`${out}/settings.json`, `${at.folder}/.claude/settings.json`];
      at.write(".claude/other", "");
      await Deno.writeTextFile(file, '{ "a": 1 }\n');
      await Deno.symlink(file, link);
      await Deno.mkdir(`${out}/qwen`);
      await Deno.symlink(`${out}/qwen`, `${at.folder}/.qwen`);
      await at.ok("install", "--yes");
      assertEquals(await Deno.readLink(link), file);
      for (const path of [file, `${out}/qwen/settings.json`]) {
        assertStringIncludes(await Deno.readTextFile(path), "vults-forward");
      }
      await at.ok("uninstall", "--yes");
      assertEquals([await Deno.readLink(link), await Deno.readTextFile(file)], [file, '{ "a": 1 }\n']);
      assertEquals([...Deno.readDirSync(`${out}/qwen`)], []);
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  }));

Deno.test("two installs at once end as one does", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const both = await Promise.all([at.vults(["install", "--yes"]), at.vults(["install", "--yes"])]);
    assertEquals(both.map(({ code, stderr }) => [code, stderr]), [[0, ""], [0, ""]]);
    assertEquals(both.map(({ stdout }) => stdout.match(/ unchanged /g)?.length ?? 0).sort((a, b) => a - b), [
      0,
      WIRED.length,
    ]);
    const after = agentFiles(at.folder);
    await at.ok("install", "--yes");
    assertEquals(agentFiles(at.folder), after);
  }));

Deno.test("what was taken out is remembered, also where nothing was, and only an install forgets it", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const state = () => JSON.parse(at.read("support/hooks-state.json")).uninstalled;
    await at.ok("install", "--yes", "--agent", "claude");
    await at.ok("uninstall", "--yes", "--agent", "claude,kimi");
    const keys = [`claude:${at.folder}/.claude/settings.json`, `kimi:${at.folder}/.kimi-code/config.toml`];
    assertEquals(state(), keys);
    assertMatch((await at.ok("status")).stdout, /^claude: configured, no hooks, uninstalled by you {2}\(/m);
    await at.ok("install", "--yes", "--agent", "claude");
    assertEquals(state(), keys.slice(1));
  }));

Deno.test("nothing that runs by itself puts back what was taken out: the daemon, a hook, another program in place", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await at.ok("install", "--yes", "--agent", "claude,codex");
    await at.ok("uninstall", "--yes", "--agent", "claude");
    const configs = () => Object.keys(CONFIGS).map((name) => at.read(name));
    const then = configs();
    const state = at.read("support/hooks-state.json");
    const daemon = await serving(at);
    try {
      await at.vults(["hook", "--agent", "claude", "SessionStart"]);
      await at.ok("status");
      at.write("program", "#!/bin/sh\nexit 1\n");
      await at.ok("install", "--yes", "--agent", "codex");
      assertEquals([configs(), at.read("support/hooks-state.json")], [then, state]);
    } finally {
      await daemon.stop();
    }
    assertEquals(configs(), then);
  }));

Deno.test("uninstall --approval makes plain entries of those that wait", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await at.ok("install", "--yes");
    const plain = agentFiles(at.folder);
    await at.ok("install", "--yes", "--approval", "--agent", "claude,codex,grok,opencode,qwen");
    assert(at.read(".claude/settings.json").includes("--approval PermissionRequest"));
    await at.ok("uninstall", "--yes", "--approval");
    assertEquals(agentFiles(at.folder), plain);
    assertEquals(Object.keys(JSON.parse(at.read("support/hooks-manifest.json")).agents).length, WIRED.length);
  }));

Deno.test("--approval says which agents cannot be answered", () =>
  withInstallHome(async (at) => {
    const args = ["install", "--yes", "--approval", "--agent", "claude,antigravity,droid,kimi,codex"];
    const { stdout } = await at.vults(args, { VULTS_CLAUDE_VERSION: "2.1.200" });
    for (const agent of ["claude", "antigravity", "droid", "kimi"]) {
      assertStringIncludes(stdout, `${agent} cannot be answered from here, so --approval changes nothing for it`);
    }
    assertStringIncludes(stdout, "2.1.257");
    assert(!stdout.includes("codex cannot"));
  }));

Deno.test("older entries are replaced where they stand and counted, and so are those of files that nothing is added to", () =>
  withInstallHome(async (at) => {
    const older = (command: string) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } });
    at.write(".claude/settings.json", older("/opt/vults-hook --agent claude Stop"));
    at.write(".grok/hooks/vibebuddy.json", older("/opt/vibebuddy-forward.sh grok"));
    assertStringIncludes((await at.ok("status")).stdout, "hooks installed, older entries: run vults install");
    const { stdout } = await at.ok("install", "--yes");
    assertStringIncludes(stdout, "1 older entry replaced in ~/.claude/settings.json");
    assertStringIncludes(stdout, "1 older entry replaced in ~/.grok/hooks/vibebuddy.json");
    assert(!at.read(".claude/settings.json").includes("vults-hook"));
    assert(!(await at.ok("status")).stdout.includes("older entries"));
  }));

Deno.test("what older programs left for the Gemini CLI is shown, and goes only by name", () =>
  withInstallHome(async (at) => {
    const mine = { matcher: "*", hooks: [{ type: "command", command: "mine" }] };
    const left = { hooks: [{ type: "command", command: "/opt/vibebuddy-forward.sh gemini" }] };
    const text = JSON.stringify({ hooks: { BeforeTool: [mine, left] } });
    at.write(".gemini/settings.json", text);
    assertStringIncludes(
      (await at.ok("status")).stdout,
      "gemini: leftovers on 1 events: vults uninstall --agent gemini",
    );
    await at.ok("uninstall", "--yes");
    assertEquals(at.read(".gemini/settings.json"), text);
    await at.ok("uninstall", "--yes", "--agent", "gemini");
    assertEquals(JSON.parse(at.read(".gemini/settings.json")), { hooks: { BeforeTool: [mine] } });
    assert(!(await at.ok("status")).stdout.includes("gemini:"));
  }));

Deno.test("status names each agent, what it cannot read, and what keeps hooks from running; its exit code is 0", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await at.ok("install", "--yes", "--approval", "--agent", "claude,codex");
    at.write(".qwen/settings.json", "{ broken");
    at.write(".codex/config.toml", "[features]\nhooks = false\n");
    const { code, stdout, stderr } = await at.vults(["status"]);
    assertEquals([code, stderr], [0, ""]);
    const lines = stdout.split("\n");
    const starts = TARGETS.map((agent) => lines.find((line) => line.startsWith(`${agent}: `)));
    assertEquals(starts.filter((line) => line === undefined), []);
    assertEquals(starts[0], "claude: configured, hooks installed (approval gate)  (~/.claude/settings.json)");
    assertMatch(starts[1] ?? "", /^codex: .*\(approval gate\), not trusted, will not run: open Codex, type \/hooks/);
    assertEquals(starts[10], "agentica: configured, no hooks  (~/.agentica/config.yaml)");
    assertStringIncludes(stdout, `  Codex runs no hooks: "hooks" is false in ~/.codex/config.toml:2; make it true\n`);
    assertStringIncludes(stdout, "~/.qwen/settings.json:1: ");
    assertStringIncludes(stdout, "  answers permissions, plans, questions\n");
    assertEquals(lines.filter((line) => line.startsWith("bin: ")), ["bin: installed  (~/support/bin)"]);
  }));

Deno.test("Codex's recorded trust is counted by the place of each entry", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await at.ok("install", "--yes", "--agent", "codex");
    trust(at, ["stop:1:0", "stop:0:0", "pre_tool_use:0:0"]);
    assertStringIncludes((await at.ok("status")).stdout, "trust recorded for 2 of 12: open Codex, type /hooks");
    const events = Object.keys(JSON.parse(at.read(".codex/hooks.json")).hooks);
    trust(at, events.map((event) => `${snakeCase(event)}:${event === "Stop" ? 1 : 0}:0`));
    assertMatch((await at.ok("status")).stdout, /^codex: .*, trust recorded {2}\(/m);
  }));

Deno.test("programs stay while an entry names them, and go with the last one", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await at.ok("install", "--yes", "--agent", "claude,codex");
    await at.ok("uninstall", "--yes", "--agent", "claude");
    assertEquals(modeOf(`${at.support}/bin/vults`), 0o755);
    await at.ok("uninstall", "--yes", "--agent", "codex");
    assertEquals([...Deno.readDirSync(at.support)].some(({ name }) => name === "bin"), false);
  }));

Deno.test("without its programs in place an install stops before any config", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const before = agentFiles(at.folder);
    at.write("support/bin", "a file in the way");
    await Deno.chmod(at.support, 0o700);
    const { code, stdout, stderr } = await at.vults(["install", "--yes"]);
    assertEquals([code, stdout, agentFiles(at.folder)], [1, "", before]);
    assertMatch(stderr, /^vults: ".*\/bin" is not a folder; move it away and run again\n$/);
  }));

Deno.test("from source, where no program is built, a dry run shows everything and an install writes nothing", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const before = untouched(at.folder);
    const shown = await at.vults(["install", "--dry-run"], { VULTS_BINARY: "" });
    assertEquals([shown.code, shown.stdout.match(/^\+\+\+ /gm)?.length], [0, WIRED.length]);
    const { code, stderr } = await at.vults(["install", "--yes"], { VULTS_BINARY: "" });
    assertEquals([code, stderr.split("; ")[1]], [1, "deno task compile\n"]);
    assertEquals(untouched(at.folder), before);
  }));

Deno.test("a config that is a link to itself, or to nothing, is refused by its name and the others go on", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    await Deno.remove(`${at.folder}/.claude/settings.json`);
    await Deno.symlink("settings.json", `${at.folder}/.claude/settings.json`);
    await Deno.remove(`${at.folder}/.qwen/settings.json`);
    await Deno.symlink(`${at.folder}/nothing`, `${at.folder}/.qwen/settings.json`);
    const { code, stdout, stderr } = await at.vults(["install", "--yes"]);
    assertEquals([code, stdout.match(/ (created|changed) /g)?.length], [1, WIRED.length - 2]);
    assertMatch(stderr, /~\/\.claude\/settings\.json: ".*" is a link to itself; remove the link and run again\n/);
    assertMatch(stderr, /~\/\.qwen\/settings\.json: ".*" is a link to nothing; remove the link and run again\n/);
    assertEquals((await at.vults(["status"])).code, 0);
  }));

Deno.test("nothing is installed into a support folder that does not last, unless it is named", () =>
  withInstallHome(async (at) => {
    withConfigs(at);
    const before = agentFiles(at.folder);
    const { code, stderr } = await at.vults(["install", "--yes"], { VULTS_SUPPORT_DIR: "", TMPDIR: at.folder });
    assertEquals([code, agentFiles(at.folder)], [1, before]);
    assertMatch(stderr, /where files do not last; .*VULTS_SUPPORT_DIR\n$/);
  }));

Deno.test("as root nothing is written without leave, but a dry run and status work", () =>
  withInstallHome(async (at) => {
    if (Deno.uid() !== 0) return; // only root can be refused as root
    withConfigs(at);
    const before = untouched(at.folder);
    for (const command of ["install", "uninstall"]) {
      const { code, stderr } = await at.vults([command, "--yes"], { VULTS_ALLOW_ROOT: "" });
      assertEquals(code, 1);
      assertStringIncludes(stderr, "vults does not install as root; run it as yourself, without sudo");
    }
    for (const args of [["install", "--dry-run"], ["status"]]) {
      assertEquals((await at.vults(args, { VULTS_ALLOW_ROOT: "" })).code, 0);
    }
    assertEquals(untouched(at.folder), before);
  }));

/** A mount of its own needs a namespace of its own. */
const CAN_MOUNT = Deno.build.os === "linux" && succeeds("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]);

Deno.test({
  name: "in a container nothing is written to a folder that is mounted into it, but by its override",
  ignore: !CAN_MOUNT,
  fn: () =>
    withInstallHome(async (at) => {
      const config = at.write(".claude/settings.json", "{}");
      const launch: Launch = (args, env) => {
        const { cmd, args: all, env: given } = SOURCE(args, env);
        const script = 'mount -t tmpfs none "$1" && shift && "$@"; code=$?; ls -A "$HOME/.claude"; exit $code';
        const words = ["-rm", "sh", "-c", script, "sh", `${at.folder}/.claude`, cmd, ...all];
        return { cmd: "unshare", args: words, env: given };
      };
      const env = { ...at.env, container: "podman", VULTS_ALLOW_CONTAINER: "" };
      const refused = await vults(["install", "--yes", "--agent", "claude"], env, { launch });
      assertEquals([refused.code, refused.stdout], [1, ""]);
      assertMatch(refused.stderr, /^vults: this is a container, and ".*\/\.claude" is mounted into it: .*on the host/);
      const allowed = { ...env, VULTS_ALLOW_CONTAINER: "1" };
      const { code, stdout } = await vults(["install", "--yes", "--agent", "claude"], allowed, { launch });
      assertEquals([code, stdout.endsWith("\nsettings.json\n"), Deno.readTextFileSync(config)], [0, true, "{}"]);
      assertEquals((await vults(["install", "--dry-run"], env, { launch })).code, 0);
    }),
});

function succeeds(program: string, args: string[]): boolean {
  try {
    return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false; // it is not on this machine
  }
}

/** The lock's file names its last holder. */
function withoutLock(at: InstallHome): Record<string, string> {
  const { "support/install.lock": _lock, ...rest } = untouched(at.folder);
  return rest;
}

function withoutDid({ did, ...change }: { readonly did: string }) {
  assert(["created", "changed", "nothing"].includes(did));
  return change;
}

function modeOf(path: string): number {
  return (Deno.statSync(path).mode ?? 0) & 0o777;
}

/** Folders outside the support folder. */
function foldersIn(at: InstallHome): string[] {
  const all = Object.keys(untouched(at.folder)).filter((path) => Deno.lstatSync(`${at.folder}/${path}`).isDirectory);
  return all.filter((path) => path !== "support" && !path.startsWith("support/")).sort();
}

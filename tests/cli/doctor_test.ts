// `vults doctor` with the built program: every chain is proved through the very lines in the agents' configs, and what is
// broken is named with its mend.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Finding } from "../../src/domain/finding.ts";
import { TARGETS } from "../../install/target_name.ts";
import { read } from "../support/api.ts";
import { snakeCase, trust } from "../support/codex_trust.ts";
import { compile } from "../support/compile.ts";
import { type InstallHome, withConfigs, withInstallHome } from "../support/install_home.ts";
import { built, type Home, type Ran, serving, vults } from "../support/vults.ts";
import { paths } from "../../src/paths.ts";

type Wired = {
  readonly at: InstallHome;
  readonly run: (...args: string[]) => Promise<Ran>;
  readonly doctor: (...args: string[]) => Promise<{ readonly code: number; readonly findings: readonly Finding[] }>;
  readonly serve: () => Promise<{ stop(): Promise<unknown> }>;
};

/** Every agent wired by the built program, with entries that wait. */
function withWired(test: (wired: Wired) => Promise<void>): Promise<void> {
  return withInstallHome(async (at) => {
    const file = `${at.folder}/built/vults`;
    const made = await compile(["--portable", "--output", file]);
    assertEquals(made.code, 0, made.stderr);
    withConfigs(at);
    const { VULTS_BINARY: _none, ...env } = at.env;
    const run = (...args: string[]) => vults(args, env, { launch: built(file) });
    const installed = await run("install", "--yes", "--approval", "--agent", TARGETS.join(","));
    assertEquals([installed.code, installed.stderr], [0, ""]);
    const here: Home = { ...at, env };
    await test({
      at,
      run,
      async doctor(...args) {
        const { code, stdout, stderr } = await run("doctor", "--json", ...args);
        assertEquals(stderr, "");
        return { code, findings: JSON.parse(stdout).findings };
      },
      serve: () => serving(here, { launch: built(file) }),
    });
  });
}

function wrong(findings: readonly Finding[]): string[] {
  return findings.filter(({ level }) => level === "wrong").map(({ agent, check }) => `${agent ?? "-"} ${check}`);
}

/** What a check found of an agent, the worst first. */
function about(findings: readonly Finding[], agent: string | undefined, check: string): Finding {
  const found = findings.filter((finding) => finding.agent === agent && finding.check === check);
  const first = found.find(({ level }) => level === "wrong") ?? found[0];
  assert(first !== undefined, `${agent} ${check} in ${JSON.stringify(findings)}`);
  return first;
}

/** The report that the daemon has. */
async function kept(at: InstallHome): Promise<readonly Finding[]> {
  const known = paths({ env: (name) => at.env[name], os: "linux", uid: Deno.uid() ?? 0 });
  return (await read(known, "/api/doctor")).report.findings;
}

function trustAll(at: InstallHome): void {
  const hooks: Record<string, unknown[]> = JSON.parse(at.read(".codex/hooks.json")).hooks;
  trust(
    at,
    Object.entries(hooks).flatMap(([event, groups]) => groups.map((_, index) => `${snakeCase(event)}:${index}:0`)),
  );
}

Deno.test("doctor proves every command of every agent, opens no session and no card, and ends with 0 where all is well", () =>
  withWired(async ({ at, run, doctor, serve }) => {
    const without = await doctor();
    assertEquals([without.code, wrong(without.findings)], [1, ["- daemon", "codex trust"]]);
    assertStringIncludes(about(without.findings, undefined, "daemon").says, "vults serve");
    assertStringIncludes(about(without.findings, "claude", "chain").says, "no daemon says whether it arrived");

    trustAll(at);
    const daemon = await serve();
    try {
      const { code, findings } = await doctor();
      assertEquals([wrong(findings), code], [[], 0]);
      for (const agent of TARGETS) {
        assertEquals(about(findings, agent, "hooks").level, "ok", agent);
        const { level, says } = about(findings, agent, "chain");
        assertEquals(level, "ok", agent);
        assertMatch(says, /^its (command reaches|\d+ commands reach) the daemon, in \d+( to \d+)? ms$/);
        assertMatch(about(findings, agent, "events").says, /^no event since 20\d\d-/);
      }
      assertEquals(about(findings, "grok", "duplicates").level, "note");
      assertEquals(JSON.parse((await run("sessions", "--json")).stdout).sessions, []);
      assertEquals(JSON.parse((await run("cards", "--json")).stdout).cards, []);
      assertEquals(JSON.parse((await run("log", "--json")).stdout).rows, []);

      assertEquals(await kept(at), findings);

      const one = await doctor("--agent", "kimi");
      assertEquals(new Set(one.findings.map(({ agent }) => agent)), new Set([undefined, "kimi"]));
      const shown = await run("doctor", "--agent", "kimi");
      assertMatch(shown.stdout, /^ok {5}kimi, chain: its command reaches the daemon, in \d+ ms$/m);
    } finally {
      await daemon.stop();
    }
  }));

Deno.test("doctor names what is broken with its file, its line and its mend, and repairs nothing", () =>
  withWired(async ({ at, run, doctor, serve }) => {
    trustAll(at);
    at.write(".config/vults/config.toml", "[http]\nprot = 1\n");
    const daemon = await serve();
    try {
      // Another tool has put back what it knew: hooks vanish, and an entry changes.
      at.write(".claude/settings.json", "{}\n");
      at.write(".qwen/settings.json", at.read(".qwen/settings.json").replace("5000", "10"));
      at.write(".factory/settings.json", at.read(".factory/settings.json").replace("{", '{\n  "hooksDisabled": true,'));
      at.write(".grok/disabled-hooks", "global/other:stop[0].hooks[0]\nglobal/vults:stop[0].hooks[0]\n");
      at.write(".cursor/hooks.json", "{ broken");
      at.write(
        ".kimi-code/config.toml",
        at.read(".kimi-code/config.toml").replaceAll("/bin/vults-forward", "/old/vults-forward"),
      );
      at.write(`${at.support}/bin/vults-forward`, "#!/bin/sh\necho '{}'\n");
      const codex = JSON.parse(at.read(".codex/hooks.json"));
      const { Stop: _stop, PreCompact: _compact, ...others } = codex.hooks;
      at.write(".codex/hooks.json", JSON.stringify({ ...codex, hooks: others }));
      const before = at.read(".claude/settings.json");
      const { code, findings } = await doctor();
      assertEquals(code, 1);
      assertMatch(about(findings, undefined, "daemon").says, /config\.toml.*prot/);
      assertEquals(await kept(at), findings);
      const gone = about(findings, "claude", "hooks");
      assertMatch(
        gone.says,
        /^the hooks are gone from ~\/\.claude\/settings\.json, which something else changed at 20\d\d-/,
      );
      assertEquals(gone.mend, "vults install --agent claude --approval");
      assertMatch(
        about(findings, "qwen", "hooks").says,
        /has entries of ours that are not as this version writes them$/,
      );
      assertMatch(
        about(findings, "droid", "switch").says,
        /"hooksDisabled" is true in ~\/\.factory\/settings\.json:2$/,
      );
      assertMatch(about(findings, "grok", "switch").says, /1 hook is switched off in ~\/\.grok\/disabled-hooks:2$/);
      assertEquals(about(findings, "cursor", "config").level, "wrong");
      assertMatch(
        about(findings, "kimi", "chain").says,
        /old\/vults-forward is not there, named in ~\/\.kimi-code\/config\.toml:\d+$/,
      );
      assertMatch(about(findings, "codex", "chain").says, /prints "\{\}\\n" where it must be silent/);
      assertEquals(at.read(".claude/settings.json"), before);

      // An older product's line, which has no token.
      const port = JSON.parse(at.read("support/daemon.json")).port;
      await (await fetch(`http://127.0.0.1:${port}/hook?agent=claude`, { method: "POST", body: "{}" })).body?.cancel();
      const refused = (await doctor("--agent", "claude")).findings.find(({ check, says }) =>
        check === "events" && says.includes("token")
      );
      assertMatch(
        refused?.says ?? "",
        /^events without the hook token were refused: 1 in the last day, the last one 20\d\d-/,
      );

      await run("install", "--yes", "--approval", "--agent", "claude,qwen,kimi");
      await Deno.remove(`${at.folder}/.grok/disabled-hooks`);
      assertEquals(about((await doctor()).findings, "claude", "hooks").level, "ok");

      const [runtime] = [...Deno.readDirSync(`${at.support}/runtime`)].filter(({ name }) => /^[0-9a-f]+$/.test(name));
      await Deno.chmod(`${at.support}/runtime/${runtime?.name}`, 0o755);
      const open = await run("doctor");
      assertEquals(open.code, 1);
      assertStringIncludes(open.stderr, "Cannot run from");
      await Deno.chmod(`${at.support}/runtime/${runtime?.name}`, 0o700);

      await Deno.remove(`${at.folder}/.copilot/hooks/vults.json`);
      await Deno.symlink("nowhere", `${at.folder}/.copilot/hooks/vults.json`);
      const linked = about((await doctor("--agent", "copilot")).findings, "copilot", "config");
      assertMatch(linked.says, /is a link to nothing$/);

      await Deno.remove(`${at.support}/bin`, { recursive: true });
      const { findings: bare } = await doctor();
      assertMatch(about(bare, undefined, "program").mend ?? "", /^vults install, by the program that you have;/);
      assertMatch(about(bare, "opencode", "chain").says, /bin\/vults is not there, named in .*plugins\/vults\.js:\d+$/);
    } finally {
      await daemon.stop();
    }
  }));

Deno.test("without any hooks doctor says how to begin, and a wrong name is a usage error", () =>
  withInstallHome(async (at) => {
    const nothing = await at.vults(["doctor"]);
    assertEquals([nothing.code, nothing.stderr], [1, ""]);
    assertStringIncludes(nothing.stdout, "WRONG  hooks: no agent has hooks of ours\n       → vults install");
    const named = await at.vults(["doctor", "--agent", "claud"]);
    assertEquals([named.code, named.stdout], [2, ""]);
    assertStringIncludes(named.stderr, "did you mean claude?");
  }));

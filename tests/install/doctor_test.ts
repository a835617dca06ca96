// What doctor says of configs as people and other programs leave them, with doors that are handed in: nothing is really
// run here but what the test says (scenario 53).

import { assert, assertEquals, assertMatch } from "@std/assert";
import bundle from "../../install/assets/opencode_bundle.txt" with { type: "text" };
import { realFiles } from "../../install/doors.ts";
import { examine } from "../../install/doctor.ts";
import type { DoctorDoors } from "../../install/doctor/examination.ts";
import type { AnyAgent } from "../../install/find_configs.ts";
import type { Machine } from "../../install/machine.ts";
import { uninstallNotes } from "../../install/notes.ts";
import { prepare } from "../../install/prepare.ts";
import { runProgram } from "../../install/run_program.ts";
import type { TargetName } from "../../install/target_name.ts";
import type { Finding } from "../../src/domain/finding.ts";
import type { Json } from "../../src/domain/json.ts";
import { carriedOut, machineAt } from "../support/install_machine.ts";
import { inPlace, type InstallPlace } from "../support/install_place.ts";

Deno.test(
  "only our own programs are run, with the arguments of an entry of ours; whatever looks like one is not",
  inPlace(async (at) => {
    const { machine, bin } = await wired(at, "claude", "opencode");
    const plugin = `${at.home}/.config/opencode/plugins/vults.js`;
    const foreign = ["/bin/sh", "-c", "touch PWN"];
    for (const command of [foreign, [`${bin}/vults`, "uninstall", "--yes"], [`${at.home}/evil/vults`], [1, 2], "x"]) {
      const text = Deno.readTextFileSync(plugin).replace(
        /^var COMMAND = .*$/m,
        `var COMMAND = ${JSON.stringify(command)};`,
      );
      Deno.writeTextFileSync(plugin, text);
      const { lines, findings } = await doctor(machine, "opencode");
      assertEquals(lines, [`'${bin}/vults' 'hook' '--agent' 'claude' 'SessionStart'`], JSON.stringify(command));
      assert(worst(findings, "opencode") === "wrong", JSON.stringify(findings));
    }
    const settings = JSON.parse(Deno.readTextFileSync(`${at.home}/.claude/settings.json`));
    for (
      const command of [
        "rel/vults-forward claude",
        "/elsewhere/vults hook --agent claude Stop",
        `${bin}/vults-forward claude; rm -rf x`,
      ]
    ) {
      settings.hooks.Stop[0].hooks[0].command = command;
      Deno.writeTextFileSync(`${at.home}/.claude/settings.json`, JSON.stringify(settings));
      const { lines, findings } = await doctor(machine, "claude");
      assert(lines.every((line) => !line.includes(command)), lines.join("\n"));
      assertEquals(worst(findings, "claude"), "wrong");
    }
  }),
);

for (
  const [agent, name, event] of [
    ["cursor", ".cursor/hooks.json", "preToolUse"],
    ["copilot", ".copilot/hooks/vults.json", "permissionRequest"],
    ["claude", ".claude/settings.json", "PermissionRequest"],
    ["qwen", ".qwen/settings.json", "PermissionRequest"],
  ] as const
) {
  Deno.test(
    `${agent}: a gate that somebody has taken out, alone or with all the rest, is missed, and the mend brings it back`,
    inPlace(async (at) => {
      const { machine } = await wired(at, agent);
      const config = `${at.home}/${name}`;
      const { hooks, ...rest } = JSON.parse(Deno.readTextFileSync(config));
      const { [event]: _gate, ...others } = hooks;
      for (const left of [{ ...rest, hooks: others }, {}]) {
        Deno.writeTextFileSync(config, JSON.stringify(left));
        const { findings } = await doctor(machine, agent);
        assertEquals(of(findings, agent, "hooks").mend, `vults install --agent ${agent} --approval`);
        await install(machine, agent);
        assertEquals(worst((await doctor(machine, agent)).findings, agent), "ok");
      }
    }),
  );
}

Deno.test(
  "claude: an unknown version takes nothing away and asks for nothing more",
  inPlace(async (at) => {
    const { machine } = await wired(at, "claude");
    const { findings } = await doctor({ ...machine, env: () => undefined }, "claude");
    assertEquals(of(findings, "claude", "hooks").level, "ok");
    assertEquals(of(findings, "claude", "version").level, "note");
  }),
);

Deno.test(
  "every switch of an agent that keeps our entries from running is named with its file and line",
  inPlace(async (at) => {
    const { machine } = await wired(at, "qwen", "antigravity", "agentica", "codex");
    edit(at, ".qwen/settings.json", (text) => text.replace("{", '{\n  "disableAllHooks": true,'));
    edit(at, ".gemini/config/hooks.json", (text) => text.replace('"vults": {', '"vults": {\n    "enabled": false,'));
    edit(
      at,
      ".agentica/config.yaml",
      (text) => text.replace("name: vults-ask", "name: vults-ask\n        enabled: false"),
    );
    const { findings } = await doctor(machine, "qwen", "antigravity", "agentica");
    assertMatch(of(findings, "qwen", "switch").says, /"disableAllHooks" is true in ~\/\.qwen\/settings\.json:2$/);
    assertMatch(
      of(findings, "antigravity", "switch").says,
      /"enabled" is false in ~\/\.gemini\/config\/hooks\.json:3$/,
    );
    assertMatch(of(findings, "agentica", "switch").says, /"enabled" is false in ~\/\.agentica\/config\.yaml:\d+$/);
  }),
);

Deno.test(
  "codex: trust that is switched off, a running one that knows less than the file, and settings that nothing can read",
  inPlace(async (at) => {
    const { machine } = await wired(at, "codex");
    const hooks: Record<string, unknown[]> = JSON.parse(Deno.readTextFileSync(`${at.home}/.codex/hooks.json`)).hooks;
    const places = Object.keys(hooks).map((event) =>
      `${event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()}:0:0`
    );
    const trusted = (more: string) =>
      places.map((place) => `[hooks.state."${at.home}/.codex/hooks.json:${place}"]\ntrusted_hash = "x"\n${more}`).join(
        "",
      );
    at.write(".codex/config.toml", trusted(""));
    assertEquals(of((await doctor(machine, "codex")).findings, "codex", "trust").level, "ok");
    at.write(".codex/config.toml", trusted("enabled = false\n"));
    assertMatch(of((await doctor(machine, "codex")).findings, "codex", "trust").says, /recorded for 0 of 12/);
    at.write(".codex/config.toml", "a = 1\nb = = 2\n");
    const broken = (await doctor(machine, "codex")).findings.find(({ check, level }) =>
      check === "config" && level === "wrong"
    );
    assertMatch(broken?.says ?? "", /~\/\.codex\/config\.toml:2: no valid TOML/);

    at.write(".codex/config.toml", trusted(""));
    at.write(".codex/app-server-control/app-server-control.sock", "");
    const listing = (list: readonly (readonly [string, string])[]): Json => ({
      data: [{
        hooks: list.map(([eventName, command], index) => ({
          key: String(index),
          eventName,
          command,
          enabled: true,
          trustStatus: "trusted",
        })),
      }],
    });
    const all = Object.entries(hooks).map(([event, [group]]) =>
      [event, (group as { hooks: { command: string }[] }).hooks[0]?.command ?? ""] as const
    );
    const rows: readonly (readonly [string, Json])[] = [
      ["the running Codex runs every entry", listing(all)],
      ["the running Codex knows 3 of the 12 entries", listing(all.slice(0, 3))],
      [
        "the running Codex knows none of the 12 entries",
        listing(all.map(([event, line]) => [event, line.replaceAll(at.support, "/old")])),
      ],
    ];
    for (const [says, list] of rows) {
      assertEquals(of((await doctor(machine, "codex", list)).findings, "codex", "trust").says, says);
    }
  }),
);

Deno.test(
  "a matcher that leaves events out is told, and a file that its agent drops whole is wrong",
  inPlace(async (at) => {
    const { machine } = await wired(at, "codex", "kimi", "antigravity");
    edit(at, ".codex/hooks.json", (text) => JSON.stringify(withMatcher(JSON.parse(text)), null, 2));
    edit(at, ".kimi-code/config.toml", (text) => text.replace('event = "Stop"', 'event = "Stop"\nmatcher = "never"'));
    const { findings } = await doctor(machine, "codex", "kimi");
    for (const agent of ["codex", "kimi"]) {
      const note = findings.find((one) => one.agent === agent && one.says.includes("hears only what matches"));
      assertEquals([note?.level, note?.says], ["note", 'its entry on Stop hears only what matches "never"']);
    }
    edit(at, ".codex/hooks.json", (text) => text.replace("{", '{\n  "x": 1,'));
    edit(at, ".gemini/config/hooks.json", (text) => text.replace("{", '{\n  "enabled": true,'));
    const dropped = (await doctor(machine, "codex", "antigravity")).findings;
    assertMatch(of(dropped, "codex", "config").says, /^~\/\.codex\/hooks\.json:2: "x" is neither/);
    assertMatch(
      of(dropped, "antigravity", "config").says,
      /^~\/\.gemini\/config\/hooks\.json:2: "enabled" is not a hook/,
    );
  }),
);

Deno.test(
  "where an install would be refused, or the agent is gone, the mend is not an install alone",
  inPlace(async (at) => {
    const { machine } = await wired(at, "grok", "antigravity", "qwen");
    at.write(".grok/hooks/vults.json", '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}');
    at.write(".gemini/config/hooks.json", '{"vults": {"Stop": [{"command": "mine"}]}}');
    Deno.removeSync(`${at.home}/.qwen`, { recursive: true });
    const { findings } = await doctor(machine, "grok", "antigravity", "qwen");
    assertMatch(of(findings, "grok", "config").mend ?? "", /^move it away/);
    assertMatch(of(findings, "antigravity", "config").mend ?? "", /^give it another name/);
    assertMatch(
      of(findings, "qwen", "hooks").mend ?? "",
      /, or vults uninstall --agent qwen where it is not used any more$/,
    );
  }),
);

Deno.test(
  "hooks that can only be read are proved all the same, and those of another folder are not forgotten",
  inPlace(async (at) => {
    const { machine } = await wired(at, "claude");
    Deno.chmodSync(`${at.home}/.claude/settings.json`, 0o444);
    const { findings, lines } = await doctor(machine, "claude");
    assertEquals(worst(findings, "claude"), "ok");
    assert(lines.length > 1);

    const work = `${at.home}/work`;
    const moved: Machine = { ...machine, env: (name) => name === "CLAUDE_CONFIG_DIR" ? work : machine.env(name) };
    await install(moved, "claude");
    const there = (await doctor(machine, "claude")).findings.find(({ says }) => says.includes("~/work"));
    assertEquals([there?.level, there?.mend], ["note", `CLAUDE_CONFIG_DIR=${work} vults doctor --agent claude`]);
    at.write("work/settings.json", "{}");
    const gone = (await doctor(machine, "claude")).findings.find(({ says }) => says.includes("~/work"));
    assertEquals([gone?.level, gone?.says], ["wrong", "the hooks are gone from ~/work/settings.json too"]);
    assertMatch(
      gone?.mend ?? "",
      /^CLAUDE_CONFIG_DIR=\S+ vults install --agent claude --approval, or CLAUDE_CONFIG_DIR=/,
    );
  }),
);

Deno.test(
  "a line of ours that was edited is named with its place, by doctor and by uninstall",
  inPlace(async (at) => {
    const { machine } = await wired(at, "claude");
    edit(at, ".claude/settings.json", (text) => text.replace("exec '", "exec '/x"));
    const line = Deno.readTextFileSync(`${at.home}/.claude/settings.json`).split("\n").findIndex((one) =>
      one.includes("'/x")
    ) + 1;
    await install(machine, "claude");
    const says = `~/.claude/settings.json:${line} names our programs in a line that is no entry of ours`;
    assert((await doctor(machine, "claude")).findings.some((one) => one.says === says));
    const changes = await prepare({ do: "uninstall", agents: ["claude"] }, machine);
    assert(!("refused" in changes));
    const notes = await uninstallNotes(changes, machine);
    assertMatch(notes[0] ?? "", /^~\/\.claude\/settings\.json:\d+ names our programs in a line .* it stays$/);
  }),
);

Deno.test(
  "grok's copies are no matter where it is told to leave the other's hooks alone, and pipes hang nobody",
  inPlace(async (at) => {
    const { machine } = await wired(at, "grok", "claude");
    assert((await doctor(machine)).findings.some(({ check }) => check === "duplicates"));
    at.write(".grok/config.toml", "[compat.claude]\nhooks = false\n");
    assert(!(await doctor(machine)).findings.some(({ check }) => check === "duplicates"));
    Deno.removeSync(`${at.support}/hooks-manifest.json`);
    assert(new Deno.Command("mkfifo", { args: [`${at.support}/hooks-manifest.json`] }).outputSync().success);
    const [only] = (await doctor(machine)).findings;
    assertMatch(only?.says ?? "", /hooks-manifest\.json": it is not a regular file$/);
  }),
);

Deno.test(
  "a config that nothing can read is said of an agent that is not wired too, for it may hold hooks",
  inPlace(async (at) => {
    const { machine } = await wired(at, "cursor");
    at.write(".qwen/settings.json", "{ broken");
    const found = of((await doctor(machine, "qwen")).findings, "qwen", "config");
    assertEquals(found.level, "note");
  }),
);

/** Installed with entries that wait, for a Claude of the newest version, with programs that can be started. */
async function wired(at: InstallPlace, ...agents: TargetName[]): Promise<{ machine: Machine; bin: string }> {
  const known = machineAt(at, realFiles);
  const env: Machine["env"] = (name) => name === "VULTS_CLAUDE_VERSION" ? "2.1.332" : undefined;
  const isProgram = (path: string) => path === "/bin/bash" || path.startsWith(`${known.bin}/`);
  const machine: Machine = { ...known, env, isProgram, run: runProgram };
  Deno.mkdirSync(machine.bin, { mode: 0o700 });
  for (const name of ["vults", "vults-forward"]) Deno.writeTextFileSync(`${machine.bin}/${name}`, "#!/bin/sh\n");
  await install(machine, ...agents);
  return { machine, bin: machine.bin };
}

async function install(machine: Machine, ...agents: TargetName[]): Promise<void> {
  const wanted = {
    approval: true,
    bin: { folder: machine.bin, forwards: true },
    version: [2, 1, 332],
    bundle,
  } as const;
  const changes = await prepare({ do: "install", agents, wanted }, machine);
  assert(!("refused" in changes), JSON.stringify(changes));
  await carriedOut(changes, "forget", machine);
}

/** Every command is silent and arrives; `list` is what a running Codex says. */
async function doctor(machine: Machine, ...asked: (AnyAgent | Json)[]) {
  const agents = asked.filter((word): word is AnyAgent => typeof word === "string");
  const list = asked.find((word): word is Json => typeof word !== "string");
  const lines: string[] = [];
  const marks: string[] = [];
  const doors: DoctorDoors = {
    run(line, input) {
      lines.push(line);
      marks.push(JSON.parse(input).session_id);
      return Promise.resolve({ code: line.includes("--agent cursor --approval") ? 1 : 0, printed: "", ms: 1 });
    },
    chance: () => crypto.randomUUID().replaceAll("-", ""),
    codexHooks: () => Promise.resolve(list === undefined ? { why: "nobody answers there" } : { list }),
    daemon: () =>
      Promise.resolve({
        health: { notes: {} } as never,
        checkup: () => Promise.resolve({ counts: [], probes: marks.map((mark) => ({ mark })) } as never),
        lastEvent: () => Promise.resolve(Date.now() + 60_000),
      }),
  };
  const findings = await examine(agents.length === 0 ? undefined : agents, machine, doors);
  return { findings, lines };
}

function of(findings: readonly Finding[], agent: string, check: string): Finding {
  const found = findings.find((one) => one.agent === agent && one.check === check);
  assert(found !== undefined, `nothing on ${agent} ${check} in ${JSON.stringify(findings, null, 2)}`);
  return found;
}

function worst(findings: readonly Finding[], agent: string): Finding["level"] {
  const levels = findings.filter((one) => one.agent === agent).map(({ level }) => level);
  return levels.includes("wrong") ? "wrong" : "ok";
}

function edit(at: InstallPlace, name: string, change: (text: string) => string): void {
  const text = Deno.readTextFileSync(`${at.home}/${name}`);
  assert(change(text) !== text, `nothing to edit in ${name}`);
  Deno.writeTextFileSync(`${at.home}/${name}`, change(text));
}

function withMatcher(document: { hooks: { Stop: { matcher?: string }[] } }) {
  const [first] = document.hooks.Stop;
  if (first !== undefined) first.matcher = "never";
  return document;
}

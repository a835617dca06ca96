// What a run finds on a computer that is not as a fresh one: older forms, odd files, other folders, one file for two.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { realFiles } from "../../install/doors.ts";
import type { Machine } from "../../install/machine.ts";
import { uninstallNotes } from "../../install/notes.ts";
import { statusOf } from "../../install/status.ts";
import type { TargetName } from "../../install/target_name.ts";
import { exists } from "../../src/files.ts";
import { carriedOut, changes, done, machineAt, prepared } from "../support/install_machine.ts";
import { inPlace, installPlace } from "../support/install_place.ts";

const HANDLER = '{ "type": "command", "command": "/x/vibebuddy-forward.sh", "args": ["claude"] }';

Deno.test(
  "an older entry with its words in a list is seen, counted, replaced, and does not come back",
  inPlace(async (at) => {
    const text = `{"hooks": {"Stop": [{"hooks": [${HANDLER}]}]}}`;
    const config = at.write(".claude/settings.json", text);
    at.write(".grok/hooks/vibebuddy.json", text.replace('["claude"]', '["grok"]'));
    const machine = machineAt(at, realFiles);
    const [claude, grok] = (await statusOf(["claude", "grok"], machine)).agents;
    assertEquals([claude?.older, grok?.older], [1, 1]);
    const installed = await done(machine, "install", "claude", "grok");
    assertEquals(installed.map(({ own }) => own.filter(({ own }) => own.older).length), [1, 0, 1]);
    assert(!exists(`${at.home}/.grok/hooks/vibebuddy.json`));
    assert(!Deno.readTextFileSync(config).includes("vibebuddy"));
    await done(machine, "uninstall", "claude", "grok");
    assert(!Deno.readTextFileSync(config).includes("vibebuddy"), "the older entry is back");
  }),
);

Deno.test(
  "a handler of another kind is nobody's of ours, whatever its command says",
  inPlace(async (at) => {
    const text =
      '{"hooks": {"Stop": [{"hooks": [{ "type": "http", "command": "/x/vultures-ai-hook --agent claude" }]}]}}';
    const config = at.write(".claude/settings.json", text);
    const machine = machineAt(at, realFiles);
    await done(machine, "install", "claude");
    await done(machine, "uninstall", "claude");
    assertEquals(Deno.readTextFileSync(config), text);
  }),
);

Deno.test(
  "members of a person's own that are called as our refusals are do no harm",
  inPlace(async (at) => {
    const texts: readonly (readonly [TargetName, string, string])[] = [
      ["claude", ".claude/settings.json", '{"refused":"x","mend":"y"}'],
      ["kimi", ".kimi-code/config.toml", 'refused = "x"\nmend = "y"\n'],
      ["agentica", ".agentica/config.yaml", "refused: x\nmend: y\n"],
    ];
    const machine = machineAt(at, realFiles);
    for (const [agent, name, text] of texts) {
      const config = at.write(name, text);
      await done(machine, "install", agent);
      assertEquals((await statusOf([agent], machine)).agents[0]?.installed, true, agent);
      await done(machine, "uninstall", agent);
      assertEquals(Deno.readTextFileSync(config), text);
    }
  }),
);

for (
  const [agent, name, text] of [
    ["copilot", ".copilot/hooks/vults.json", '{"version": 1, "hooks": {}}'],
    ["grok", ".grok/hooks/vults.json", "{ }"],
  ] as const
) {
  Deno.test(
    `${agent}: a file by our file's name that we never made stays at uninstall`,
    inPlace(async (at) => {
      const config = at.write(name, text);
      await done(machineAt(at, realFiles), "uninstall", agent);
      assertEquals(Deno.readTextFileSync(config), text);
    }),
  );
}

Deno.test(
  "a pipe in the place of a config or of its switches is refused or left, and nothing waits for it",
  inPlace(async (at) => {
    for (const name of [".claude/settings.json", ".codex/config.toml", ".grok/disabled-hooks"]) {
      at.write(name, "");
      Deno.removeSync(`${at.home}/${name}`);
      assert(new Deno.Command("mkfifo", { args: [`${at.home}/${name}`] }).outputSync().success);
    }
    const machine = machineAt(at, realFiles);
    const { agents } = await statusOf(["claude", "codex", "grok"], machine);
    assertEquals(agents.map(({ problems }) => problems.length), [1, 0, 0]);
    assertStringIncludes(agents[0]?.problems[0] ?? "", "it is not a regular file");
    const [claude, codex, grok] = await changes(machine, "install", "claude", "codex", "grok");
    assert(claude !== undefined && "refused" in claude.plan);
    assert(codex !== undefined && !("refused" in codex.plan) && grok !== undefined && !("refused" in grok.plan));
  }),
);

Deno.test("a config that can only be read shows its hooks, keeps the programs, and is refused only where it would change", async () => {
  for (
    const fix of [(path: string) => Deno.chmodSync(path, 0o444), (path: string) => Deno.linkSync(path, `${path}.2`)]
  ) {
    using at = installPlace();
    const machine = machineAt(at, realFiles);
    await done(machine, "install", "claude", "cursor");
    const config = `${at.home}/.claude/settings.json`;
    fix(config);
    const [status] = (await statusOf(["claude"], machine)).agents;
    assertEquals([status?.installed, status?.problems.length], [true, 1]);
    const [again] = await changes(machine, "install", "claude");
    assert(again !== undefined && !("refused" in again.plan) && again.plan.action === "none");
    const [gone] = await changes(machine, "uninstall", "claude");
    assert(gone !== undefined && "refused" in gone.plan);
    // Without what the manifest knows, the file itself says that the programs are needed.
    Deno.removeSync(`${at.support}/hooks-manifest.json`);
    program(machine);
    await done(machine, "uninstall", "cursor");
    assert(exists(`${machine.bin}/vults`), "the programs are gone");
  }
});

Deno.test(
  "the programs stay while a line names them, also a person's own and one in a file of ours that others share",
  inPlace(async (at) => {
    const machine = machineAt(at, realFiles);
    const lines = [
      [
        ".claude/settings.json",
        `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "${machine.bin}/vults open"}]}]}}`,
      ],
      [".gemini/config/hooks.json", `{"vults": {"Stop": [{"command": "${machine.bin}/vults open"}]}}`],
    ] as const;
    for (const [name, text] of lines) {
      const config = at.write(name, text);
      program(machine);
      await done(machine, "uninstall", "cursor");
      assert(exists(`${machine.bin}/vults`), name);
      Deno.removeSync(config);
    }
    await done(machine, "uninstall", "cursor");
    assert(!exists(`${machine.bin}/vults`));
  }),
);

Deno.test(
  "hooks in a folder that no variable names now are told by status and uninstall, with the command that takes them out",
  inPlace(async (at) => {
    const machine = machineAt(at, realFiles);
    const work = `${at.home}/my work`;
    const moved: Machine = { ...machine, env: (name) => name === "CLAUDE_CONFIG_DIR" ? work : undefined };
    await done(moved, "install", "claude");
    await done(machine, "install", "claude");
    const line =
      `claude has hooks in ~/my work/settings.json too: CLAUDE_CONFIG_DIR='${work}' vults uninstall --agent claude`;
    assertEquals((await statusOf(["claude"], machine)).agents[0]?.problems, [line]);
    const back =
      "claude has hooks in ~/.claude/settings.json too: env -u CLAUDE_CONFIG_DIR vults uninstall --agent claude";
    assertEquals((await statusOf(["claude"], moved)).agents[0]?.problems, [back]);
    assertEquals(await uninstallNotes(await done(machine, "uninstall", "claude"), machine), [line]);
    await done(moved, "uninstall", "claude");
    assertEquals((await statusOf(["claude"], machine)).agents[0]?.problems, []);
    assertEquals([...Deno.readDirSync(at.home)], []);

    await done(moved, "install", "claude");
    await done(moved, "install", "cursor");
    const everything = { do: "uninstall", agents: ["claude", "cursor"], everywhere: true } as const;
    await carriedOut(await prepared(everything, machine), "remember", machine);
    assertEquals([...Deno.readDirSync(at.home)], []);
    // One that this run may not even look into is refused with the way to it; one that is broken, with its own mend.
    await done(moved, "install", "claude");
    const lstat = (path: string) => {
      if (path.startsWith(work)) throw new Deno.errors.NotCapable("no access");
      return realFiles.lstat(path);
    };
    const blind = { ...machineAt(at, { ...realFiles, lstat }), mayWrite: (path: string) => !path.startsWith(work) };
    at.write("my work/settings.json", '{"a": 1,}');
    const mends: string[] = [];
    for (const one of [blind, machine]) {
      const [, there] = await prepared({ ...everything, agents: ["claude"] }, one);
      assert(there !== undefined && "refused" in there.plan);
      mends.push(there.plan.mend);
    }
    assertEquals(mends, [`CLAUDE_CONFIG_DIR='${work}' vults uninstall --agent claude`, "remove it and run again"]);
  }),
);

Deno.test(
  "two agents in one folder that is made for both: it goes with the last of them, whichever that is",
  inPlace(async (at) => {
    const known = machineAt(at, realFiles);
    const places: Readonly<Record<string, string>> = { CODEX_HOME: `${at.home}/x/a`, QWEN_HOME: `${at.home}/x/b` };
    const machine: Machine = { ...known, env: (name) => places[name] };
    for (const order of [["codex", "qwen"], ["qwen", "codex"]] as const) {
      await done(machine, "install", "codex", "qwen");
      assertEquals([...Deno.readDirSync(`${at.home}/x`)].map(({ name }) => name).sort(), ["a", "b"]);
      for (const agent of order) await done(machine, "uninstall", agent);
      assertEquals([...Deno.readDirSync(at.home)], [], order.join());
    }
    await done(machine, "install", "codex", "qwen");
    await done(machine, "uninstall", "codex", "qwen");
    assertEquals([...Deno.readDirSync(at.home)], []);
  }),
);

Deno.test(
  "two agents in one file are refused: each would take the other's entries for its own",
  inPlace(async (at) => {
    const machine = machineAt(at, realFiles);
    const shared: Machine = { ...machine, env: (name) => name === "QWEN_HOME" ? `${at.home}/.claude` : undefined };
    const [claude, qwen] = await changes(shared, "install", "claude", "qwen");
    assert(claude !== undefined && !("refused" in claude.plan));
    assert(qwen !== undefined && "refused" in qwen.plan);
    assertMatch(qwen.plan.refused, /it is where claude's hooks are/);
    await done(shared, "install", "claude");
    const [later] = await changes(shared, "install", "qwen");
    assert(later !== undefined && "refused" in later.plan, "what was installed before counts too");
    assertMatch(later.plan.mend, /vults uninstall --agent claude/);
    await done(shared, "uninstall", "claude");
    const [then] = await changes(shared, "install", "qwen");
    assert(then !== undefined && !("refused" in then.plan));
  }),
);

Deno.test(
  "Codex: a place that is held for the hooks behind is told by uninstall and by status, in a group of its own or of others",
  inPlace(async (at) => {
    const machine = machineAt(at, realFiles);
    await done(machine, "install", "codex");
    const config = `${at.home}/.codex/hooks.json`;
    const { hooks } = JSON.parse(Deno.readTextFileSync(config));
    const mine = { type: "command", command: "mine" };
    hooks.Stop[0].hooks.push(mine);
    hooks.PreToolUse.push({ hooks: [mine] });
    Deno.writeTextFileSync(config, JSON.stringify({ hooks }));
    const [note] = await uninstallNotes(await done(machine, "uninstall", "codex"), machine);
    assertStringIncludes(note ?? "", "2 empty entries stay in ~/.codex/hooks.json");
    assertStringIncludes((await statusOf(["codex"], machine)).agents[0]?.problems[0] ?? "", "2 empty entries stay");
    await done(machine, "install", "codex");
    assertEquals((await statusOf(["codex"], machine)).agents[0]?.problems, []);
  }),
);

function program({ bin }: Machine): void {
  Deno.mkdirSync(bin, { recursive: true, mode: 0o700 });
  Deno.writeTextFileSync(`${bin}/vults`, "#!/bin/sh\n", { mode: 0o755 });
}

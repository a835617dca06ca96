// R5 where a process ends in the middle of a run (`installer.md` 10.7; scenario 34), with the agents' own targets: whatever
// comes next, uninstalling gives back the bytes from before the first install, also what only the manifest knows of.

import { assert, assertEquals } from "@std/assert";
import { carryOut } from "../../install/carry_out.ts";
import { type FileDoor, realFiles } from "../../install/doors.ts";
import { prepare, type Wish } from "../../install/prepare.ts";
import type { TargetName } from "../../install/target_name.ts";
import { exists } from "../../src/files.ts";
import { machineAt } from "../support/install_machine.ts";
import { type InstallPlace, installPlace } from "../support/install_place.ts";

/** What a person had; `undefined` = no file. */
const HAD: readonly (readonly [TargetName, string, string | undefined])[] = [
  ["claude", ".claude/settings.json", undefined],
  ["claude", ".claude/settings.json", "\n\n"],
  ["claude", ".claude/settings.json", '{"hooks": { }}'],
  ["cursor", ".cursor/hooks.json", "{}"],
  ["qwen", ".qwen/settings.json", '{"hooks":{"Stop":[ /* none */ ]}}'],
  ["kimi", ".kimi-code/config.toml", "hooks = [ # mine\n]\na = 1\n"],
  ["agentica", ".agentica/config.yaml", "settings:\n  hooks:\n    enabled: false # mine\n"],
  ["copilot", ".copilot/hooks/vults.json", undefined],
];

/** What comes after the run that was cut short. */
const NEXT: Readonly<Record<string, readonly Wish["do"][]>> = {
  "an uninstall": ["uninstall"],
  "an install and an uninstall": ["install", "uninstall"],
};

for (const [agent, name, text] of HAD) {
  for (const [next, wishes] of Object.entries(NEXT)) {
    Deno.test(`${agent}, ${text === undefined ? "no file" : JSON.stringify(text)}: an install or uninstall that ends at any step, then ${next}: as before`, async () => {
      let ended = 0;
      for (const first of ["install", "uninstall"] as const) {
        for (let steps = 0, whole = false; !whole; steps++) {
          using at = installPlace();
          if (text !== undefined) at.write(name, text);
          if (first === "uninstall") await done(at, "install", agent);
          whole = await endsAfter(steps, at, first, agent);
          if (!whole) ended++;
          for (const wish of wishes) await done(at, wish, agent);
          const what = `${first} ended after ${steps} changes`;
          assertEquals(textAt(`${at.home}/${name}`), text, what);
          assertEquals(exists(`${at.home}/${name.split("/", 1)[0]}`), text !== undefined, `${what}: the folder`);
        }
      }
      assert(ended > 20, `only ${ended} ends were tried`);
    });
  }
}

Deno.test("a file that a person makes after an install of it was cut short is never deleted as ours", async () => {
  for (let steps = 0, whole = false; !whole; steps++) {
    using at = installPlace();
    whole = await endsAfter(steps, at, "install", "claude");
    if (textAt(`${at.home}/.claude/settings.json`) !== undefined) continue;
    at.write(".claude/settings.json", "{}\n");
    await done(at, "install", "claude");
    await done(at, "uninstall", "claude");
    assertEquals(textAt(`${at.home}/.claude/settings.json`), "{}\n", `after ${steps} changes`);
  }
});

const CHANGES: readonly (keyof FileDoor)[] = [
  "makeFolder",
  "create",
  "write",
  "sync",
  "close",
  "setMode",
  "setGroup",
  "rename",
  "syncFolder",
  "remove",
];

/** True when it came to its end: it had fewer steps. From its end on the process does nothing any more. */
async function endsAfter(steps: number, at: InstallPlace, wish: Wish["do"], agent: TargetName): Promise<boolean> {
  let left = steps;
  let ended = false;
  const dying = Object.fromEntries(
    Object.entries(realFiles).map(([name, step]: [string, (...args: never[]) => unknown]) => [
      name,
      (...args: never[]) => {
        if (CHANGES.includes(name as keyof FileDoor) && left-- <= 0) ended = true;
        if (ended) throw new Error("the process has ended");
        return step(...args);
      },
    ]),
  ) as FileDoor;
  try {
    await carriedOut(at, wish, agent, dying);
  } catch (error) {
    if (!ended) throw error;
  }
  return !ended;
}

async function done(at: InstallPlace, wish: Wish["do"], agent: TargetName): Promise<void> {
  const report = await carriedOut(at, wish, agent, realFiles);
  assert(!("refused" in report), JSON.stringify(report));
  assertEquals([...report.problems, ...report.outcomes.flatMap(({ problem }) => problem ?? [])], []);
}

async function carriedOut(at: InstallPlace, wish: Wish["do"], agent: TargetName, files: FileDoor) {
  const machine = machineAt(at, files);
  const wanted = { approval: true, bin: { folder: machine.bin, forwards: true } } as const;
  const changes = await prepare(
    wish === "uninstall" ? { do: wish, agents: [agent] } : { do: wish, agents: [agent], wanted },
    machine,
  );
  assert(!("refused" in changes), JSON.stringify(changes));
  return await carryOut(changes, { memory: wish === "uninstall" ? "remember" : "forget", replans: false }, machine);
}

function textAt(path: string): string | undefined {
  return exists(path) ? Deno.readTextFileSync(path) : undefined;
}

// Preparing and carrying out on a machine that is handed in: what happens when the world changes in between.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { carryOut, type Done } from "../../install/carry_out.ts";
import { realFiles } from "../../install/doors.ts";
import { installLock } from "../../install/install_lock.ts";
import type { Machine } from "../../install/machine.ts";
import { type Change, prepare, type Wish } from "../../install/prepare.ts";
import { machineAt } from "../support/install_machine.ts";
import { inPlace, type InstallPlace, steppedDoor } from "../support/install_place.ts";

const INSTALL: Wish = {
  do: "install",
  agents: ["claude", "cursor"],
  wanted: { approval: false, bin: { folder: "/opt/vults/bin", forwards: true }, version: [2, 1, 332] },
};

Deno.test(
  "a config that another program changes between plan and rename keeps that change, and gets ours",
  inPlace(async (at) => {
    const config = claudeConfig(at, '{ "mine": 1 }\n');
    const changing = once(() => Deno.writeTextFileSync(config, '{ "mine": 2 }\n'));
    const machine = machineAt(at, steppedDoor({ after: (step) => step === "sync" && changing() }));
    const done = await performed(await planned(machine), machine, true);
    assertEquals(done.outcomes.map(({ did, problem }) => [did, problem]), [["changed", undefined], [
      "created",
      undefined,
    ]]);
    const { mine, hooks } = JSON.parse(Deno.readTextFileSync(config));
    assertEquals([mine, Object.keys(hooks).length], [2, 23]);
  }),
);

Deno.test(
  "after a shown diff the same is left alone and said, and the other configs go on",
  inPlace(async (at) => {
    const config = claudeConfig(at, '{ "mine": 1 }\n');
    const changing = once(() => Deno.writeTextFileSync(config, '{ "mine": 2 }\n'));
    const machine = machineAt(at, steppedDoor({ after: (step) => step === "sync" && changing() }));
    const [claude, cursor] = (await performed(await planned(machine), machine, false)).outcomes;
    assertEquals([claude?.did, Deno.readTextFileSync(config)], ["nothing", '{ "mine": 2 }\n']);
    assertStringIncludes(claude?.problem?.refused ?? "", "changed while vults was working; nothing written");
    assertEquals([cursor?.did, cursor?.problem], ["created", undefined]);
  }),
);

Deno.test(
  "what this build may not write is refused by its path, before anything is done",
  inPlace(async (at) => {
    claudeConfig(at, "{}");
    const outside = (path: string) => !path.includes("/.claude/");
    const [claude, cursor] = await planned({ ...machineAt(at, realFiles), mayWrite: outside });
    assert(claude !== undefined && "refused" in claude.plan);
    assertStringIncludes(claude.plan.refused, '.claude/settings.json" is outside of what this build may touch');
    assert(cursor !== undefined && !("refused" in cursor.plan));
  }),
);

Deno.test(
  "a manifest that cannot be understood stops the whole run, and stays",
  inPlace(async (at) => {
    claudeConfig(at, "{}");
    const machine = machineAt(at, realFiles);
    Deno.writeTextFileSync(`${at.support}/hooks-manifest.json`, "{ broken");
    const changes = await prepare(INSTALL, machine);
    assert("refused" in changes);
    assertStringIncludes(changes.refused, "hooks-manifest.json");
  }),
);

function claudeConfig(at: InstallPlace, text: string): string {
  Deno.mkdirSync(`${at.root}/home/.claude`, { recursive: true });
  Deno.writeTextFileSync(`${at.root}/home/.claude/settings.json`, text);
  return `${at.root}/home/.claude/settings.json`;
}

async function planned(machine: Machine): Promise<readonly Change[]> {
  const changes = await prepare(INSTALL, machine);
  assert(!("refused" in changes), JSON.stringify(changes));
  return changes;
}

/** No programs are put in place: that is another test's business. */
async function performed(changes: readonly Change[], machine: Machine, replans: boolean): Promise<Done> {
  const lock = await installLock(machine.support);
  assert(!("refused" in lock));
  try {
    const done = await carryOut(changes, { memory: "forget", replans }, machine);
    assert(!("refused" in done), JSON.stringify(done));
    return done;
  } finally {
    lock.release();
  }
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

// A machine for the installer's parts in one process: its files are those of an install place, and nothing runs on it.

import { assert, assertEquals } from "@std/assert";
import { carryOut } from "../../install/carry_out.ts";
import { type FileDoor, realDoors } from "../../install/doors.ts";
import type { Machine } from "../../install/machine.ts";
import { type Change, prepare, type Wish } from "../../install/prepare.ts";
import type { TargetName } from "../../install/target_name.ts";
import { exists } from "../../src/files.ts";
import type { InstallPlace } from "./install_place.ts";

export function machineAt(at: InstallPlace, files: FileDoor): Machine {
  return {
    env: () => undefined,
    home: at.home,
    support: at.support,
    bin: `${at.support}/bin`,
    wsl: false,
    doors: { ...realDoors, files },
    exists,
    isProgram: () => false,
    mayWrite: () => true,
    run: () => Promise.resolve({ why: "nothing is run here" }),
  };
}

/** What an install of these agents, or an uninstall, would do. */
export async function changes(
  machine: Machine,
  wish: "install" | "uninstall",
  ...agents: TargetName[]
): Promise<readonly Change[]> {
  const wanted = { approval: false, bin: { folder: machine.bin, forwards: true } } as const;
  return await prepared(wish === "install" ? { do: wish, agents, wanted } : { do: wish, agents }, machine);
}

export async function prepared(wish: Wish, machine: Machine): Promise<readonly Change[]> {
  const changes = await prepare(wish, machine);
  assert(!("refused" in changes), JSON.stringify(changes));
  return changes;
}

/** Does it, where nothing may be refused or fail. */
export async function done(
  machine: Machine,
  wish: "install" | "uninstall",
  ...agents: TargetName[]
): Promise<readonly Change[]> {
  const prepared = await changes(machine, wish, ...agents);
  await carriedOut(prepared, wish === "install" ? "forget" : "remember", machine);
  return prepared;
}

/** Where nothing may be refused or fail. */
export async function carriedOut(
  changes: readonly Change[],
  memory: "forget" | "remember",
  machine: Machine,
): Promise<void> {
  for (const { plan } of changes) assert(!("refused" in plan), JSON.stringify(plan));
  const report = await carryOut(changes, { memory, replans: false }, machine);
  assert(!("refused" in report), JSON.stringify(report));
  assertEquals([...report.problems, ...report.outcomes.flatMap(({ problem }) => problem ?? [])], []);
}

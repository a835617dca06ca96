// One config through install, update and uninstall, as whole texts and without a disk.

import { assert, assertEquals } from "@std/assert";
import type { Bin } from "../../../install/command_text.ts";
import { configPlace } from "../../../install/config_places.ts";
import type { FilePlan } from "../../../install/file_plan.ts";
import { fingerprint } from "../../../install/fingerprint.ts";
import type { Refused } from "../../../install/formats/format.ts";
import { type ManifestEntry, nextEntry } from "../../../install/manifest_entry.ts";
import { ownerOf } from "../../../install/ownership.ts";
import { type Clearing, type Found, planInstall, planUninstall, type Wanted } from "../../../install/plan.ts";
import type { TargetName } from "../../../install/target_name.ts";
import { targetOf } from "../../../install/targets/table.ts";

export const HOME = "/home/me";
export const BIN: Bin = { folder: `${HOME}/.local/share/vults/bin`, forwards: true };
export const MOVED: Bin = { folder: `${HOME}/else where/bin`, forwards: true };

/** A config as it lies there. */
export type Lying = {
  readonly text: string | undefined;
  readonly entry?: ManifestEntry | undefined;
  /** Where other than the agent's own place. */
  readonly at?: { readonly config: string; readonly events: readonly string[] };
  readonly olderKimi?: true;
};

/** What planning is given of it. */
export async function clearing(agent: TargetName | "gemini", lying: Lying): Promise<Clearing> {
  const place = configPlace(agent, { home: HOME, env: () => undefined, exists: () => false });
  assert(!("refused" in place));
  const { config, events } = lying.at ?? place;
  const before = lying.text === undefined ? undefined : bytes(lying.text);
  const recorded = lying.entry?.commands ?? [];
  return {
    agent,
    target: targetOf(agent, config),
    place: { events, ...(lying.olderKimi ? { olderKimi: true } : {}) },
    file: { config, real: config, before, identity: undefined, missing: [], fingerprint: await fingerprint(before) },
    entry: lying.entry,
    ownerOf: (line) => ownerOf(line, { bin: BIN.folder, recorded, others: [], exists: () => false }),
  };
}

export async function found(agent: TargetName, lying: Lying): Promise<Found> {
  return { ...await clearing(agent, lying), agent };
}

/** The config once the plan has been performed, with what the manifest says of it then. */
export async function performed(plan: FilePlan, lying: Lying): Promise<Lying & { readonly text: string }> {
  const to = await fingerprint(plan.next);
  const entry = plan.entry && nextEntry(lying.entry, plan.entry, { from: plan.fingerprint, to }, new Date(0));
  return { ...lying, text: text(plan), entry };
}

/** Installs, which must not be refused; what was written passes its own check. */
export async function installed(
  agent: TargetName,
  lying: Lying,
  wanted: Partial<Wanted> = {},
): Promise<Lying & { readonly text: string }> {
  const plan = ok(planInstall(await found(agent, lying), { approval: false, bin: BIN, ...wanted }));
  assertEquals(plan.check(text(plan)), undefined);
  return await performed(plan, lying);
}

/** The text after an uninstall; `undefined` = the file is gone. */
export async function uninstalled(agent: TargetName | "gemini", lying: Lying): Promise<string | undefined> {
  const plan = ok(planUninstall(await clearing(agent, lying), undefined));
  return plan.next === undefined ? undefined : text(plan);
}

/** Every original is as it was after install, the same again, an update in place and uninstall. */
export async function assertCycle(
  agent: TargetName,
  originals: readonly (string | undefined)[],
  wanted: Partial<Wanted> = {},
): Promise<void> {
  for (const original of originals) {
    const there = await installed(agent, { text: original }, wanted);
    assert(there.text !== original, `nothing was installed into ${JSON.stringify(original)}`);
    const again = ok(planInstall(await found(agent, there), { approval: false, bin: BIN, ...wanted }));
    assertEquals([again.action, text(again)], ["none", there.text], JSON.stringify(original));
    const moved = await installed(agent, there, { ...wanted, approval: false, bin: MOVED });
    assert(!moved.text.includes(BIN.folder), "every entry is re-pointed");
    assertEquals(moved.text.split(MOVED.folder).length, there.text.split(BIN.folder).length, "where it stood");
    assertEquals(await uninstalled(agent, moved), original);
  }
}

export function ok(plan: FilePlan | Refused): FilePlan {
  if ("refused" in plan) throw new Error(`refused: ${plan.refused}`);
  return plan;
}

/** Why the plan was refused. */
export function why(plan: FilePlan | Refused): string {
  assert("refused" in plan && plan.mend !== "", "it was not refused");
  return plan.refused;
}

export function text({ next }: FilePlan): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(next);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

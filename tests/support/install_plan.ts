// Configs as the planner finds them, without a disk.

import { assert } from "@std/assert";
import type { FilePlan } from "../../install/file_plan.ts";
import { fingerprint } from "../../install/fingerprint.ts";
import { nextEntry } from "../../install/manifest_entry.ts";
import { ownerOf } from "../../install/ownership.ts";
import type { Found } from "../../install/plan.ts";
import type { TargetName } from "../../install/target_name.ts";
import { JSON_TARGETS } from "../../install/targets/table.ts";

export const BIN = { folder: "/home/me/.local/share/vults/bin", forwards: true };
/** Claude's version decides its events. */
export const VERSION = [2, 1, 332] as const;

const CONFIG = "/home/me/config.json";

/** A config with these bytes, of which the manifest knows nothing. */
export async function found(agent: TargetName, original: string | undefined): Promise<Found> {
  const before = original === undefined ? undefined : bytes(original);
  const target = JSON_TARGETS.get(agent);
  assert(target !== undefined);
  const file = { config: CONFIG, real: CONFIG, before, identity: undefined, missing: [] };
  return {
    agent,
    target,
    place: { events: ["hooks"] },
    file: { ...file, fingerprint: await fingerprint(before) },
    entry: undefined,
    ownerOf: (line) => ownerOf(line, { bin: BIN.folder, recorded: [], others: [], exists: () => false }),
  };
}

/** The same config once a plan has been performed, and perhaps changed by somebody since. */
export async function after(agent: TargetName, plan: FilePlan, since?: string): Promise<Found> {
  const next = await found(agent, since ?? (plan.next === undefined ? undefined : text(plan)));
  const written = { from: plan.fingerprint, to: await fingerprint(plan.next) };
  const entry = plan.entry && nextEntry(undefined, plan.entry, written, new Date(0));
  return { ...next, entry };
}

/** The planned text. */
export function text({ next }: Pick<FilePlan, "next">): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(next);
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

// What an install would do now, with entries that wait where they were installed so: against it the configs are compared.

import type { AnyAgent, FoundAgent } from "../find_configs.ts";
import type { Refused } from "../formats/format.ts";
import type { Machine } from "../machine.ts";
import { type Manifest, manifestKey } from "../manifest.ts";
import { ownEntriesOf } from "../own_entries.ts";
import { waitsAt } from "../ownership.ts";
import type { Wanted } from "../plan.ts";
import { type Change, installWish, prepare } from "../prepare.ts";
import type { TargetName } from "../target_name.ts";
import type { Examination } from "./examination.ts";

/** An agent and what is on this computer of it. */
export type Looked = { readonly agent: AnyAgent; readonly place: FoundAgent | Refused };

/** The plans, or why there are none. */
export async function wantedNow(
  agents: readonly TargetName[],
  found: readonly Looked[],
  { machine, manifest }: { readonly machine: Machine; readonly manifest: Manifest },
): Promise<Pick<Examination, "asking" | "changes" | "claude"> | Refused> {
  const asking = new Set(agents.filter((agent) => isAsking(agent, manifest)));
  const { wish, why } = await installWish(agents, { approval: false }, machine);
  const changes: Change[] = [];
  for (const approval of [false, true]) {
    const some = agents.filter((agent) => (asking.has(agent) && !keepsGates(agent, found, wish)) === approval);
    const prepared = await prepare({ ...wish, agents: some, wanted: { ...wish.wanted, approval } }, machine);
    if ("refused" in prepared) return prepared;
    changes.push(...prepared);
  }
  return { asking, changes, claude: { version: wish.wanted.version, why } };
}

/** Of a Claude whose version is unknown nobody can say that a gate is missing beside the one that is there. */
function keepsGates(agent: AnyAgent, found: readonly Looked[], { wanted }: { readonly wanted: Wanted }): boolean {
  if (agent !== "claude" || wanted.version !== undefined) return false;
  const places = found.flatMap((one) => one.agent === agent && !("refused" in one.place) ? one.place.configs : []);
  return places.some(({ found }) =>
    !("refused" in found) && ownEntriesOf(found).some(({ own, event }) => waitsAt(own, event))
  );
}

/** A gate that another program has taken out is missing all the same. */
function isAsking(agent: AnyAgent, { entries }: Manifest): boolean {
  return [...entries].some(([key, { approval }]) => approval && key.startsWith(manifestKey(agent, "")));
}

// All that one run will do, before any of it is done: what is shown is the very value that is performed.

import { NAME } from "../src/brand.ts";
import bundle from "./assets/opencode_bundle.txt" with { type: "text" };
import { bashCandidates, chooseBash } from "./choose_bash.ts";
import { probeClaude } from "./claude_probe.ts";
import { refusedFolder } from "./command_text.ts";
import type { ConfigPlace } from "./config_places.ts";
import { uninstallThere, wiredElsewhere } from "./elsewhere.ts";
import type { FilePlan } from "./file_plan.ts";
import { type AnyAgent, type Config, findConfig, findConfigs } from "./find_configs.ts";
import type { Refused } from "./formats/format.ts";
import type { Machine } from "./machine.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { originalOf } from "./original.ts";
import { ownEntriesOf } from "./own_entries.ts";
import { ownFiles } from "./own_files.ts";
import { waitsAt } from "./ownership.ts";
import { type Clearing, type Found, planInstall, planUninstall, type Wanted } from "./plan.ts";
import type { TargetName } from "./target_name.ts";
import type { OwnEntry } from "./targets/target.ts";

/** What a person wants of these agents; `ungate` takes the entries that wait, and leaves the others. */
export type Wish =
  | { readonly do: "install"; readonly agents: readonly TargetName[]; readonly wanted: Wanted }
  | { readonly do: "ungate"; readonly agents: readonly TargetName[]; readonly wanted: Wanted }
  /** `everywhere`: also where no variable leads to now. */
  | { readonly do: "uninstall"; readonly agents: readonly AnyAgent[]; readonly everywhere?: boolean };

/** One config and what becomes of it. */
export type Change = {
  readonly agent: AnyAgent;
  readonly config: string;
  readonly plan: FilePlan | Refused;
  /** Own entries as they were found; none where the file cannot be read. */
  readonly own: readonly OwnEntry[];
  /** Plans once more, from the file as it is then. */
  readonly again: () => Promise<FilePlan | Refused>;
};

/** The plans of every config, or why there are none at all. */
export async function prepare(wish: Wish, machine: Machine): Promise<readonly Change[] | Refused> {
  const manifest = readManifest(machine.doors.files, ownFiles(machine.support).manifest);
  if ("refused" in manifest) return manifest;
  const changes: Change[] = [];
  for (const agent of wish.agents) changes.push(...await changesOf(agent, wish, { machine, manifest }));
  return wish.do === "install" ? unshared(changes, manifest) : changes;
}

/** Two agents in one file would take each other's entries for older ones of their own, by turns. */
function unshared(changes: readonly Change[], manifest: Manifest): Change[] {
  const wired = new Map<string, string>();
  for (const key of manifest.entries.keys()) wired.set(key.slice(key.indexOf(":") + 1), key.slice(0, key.indexOf(":")));
  return changes.map((change) => {
    const { agent, plan } = change;
    if ("refused" in plan || plan.entry === undefined) return change;
    const other = wired.get(plan.real) ?? agent;
    if (other !== agent) return { ...change, plan: isOthers(other, agent) };
    wired.set(plan.real, agent);
    return change;
  });
}

function isOthers(other: string, agent: AnyAgent): Refused {
  return {
    refused: `it is where ${other}'s hooks are`,
    mend: `give ${agent} a folder of its own, or run ${NAME} uninstall --agent ${other} first`,
  };
}

/** What an install wants here: the bash for the forwarder, and Claude's version where Claude is among the agents. */
export async function installWish(
  agents: readonly TargetName[],
  { approval }: Pick<Wanted, "approval">,
  machine: Machine,
): Promise<
  { readonly wish: Wish & { readonly do: "install" }; readonly bash: string | undefined; readonly why?: string }
> {
  const { env, home, isProgram, run, bin } = machine;
  const [bash, claude] = await Promise.all([
    chooseBash(bashCandidates(env("PATH")).filter(isProgram), run),
    agents.includes("claude") ? probeClaude({ env, home, isProgram, run }) : undefined,
  ]);
  const wanted = { approval, bundle, bin: { folder: bin, forwards: bash !== undefined }, version: claude?.version };
  return { wish: { do: "install", agents, wanted }, bash, ...(claude?.why === undefined ? {} : { why: claude.why }) };
}

/** The gates that are there become plain entries; no program is asked, so Claude's events stay as they are. */
export function ungateWish(agents: readonly TargetName[], { bin, exists }: Machine): Wish {
  const wanted = {
    approval: false,
    ungated: true,
    bundle,
    bin: { folder: bin, forwards: exists(`${bin}/${NAME}-forward`) },
  } as const;
  return { do: "ungate", agents, wanted };
}

type Around = { readonly machine: Machine; readonly manifest: Manifest };

async function changesOf(agent: AnyAgent, wish: Wish, around: Around): Promise<Change[]> {
  const agentFound = await findConfigs(agent, around.machine, around.manifest);
  if ("refused" in agentFound) return [nowhere(agent, agentFound)];
  const { place, configs } = agentFound;
  const changes: Change[] = [];
  for (const config of configs) {
    const change = await changeOf(config, place, wish, around);
    if (change !== undefined) changes.push(change);
  }
  if (wish.do !== "uninstall" || !wish.everywhere) return changes;
  const known = configs.map(({ path }) => path);
  for (const there of await wiredElsewhere(agent, known, around)) {
    const change = await changeOf(there.config, there.place, wish, around);
    const isOutOfReach = !around.machine.mayWrite(there.config.path);
    if (change !== undefined) changes.push(isOutOfReach ? withMend(change, uninstallThere(there)) : change);
  }
  return changes;
}

/** This run may not touch it: one that is led there may. */
function withMend(change: Change, command: string): Change {
  const { plan } = change;
  return "refused" in plan ? { ...change, plan: { ...plan, mend: command } } : change;
}

/** A variable of the agent's names no folder: there is no config to speak of. */
function nowhere(agent: AnyAgent, refused: Refused): Change {
  return { agent, config: agent, plan: refused, own: [], again: () => Promise.resolve(refused) };
}

/** `undefined`: a leftover that nothing is to be done with. */
async function changeOf(config: Config, place: ConfigPlace, wish: Wish, around: Around): Promise<Change | undefined> {
  const { agent, path, leftover, found } = config;
  const own = "refused" in found ? [] : ownEntriesOf(found);
  if (leftover && !isCleared(config, own, wish)) return undefined;
  const events = "refused" in found ? place.events : found.place.events;
  const again = async () => {
    const now = await findConfig(agent, place, { file: path, events }, around);
    return await planFor(now, wish, around.machine);
  };
  return { agent, config: path, plan: await planFor(config, wish, around.machine), own, again };
}

/** What cannot be written is no matter where nothing is to be. */
async function planFor(config: Config, wish: Wish, machine: Machine): Promise<FilePlan | Refused> {
  const plan = await wantedFor(config, wish, machine);
  if ("refused" in plan || plan.action === "none") return plan;
  if (plan.fixed !== undefined) return plan.fixed;
  if (machine.mayWrite(plan.real)) return plan;
  return { refused: `"${plan.real}" is outside of what this build may touch`, mend: "build it again on this computer" };
}

async function wantedFor({ found, leftover }: Config, wish: Wish, machine: Machine): Promise<FilePlan | Refused> {
  if ("refused" in found) return found;
  if (wish.do === "uninstall" || leftover || !isTarget(found)) {
    return planUninstall(found, await originalOf(found, machine));
  }
  const waits = ownEntriesOf(found).some(({ own, event }) => waitsAt(own, event));
  if (wish.do === "ungate" && !waits) return unchanged(found);
  return refusedFolder(wish.wanted.bin.folder, found.agent) ?? planInstall(found, wish.wanted);
}

/** Own entries go from wherever they are; a file that cannot be read may hold some, which only an uninstall has to know. */
function isCleared({ found }: Config, own: readonly OwnEntry[], wish: Wish): boolean {
  if (wish.do === "ungate") return false;
  return own.length > 0 || ("refused" in found && wish.do === "uninstall");
}

function unchanged({ file, agent, entry }: Found): FilePlan {
  return { ...file, agent, next: file.before, action: "none", entry, check: () => undefined };
}

function isTarget(found: Clearing): found is Clearing & Found {
  return found.agent !== "gemini";
}

// The config files of an agent as they are now: the one that entries go to, and the others that may hold own ones.

import { type ConfigPlace, configPlace, type Leftover } from "./config_places.ts";
import type { Refused } from "./formats/format.ts";
import type { Machine } from "./machine.ts";
import { type Manifest, manifestKey } from "./manifest.ts";
import { entryOf } from "./manifest_entry.ts";
import { ownerOf } from "./ownership.ts";
import type { Clearing } from "./plan.ts";
import { documentOf, readConfig } from "./read_config.ts";
import { readTarget, type Target as File } from "./target_file.ts";
import { targetOf } from "./targets/table.ts";
import type { OwnerOf, Target } from "./targets/target.ts";

/** Gemini's are only ever taken away. */
export type AnyAgent = Clearing["agent"];

/** One config, or why it cannot be read. */
export type Config = {
  readonly agent: AnyAgent;
  readonly path: string;
  /** Entries are never added here. */
  readonly leftover: boolean;
  readonly found: Clearing | Refused;
};

/** Why it is not read as its agent would read it. */
export function whyUnread({ found }: Config): Refused | undefined {
  const read = "refused" in found ? found : readConfig(found.file.before, found.target.format);
  return "refused" in read ? read : undefined;
}

/** What is on this computer of one agent; the config that entries go to comes first. */
export type FoundAgent = { readonly place: ConfigPlace; readonly configs: readonly Config[] };

/** Looks at an agent's place and reads its files. */
export async function findConfigs(
  agent: AnyAgent,
  machine: Machine,
  manifest: Manifest,
): Promise<FoundAgent | Refused> {
  const place = configPlace(agent, machine);
  if ("refused" in place) return place;
  const main = { file: place.config, events: place.events };
  // The same file by another name would be planned for twice.
  const seen = new Set([realOf(place.config, machine)]);
  const leftovers = place.leftovers.filter(({ file }) => {
    const real = realOf(file, machine);
    return machine.exists(file) && !seen.has(real) && Boolean(seen.add(real));
  });
  const configs: Config[] = [];
  for (const each of [main, ...leftovers]) configs.push(await findConfig(agent, place, each, { machine, manifest }));
  return { place, configs };
}

/** The agents' own folders, of those that can be known. */
export function agentFolders(agents: readonly AnyAgent[], machine: Machine): string[] {
  return agents.flatMap((agent) => {
    const place = configPlace(agent, machine);
    return "refused" in place ? [] : [place.folder];
  });
}

type Around = { readonly machine: Machine; readonly manifest: Manifest };

/** Reads one config again, for one that another has changed meanwhile. */
export async function findConfig(
  agent: AnyAgent,
  place: ConfigPlace,
  { file: path, events }: Leftover,
  { machine, manifest }: Around,
): Promise<Config> {
  const leftover = path !== place.config;
  const file = await readTarget(path, machine.doors.files);
  if ("refused" in file) return { agent, path, leftover, found: file };
  const target = targetOf(agent, path);
  const entry = entryOf(manifest.entries.get(manifestKey(agent, file.real)), file.fingerprint);
  const found: Clearing = {
    agent,
    target,
    place: { ...place, events },
    file,
    entry,
    ownerOf: ownersIn(file, { target, events, recorded: entry?.commands ?? [] }, machine),
    ...(leftover ? { leftover } : {}),
  };
  return { agent, path, leftover, found };
}

/** Behind its links, where they can be followed. */
export function realOf(path: string, { doors }: Machine): string {
  try {
    return doors.files.realPath(path);
  } catch {
    return path; // a link to itself, say: whoever reads it says so
  }
}

function ownersIn(
  file: File,
  { target, events, recorded }: {
    readonly target: Target;
    readonly events: Leftover["events"];
    readonly recorded: readonly string[];
  },
  { bin, home, exists }: Machine,
): OwnerOf {
  const document = documentOf(file.before, target.format);
  const others = document === undefined ? [] : target.commands(document, events);
  return (line) => ownerOf(line, { bin, home, recorded, others, exists });
}

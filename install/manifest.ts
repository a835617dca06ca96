// `hooks-manifest.json`: what of ours is where. Ownership does not need it, exact undoing does. What others wrote in it
// stays, and a file that cannot be understood is an error for everything that writes (`installer.md` section 3).

import { z } from "zod";
import { knownAgent } from "../src/agents/aliases.ts";
import { reason } from "../src/files.ts";
import type { Doors, FileDoor } from "./doors.ts";
import type { Refused } from "./formats/format.ts";
import { type ManifestEntry, merged, readEntry } from "./manifest_entry.ts";
import { readOwnJson, useless, writeOwnJson } from "./own_json.ts";

/** Keys are `<agent>:<canonical config path>`. */
export type Manifest = {
  readonly entries: ReadonlyMap<string, ManifestEntry>;
  /** Entries of agents that are not ours, as they stand. */
  readonly foreign: Readonly<Record<string, unknown>>;
  /** The other members of the file. */
  readonly others: Readonly<Record<string, unknown>>;
};

/** The key of a config; `real` is its canonical path. */
export function manifestKey(agent: string, real: string): string {
  return `${agent}:${real}`;
}

/** Reads the manifest; keys of older products are brought into our form. */
export function readManifest(files: FileDoor, path: string): Manifest | Refused {
  const read = readOwnJson(files, path, Shape);
  if ("refused" in read) return read;
  const { agents = {}, ...others } = read.value ?? { version: 1 as const };
  const { own = [], foreign = [] } = Object.groupBy(
    Object.entries(agents),
    ([key]) => ourAgent(key) === undefined ? "foreign" : "own",
  );
  try {
    const entries = canonical(own, files);
    if ("why" in entries) return useless(path, entries.why);
    return { entries, foreign: Object.fromEntries(foreign), others };
  } catch (error) {
    return useless(path, reason(error));
  }
}

/** The manifest with this entry, or without one; the very same when nothing is new. */
export function withEntry(manifest: Manifest, key: string, entry: ManifestEntry | undefined): Manifest {
  if (manifest.entries.get(key) === entry) return manifest;
  const entries = new Map(manifest.entries);
  if (entry === undefined) entries.delete(key);
  else entries.set(key, entry);
  return { ...manifest, entries };
}

/** Folders that we made for a config that is gone go to one that lies in them, and go with that. */
export function handedOn(manifest: Manifest, folders: readonly string[]): Manifest {
  return folders.reduceRight((now, folder) => {
    const heir = [...now.entries].find(([key]) => key.slice(key.indexOf(":") + 1).startsWith(`${folder}/`));
    if (heir === undefined || heir[1].folders.includes(folder)) return now;
    const [key, entry] = heir;
    return withEntry(now, key, { ...entry, folders: [folder, ...entry.folders] });
  }, manifest);
}

/** Throws where it could not be written. */
export function writeManifest(doors: Doors, path: string, { entries, foreign, others }: Manifest): void {
  const agents = Object.entries({ ...foreign, ...Object.fromEntries(entries) }).sort(([a], [b]) => a < b ? -1 : 1);
  writeOwnJson(doors, path, { ...others, agents: Object.fromEntries(agents) });
}

const Shape = z.looseObject({ version: z.literal(1), agents: z.record(z.string(), z.unknown()).default({}) });

/** One entry for each config, however its keys are spelled. */
function canonical(own: readonly [string, unknown][], files: FileDoor): Manifest["entries"] | { readonly why: string } {
  const entries = new Map<string, ManifestEntry>();
  for (const [key, raw] of own) {
    const entry = readEntry(raw);
    if ("why" in entry) return { why: `agents["${key}"] ${entry.why}` };
    const agent = ourAgent(key) ?? "";
    const at = manifestKey(agent, files.realPath(key.slice(agent.length + 1) || entry.config));
    const twin = entries.get(at);
    entries.set(at, twin === undefined ? entry : merged(twin, entry));
  }
  return entries;
}

/** Gemini is only ever taken away, but older products wired it (`installer.md` 6.12). */
function ourAgent(key: string): string | undefined {
  const [name = ""] = key.split(":", 1);
  return name !== "" && (name === "gemini" || knownAgent(name) === name) ? name : undefined;
}

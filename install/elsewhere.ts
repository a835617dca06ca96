// Configs that the manifest knows and no variable leads to now: installed while an agent's folder was another one.

import { NAME } from "../src/brand.ts";
import { folderOf } from "../src/files.ts";
import { configPlace } from "./config_places.ts";
import { type AnyAgent, findConfig, realOf } from "./find_configs.ts";
import type { Machine } from "./machine.ts";
import { type Manifest, manifestKey } from "./manifest.ts";
import { ownEntriesOf } from "./prepare.ts";
import { shellWord } from "./quoted_line.ts";
import { shortPath } from "./short_path.ts";

/** One line for each, with the command that takes it out; `known`: the configs of this agent that were looked at. */
export async function wiredElsewhere(
  agent: AnyAgent,
  known: readonly string[],
  machine: Machine,
  manifest: Manifest,
): Promise<string[]> {
  const seen = new Set(known.map((path) => manifestKey(agent, realOf(path, machine))));
  const others = [...manifest.entries].filter(([key]) => key.startsWith(manifestKey(agent, "")) && !seen.has(key));
  const lines: string[] = [];
  for (const [, { config }] of others) {
    const way = wayTo(config, agent, machine);
    if (way === undefined || !await holdsOurs(way.place, config, { agent, machine, manifest })) continue;
    lines.push(
      `${agent} has hooks in ${shortPath(config, machine.home)} too: ${way.variable}${NAME} uninstall --agent ${agent}`,
    );
  }
  return lines;
}

type Place = Exclude<ReturnType<typeof configPlace>, { readonly refused: string }>;

/** What has to be set, or unset, for the agent's config to be this one. */
function wayTo(
  config: string,
  agent: AnyAgent,
  { home, exists }: Machine,
): { readonly variable: string; readonly place: Place } | undefined {
  const names = new Set<string>();
  const leads = (env: (name: string) => string | undefined) => {
    const place = configPlace(agent, { home, exists, env });
    if ("refused" in place) return undefined;
    return [place.config, ...place.leftovers.map(({ file }) => file)].includes(config) ? place : undefined;
  };
  const place = leads((name) => void names.add(name));
  if (place !== undefined) return { variable: `env ${[...names].map((name) => `-u ${name} `).join("")}`, place };
  for (let folder = folderOf(config); folder !== "/"; folder = folderOf(folder)) {
    for (const name of names) {
      const place = leads((asked) => asked === name ? folder : undefined);
      if (place !== undefined) return { variable: `${name}=${shellWord(folder)} `, place };
    }
  }
  return undefined;
}

/** One that cannot be read may. */
async function holdsOurs(
  place: Place,
  config: string,
  { agent, ...around }: { readonly agent: AnyAgent; readonly machine: Machine; readonly manifest: Manifest },
): Promise<boolean> {
  const places = [{ file: place.config, events: place.events }, ...place.leftovers];
  const { events } = places.find(({ file }) => file === config) ?? place;
  const { found } = await findConfig(agent, place, { file: config, events }, around);
  return "refused" in found || ownEntriesOf(found).length > 0;
}

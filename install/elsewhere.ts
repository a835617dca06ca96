// Configs that the manifest knows and no variable leads to now: installed while an agent's folder was another one.

import { NAME } from "../src/brand.ts";
import { folderOf, shellWord } from "../src/files.ts";
import { type ConfigPlace, configPlace } from "./config_places.ts";
import { type AnyAgent, type Config, findConfig, realOf } from "./find_configs.ts";
import type { Machine } from "./machine.ts";
import { type Manifest, manifestKey } from "./manifest.ts";
import { ownEntriesOf } from "./own_entries.ts";
import { shortPath } from "./short_path.ts";

type Around = { readonly machine: Machine; readonly manifest: Manifest };

/** Such a config, where it belongs, and what before a command of ours leads there. */
export type Elsewhere = { readonly config: Config; readonly place: ConfigPlace; readonly variable: string };

/** All of them; `known`: the configs of this agent that are looked at anyway. */
export async function wiredElsewhere(agent: AnyAgent, known: readonly string[], around: Around): Promise<Elsewhere[]> {
  const { machine, manifest } = around;
  const seen = new Set(known.map((path) => manifestKey(agent, realOf(path, machine))));
  const others = [...manifest.entries].filter(([key]) => key.startsWith(manifestKey(agent, "")) && !seen.has(key));
  const found: Elsewhere[] = [];
  for (const [, { config: path }] of others) {
    const way = wayTo(path, agent, machine);
    if (way === undefined) continue;
    const events = way.place.leftovers.find(({ file }) => file === path)?.events ?? way.place.events;
    const config = await findConfig(agent, way.place, { file: path, events }, around);
    found.push({ config, ...way });
  }
  return found;
}

/** One line for each that holds ours, or cannot be read. */
export async function elsewhereLines(agent: AnyAgent, known: readonly string[], around: Around): Promise<string[]> {
  const holding = (await wiredElsewhere(agent, known, around)).filter(mayHoldOurs);
  return holding.map((one) =>
    `${agent} has hooks in ${shortPath(one.config.path, around.machine.home)} too: ${uninstallThere(one)}`
  );
}

/** The command that takes it out. */
export function uninstallThere({ config: { agent }, variable }: Elsewhere): string {
  return `${variable}${NAME} uninstall --agent ${agent}`;
}

function mayHoldOurs({ config: { found } }: Elsewhere): boolean {
  return "refused" in found || ownEntriesOf(found).length > 0;
}

/** What has to be set, or unset, for the agent's config to be this one. */
function wayTo(
  config: string,
  agent: AnyAgent,
  { home, exists }: Machine,
): { readonly variable: string; readonly place: ConfigPlace } | undefined {
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

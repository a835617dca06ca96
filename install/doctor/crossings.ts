// Agents that also run the hooks of another one: each event counts once (`daemon.md` section 4), and nothing is broken.

import type { Finding } from "../../src/domain/finding.ts";
import { isObject } from "../../src/domain/json.ts";
import { configPlace } from "../config_places.ts";
import type { AnyAgent } from "../find_configs.ts";
import { toml } from "../formats/toml.ts";
import { bytesIn } from "../look_in.ts";
import type { Machine } from "../machine.ts";
import { documentOf } from "../read_config.ts";

/** One line for each pair that is wired here, and not kept apart already. */
export function crossings(wired: readonly AnyAgent[], machine: Machine): Finding[] {
  const apart = compatOff(machine);
  return PAIRS.filter(({ agent, runs }) =>
    wired.includes(agent) && wired.includes(runs) && !(agent === "grok" && apart.includes(runs))
  ).map(
    ({ agent, says, mend }) => {
      return { agent, check: "duplicates", level: "note", says: `${says}; the copies are dropped`, mend };
    },
  );
}

/** The vendors whose hooks Grok leaves alone: `[compat.<vendor>] hooks = false` (`installer.md` 6.3). */
function compatOff(machine: Machine): string[] {
  const place = configPlace("grok", machine);
  if ("refused" in place || place.settings === undefined) return [];
  const settings = documentOf(bytesIn(place.settings, machine), toml);
  const compat = isObject(settings) && isObject(settings.compat) ? settings.compat : {};
  return Object.keys(compat).filter((vendor) => isObject(compat[vendor]) && compat[vendor].hooks === false);
}

type Pair = { readonly agent: AnyAgent; readonly runs: AnyAgent; readonly says: string; readonly mend: string };

/** `installer.md` 6.3 (seen for Claude's file, read for Cursor's) and 6.4. */
const PAIRS: readonly Pair[] = [
  { agent: "grok", runs: "claude", says: "it also runs Claude's hooks", mend: offInGrok("claude") },
  { agent: "grok", runs: "cursor", says: "it also runs Cursor's hooks", mend: offInGrok("cursor") },
  {
    agent: "cursor",
    runs: "claude",
    says: 'with "include third-party configs" on it also runs Claude\'s hooks',
    mend: "switch that off in Cursor's settings, if one copy is enough",
  },
];

function offInGrok(vendor: string): string {
  return `"hooks = false" under [compat.${vendor}] in Grok's config.toml, if one copy is enough`;
}

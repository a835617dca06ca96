// Agents that also run the hooks of another one: each event counts once (`daemon.md` section 4), and nothing is broken.

import type { Finding } from "../../src/domain/finding.ts";
import type { AnyAgent } from "../find_configs.ts";

/** One line for each pair that is wired here. */
export function crossings(wired: readonly AnyAgent[]): Finding[] {
  return PAIRS.filter(({ agent, runs }) => wired.includes(agent) && wired.includes(runs)).map(
    ({ agent, says, mend }) => {
      return { agent, check: "duplicates", level: "note", says: `${says}; the copies are dropped`, mend };
    },
  );
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

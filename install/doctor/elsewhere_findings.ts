// Hooks in a folder that a variable led to once: they are not run from here, and not forgotten.

import { NAME } from "../../src/brand.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { wiredElsewhere } from "../elsewhere.ts";
import type { AnyAgent, FoundAgent } from "../find_configs.ts";
import { shortPath } from "../short_path.ts";
import type { Examination } from "./examination.ts";
import { installFor } from "./mends.ts";
import { hasVanished } from "./vanished.ts";

/** One for each. */
export async function elsewhereFindings(agent: AnyAgent, { configs }: FoundAgent, at: Examination): Promise<Finding[]> {
  const { machine, manifest } = at;
  const others = await wiredElsewhere(agent, configs.map(({ path }) => path), { machine, manifest });
  return others.map(({ config: { path, found }, variable }) => {
    const where = shortPath(path, machine.home);
    if ("refused" in found || !hasVanished(found)) {
      const says = `it has hooks in ${where} too, which were not looked at`;
      return { agent, check: "hooks", level: "note", says, mend: `${variable}${NAME} doctor --agent ${agent}` };
    }
    const mend = `${variable}${
      installFor(agent, at.asking.has(agent))
    }, or ${variable}${NAME} uninstall --agent ${agent}`;
    return { agent, check: "hooks", level: "wrong", says: `the hooks are gone from ${where} too`, mend };
  });
}

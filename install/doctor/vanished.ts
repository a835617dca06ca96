// Configs that held entries of ours and hold none now.

import { NAME } from "../../src/brand.ts";
import type { Finding } from "../../src/domain/finding.ts";
import type { FoundAgent } from "../find_configs.ts";
import { isoSeconds } from "../iso_seconds.ts";
import { ownEntriesOf } from "../own_entries.ts";
import type { Clearing } from "../plan.ts";
import { documentOf } from "../read_config.ts";
import { shortPath } from "../short_path.ts";
import type { Examination } from "./examination.ts";
import { installFor } from "./mends.ts";

/** Ours came in by an install, and another has taken all of them out. */
export function hasVanished(found: Clearing): boolean {
  return found.entry !== undefined && documentOf(found.file.before, found.target.format) !== undefined &&
    ownEntriesOf(found).length === 0;
}

/** Who it was, no file tells; when, it does. Nothing is ever added again by itself. */
export function vanished({ agent, file }: Clearing, { place }: FoundAgent, { machine, asking }: Examination): Finding {
  const where = shortPath(file.config, machine.home);
  const time = machine.doors.files.lstat(file.real)?.mtime ?? undefined;
  const says = file.before === undefined
    ? `the hooks are gone: ${where} is no longer there`
    : `the hooks are gone from ${where}, which something else changed${time ? ` at ${isoSeconds(time)}` : ""}`;
  const again = installFor(agent, asking.has(agent));
  const mend = place.configured
    ? again
    : `${again}, or ${NAME} uninstall --agent ${agent} where it is not used any more`;
  return { agent, check: "hooks", level: "wrong", says, mend };
}

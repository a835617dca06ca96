// Whether Codex runs our entries: asked of the running one, else read from what it has recorded (`installer.md` section 8).

import type { Finding } from "../../src/domain/finding.ts";
import { appServerSocket, listedTrust, TRUST_THEM } from "../codex_trust.ts";
import type { Examination } from "./examination.ts";
import type { FoundAgent } from "../find_configs.ts";
import { toml } from "../formats/toml.ts";
import { bytesIn } from "../look_in.ts";
import type { Machine } from "../machine.ts";
import { ownEntriesOf } from "../own_entries.ts";
import { readConfig } from "../read_config.ts";
import { shortPath } from "../short_path.ts";
import { trustOf } from "../status.ts";

export async function trustFindings(found: FoundAgent, { machine, doors }: Examination): Promise<Finding[]> {
  const { place, configs: [main] } = found;
  const broken = unreadable(place.settings, machine);
  if (broken !== undefined) return [broken];
  const socket = appServerSocket(place.folder);
  if (main === undefined || "refused" in main.found || !machine.exists(socket)) return recorded(found, machine);
  const { ownerOf } = main.found;
  const answer = await doors.codexHooks(socket);
  if ("why" in answer) {
    const says = `the running Codex cannot be asked: ${answer.why}`;
    return [{ agent: "codex", check: "trust", level: "note", says }, ...recorded(found, machine)];
  }
  const here = new Set(ownEntriesOf(main.found).map(({ command }) => command));
  const there = listedTrust(answer.list, (command) => ownerOf(command).own && here.has(command));
  return [listed(there, ownEntriesOf(main.found).length)];
}

/** Codex itself says so at its start, and runs nothing. */
function unreadable(settings: string | undefined, machine: Machine): Finding | undefined {
  const read = settings === undefined ? undefined : readConfig(bytesIn(settings, machine), toml);
  if (settings === undefined || read === undefined || !("refused" in read)) return undefined;
  const where = `${shortPath(settings, machine.home)}${read.line === undefined ? "" : `:${read.line}`}`;
  return { agent: "codex", check: "config", level: "wrong", says: `${where}: ${read.refused}`, mend: read.mend };
}

function listed({ all, blocked }: ReturnType<typeof listedTrust>, inFile: number): Finding {
  const head = { agent: "codex", check: "trust" };
  if (all < inFile) {
    const says = `the running Codex knows ${all === 0 ? "none" : `${all}`} of the ${inFile} entries`;
    return { ...head, level: "wrong", says, mend: "start Codex again" };
  }
  if (blocked.length === 0) return { ...head, level: "ok", says: "the running Codex runs every entry" };
  const which = [...Map.groupBy(blocked, ({ why }) => why)].map(([why, those]) => {
    return `${those.map(({ event }) => event).join(", ")} (${why})`;
  });
  const says = `the running Codex does not run ${blocked.length} of ${all} entries: ${which.join(", ")}`;
  return { ...head, level: "wrong", says, mend: TRUST_THEM };
}

/** A hash proves only that there is one. */
function recorded(found: FoundAgent, machine: Machine): Finding[] {
  const { trust } = trustOf(found, machine);
  if (trust === undefined) return [];
  const { recorded, all } = trust;
  const head = { agent: "codex", check: "trust" };
  if (recorded === all) return [{ ...head, level: "ok", says: "a trust is recorded for every entry" }];
  const says = `a trust is recorded for ${recorded} of ${all} entries: Codex runs no other`;
  return [{ ...head, level: "wrong", says, mend: TRUST_THEM }];
}

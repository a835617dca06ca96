// One agent's part of the chain: its config, the commands in it, what it does with them, and whether anything came.

import { NAME } from "../../src/brand.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { capability } from "../capabilities.ts";
import type { Examination } from "./examination.ts";
import type { FilePlan } from "../file_plan.ts";
import { type AnyAgent, type Config, type FoundAgent } from "../find_configs.ts";
import { isoSeconds } from "../iso_seconds.ts";
import type { Manifest } from "../manifest.ts";
import { waitsAt } from "../ownership.ts";
import type { Clearing } from "../plan.ts";
import { ownEntriesOf } from "../own_entries.ts";
import type { Change } from "../prepare.ts";
import { documentOf } from "../read_config.ts";
import { shortPath } from "../short_path.ts";
import { switchedOff } from "../switched_off.ts";
import type { TargetName } from "../target_name.ts";
import { chainFindings } from "./chain_findings.ts";
import { installFor } from "./mends.ts";
import { trustFindings } from "./trust_findings.ts";

/** It holds entries of ours, or held them: a config that cannot be read is known by its place alone. */
export function isWired({ configs }: FoundAgent, { entries }: Manifest): boolean {
  return configs.some(({ path, found }) => {
    if ("refused" in found) return [...entries.values()].some(({ config }) => config === path);
    return found.entry !== undefined || ownEntriesOf(found).length > 0;
  });
}

/** Of an agent that is wired. */
export async function agentFindings(agent: AnyAgent, place: FoundAgent, at: Examination): Promise<readonly Finding[]> {
  if (agent === "gemini") return [leftovers(place)];
  const configs = readable(place.configs);
  const gone = configs.filter(hasVanished);
  return [
    ...gone.map((found) => vanished(agent, found, at)),
    ...gone.length > 0 ? [] : planned(agent, configs, at),
    ...await chainFindings(agent, configs, at),
    ...switchedOff(agent, at.machine).map((says): Finding => ({ agent, check: "switch", level: "wrong", says })),
    ...(agent === "codex" ? await trustFindings(place, at) : []),
    ...configs.flatMap(ownEntriesOf).length === 0 ? [] : await lastEvent(agent, place, at),
  ];
}

function readable(configs: readonly Config[]): Clearing[] {
  return configs.flatMap(({ found }) => "refused" in found ? [] : [found]);
}

function leftovers({ configs }: FoundAgent): Finding {
  const count = readable(configs).flatMap(ownEntriesOf).length;
  const says = `${count === 1 ? "1 entry" : `${count} entries`} of an older product`;
  return { agent: "gemini", check: "hooks", level: "note", says, mend: `${NAME} uninstall --agent gemini` };
}

/** Ours came in by an install, and another has taken all of them out. */
function hasVanished(found: Clearing): boolean {
  return found.entry !== undefined && documentOf(found.file.before, found.target.format) !== undefined &&
    ownEntriesOf(found).length === 0;
}

/** Who it was, no file tells; when, it does. Nothing is ever added again by itself. */
function vanished(agent: AnyAgent, { file }: Clearing, { machine }: Examination): Finding {
  const where = shortPath(file.config, machine.home);
  const time = machine.doors.files.lstat(file.real)?.mtime ?? undefined;
  const says = file.before === undefined
    ? `the hooks are gone: ${where} is no longer there`
    : `the hooks are gone from ${where}, which something else changed${time ? ` at ${isoSeconds(time)}` : ""}`;
  return { agent, check: "hooks", level: "wrong", says, mend: installFor(agent) };
}

/** What an install would do now tells whether all is as it should be; entries that wait stay so. */
function planned(
  agent: TargetName,
  configs: readonly Clearing[],
  { machine, changes, claude }: Examination,
): Finding[] {
  return [
    ...changes.filter((change) => change.agent === agent).map((change) => {
      return compared(agent, change, configs.find(({ file }) => file.config === change.config), machine.home);
    }),
    ...(agent === "claude" ? [version(claude)] : []),
  ];
}

/** Only Claude's decides what it has and honours (`installer.md` section 7). */
function version({ version: known, why }: Examination["claude"]): Finding {
  const head = { agent: "claude", check: "version" };
  if (known === undefined) {
    const says = `its version is unknown, so it gets what every recent one has${why === undefined ? "" : `: ${why}`}`;
    return { ...head, level: "note", says };
  }
  const { answers, note } = capability("claude", known);
  if (answers.length > 0) return { ...head, level: "ok", says: `Claude Code ${known.join(".")}` };
  return { ...head, level: "note", says: `Claude Code ${known.join(".")}: ${note}`, mend: "claude update" };
}

function compared(
  agent: TargetName,
  { plan, own, config }: Change,
  found: Clearing | undefined,
  home: string,
): Finding {
  const where = shortPath(config, home);
  if ("refused" in plan) {
    return { agent, check: "config", level: "wrong", says: `${where}: ${plan.refused}`, mend: plan.mend };
  }
  if (plan.action === "none") {
    const waits = own.some((entry) => waitsAt(entry.own, entry.event)) ? ", one that waits among them" : "";
    const count = own.length === 1 ? "1 entry" : `${own.length} entries`;
    return { agent, check: "hooks", level: "ok", says: `${count} in ${where}${waits}` };
  }
  return {
    agent,
    check: "hooks",
    level: "wrong",
    says: `${where} ${whatDiffers(own, plan, found)}`,
    mend: installFor(agent),
  };
}

function whatDiffers(own: Change["own"], { next }: FilePlan, found: Clearing | undefined): string {
  const older = own.filter((entry) => entry.own.older).length;
  if (older > 0) return `has ${older === 1 ? "an entry" : `${older} entries`} of an older product`;
  const wanted = found === undefined ? [] : ownEntriesOf({ ...found, file: { ...found.file, before: next } });
  const missing = new Set(wanted.map(({ event }) => event)).difference(new Set(own.map(({ event }) => event)));
  if (missing.size > 0) return `has no entry of ours on ${[...missing].join(", ")}`;
  return "has entries of ours that are not as this version writes them";
}

async function lastEvent(agent: TargetName, { configs }: FoundAgent, { daemon }: Examination): Promise<Finding[]> {
  const last = await daemon?.lastEvent(agent);
  if (daemon === undefined) return [];
  if (typeof last === "object") return [{ agent, check: "events", level: "wrong", says: last.failed }];
  const since = readable(configs).map(({ entry }) => entry?.installedAt).find((time) =>
    time !== undefined && time !== ""
  );
  if (last === undefined || (since !== undefined && last < Date.parse(since))) {
    const says = `no event ${since === undefined ? "yet" : `since ${since}, when its entries were written`}`;
    return [{
      agent,
      check: "events",
      level: "note",
      says,
      mend: `start ${agent} again, if it was running then${otherwise(configs)}`,
    }];
  }
  return [{ agent, check: "events", level: "ok", says: `the newest event came at ${isoSeconds(new Date(last))}` }];
}

/** Reported for Droid 0.186, where only the settings count (`installer.md` 6.8). */
function otherwise([main]: FoundAgent["configs"]): string {
  if (main?.agent !== "droid" || main.path.endsWith("/settings.json")) return "";
  return `; some versions do not run ${
    main.path.slice(main.path.lastIndexOf("/") + 1)
  }: move its entries into settings.json`;
}

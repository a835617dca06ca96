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
import { shortPath } from "../short_path.ts";
import { straysIn } from "../strays.ts";
import { switchedOff } from "../switched_off.ts";
import type { TargetName } from "../target_name.ts";
import { chainFindings } from "./chain_findings.ts";
import { elsewhereFindings } from "./elsewhere_findings.ts";
import { installFor } from "./mends.ts";
import type { OwnEntry } from "../targets/target.ts";
import { trustFindings } from "./trust_findings.ts";
import { hasVanished, vanished } from "./vanished.ts";

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
  // Where an install would be refused, its reason says what there is to do.
  const refused = at.changes.some((change) => change.agent === agent && "refused" in change.plan);
  return [
    ...gone.map((found) => vanished(found, place, at)),
    ...gone.length > 0 && !refused ? [] : planned(agent, configs, at),
    ...matchers(agent, configs),
    ...strays(agent, configs, at),
    ...await elsewhereFindings(agent, place, at),
    ...await chainFindings(agent, configs, at),
    ...switchedOff(agent, at.machine).map((off): Finding => ({ agent, check: "switch", level: "wrong", ...off })),
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

/** What no install mends, and no uninstall takes out. */
function strays(agent: AnyAgent, configs: readonly Clearing[], { machine }: Examination): Finding[] {
  return configs.flatMap((found) => straysIn(found, machine)).map((where) => ({
    agent,
    check: "hooks",
    level: "note",
    says: `${where} names our programs in a line that is no entry of ours`,
    mend: "take that line out, if it was one of ours",
  }));
}

/** Groups that hear less than all: a person may have meant it, and it is no fault of the entry. */
function matchers(agent: AnyAgent, configs: readonly Clearing[]): Finding[] {
  // Claude's are what an install writes.
  const narrow = agent === "claude" ? [] : configs.flatMap(ownEntriesOf).filter(({ matcher }) => matcher !== undefined);
  return narrow.map(({ event, matcher }) => ({
    agent,
    check: "hooks",
    level: "note",
    says: `its entry on ${event} hears only what matches ${JSON.stringify(matcher)}`,
    mend: "take the matcher out, if it is to hear all",
  }));
}

/** What an install would do now tells whether all is as it should be; entries that wait stay so. */
function planned(
  agent: TargetName,
  configs: readonly Clearing[],
  at: Examination,
): Finding[] {
  return [
    ...at.changes.filter((change) => change.agent === agent).map((change) => {
      return compared(agent, change, configs.find(({ file }) => file.config === change.config), at);
    }),
    ...(agent === "claude" ? [version(at.claude)] : []),
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
  { machine, asking }: Examination,
): Finding {
  const where = shortPath(config, machine.home);
  if ("refused" in plan) {
    const line = plan.line === undefined ? "" : `:${plan.line}`;
    return { agent, check: "config", level: "wrong", says: `${where}${line}: ${plan.refused}`, mend: plan.mend };
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
    says: `${where}${firstDifference(plan)} ${whatDiffers(own, plan, found)}`,
    mend: installFor(agent, asking.has(agent)),
  };
}

/** `:12`, of the file as it is. */
function firstDifference({ before, next }: FilePlan): string {
  const [old, wanted] = [before, next].map((bytes) => new TextDecoder().decode(bytes).split("\n"));
  const index = old?.findIndex((line, at) => line !== wanted?.[at]) ?? -1;
  return index < 0 ? "" : `:${index + 1}`;
}

function whatDiffers(own: Change["own"], { next }: FilePlan, found: Clearing | undefined): string {
  const older = own.filter((entry) => entry.own.older).length;
  if (older > 0) return `has ${older === 1 ? "an entry" : `${older} entries`} of an older product`;
  const wanted = found === undefined ? [] : ownEntriesOf({ ...found, file: { ...found.file, before: next } });
  const missing = new Set(wanted.map(({ event }) => event)).difference(new Set(own.map(({ event }) => event)));
  if (missing.size > 0) return `has no entry of ours on ${[...missing].join(", ")}`;
  const waits = (entries: readonly OwnEntry[]) => entries.filter((entry) => waitsAt(entry.own, entry.event)).length;
  if (waits(wanted) > waits(own)) return "has no entry that waits for you, as it was installed";
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
      // Claude reads its hooks again by itself (`installer.md` section 6, seen).
      mend: agent === "claude"
        ? "say something to it"
        : `start ${agent} again, if it was running then${otherwise(configs)}`,
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

// What a person should know of a run besides its diff: one line each (`installer.md` sections 2, 8 and 11).

import { NAME } from "../src/brand.ts";
import { capability } from "./capabilities.ts";
import type { Version } from "./claude_version.ts";
import { placeholdersIn, placeholdersText } from "./codex_placeholders.ts";
import { TRUST_THEM } from "./codex_trust.ts";
import { elsewhereLines } from "./elsewhere.ts";
import { documentOf } from "./read_config.ts";
import type { Machine } from "./machine.ts";
import { readManifest } from "./manifest.ts";
import { ownFiles } from "./own_files.ts";
import type { Change } from "./prepare.ts";
import { shortPath } from "./short_path.ts";
import { spot } from "./spot.ts";
import { switchedOff, switchLine } from "./switched_off.ts";
import type { TargetName } from "./target_name.ts";
import { targetOf } from "./targets/table.ts";

/** Named alone: their configs hold keys, or start other programs (`installer.md` 6.9 and 6.11). */
export const BY_NAME_ONLY: readonly TargetName[] = ["kimi", "agentica"];

/** Codex runs nothing that its user has not trusted (`agents.md` section 2, seen 0.171.0). */
export const CODEX_TRUST = `Codex runs new hooks only after you trust them: ${TRUST_THEM}`;

/** What an install tells of its agents. */
export function installNotes(
  changes: readonly Change[],
  { approval, version, left }: {
    readonly approval: boolean;
    readonly version: Version | undefined;
    /** Configured agents that are only wired by name. */
    readonly left: readonly TargetName[];
  },
  machine: Machine,
): string[] {
  const agents = [...new Set(changes.map(({ agent }) => agent))].filter((agent) => agent !== "gemini");
  return [
    ...changes.flatMap((change) => replaced(change, machine)),
    ...(approval ? agents.flatMap((agent) => unanswered(agent, version)) : []),
    ...agents.flatMap((agent) => switchedOff(agent, machine).map(switchLine)),
    ...(isChanged("codex", changes) ? [CODEX_TRUST] : []),
    ...restart(changes),
    ...left.map((agent) => `${agent} is left out: ${NAME} install --agent ${agent} adds it`),
  ];
}

/** What an uninstall tells. */
export async function uninstallNotes(changes: readonly Change[], machine: Machine): Promise<string[]> {
  return [
    ...changes.flatMap((change) => placeholders(change, machine)),
    ...changes.flatMap((change) => staying(change, machine)),
    ...await elsewhere(changes, machine),
    ...restart(changes),
  ];
}

/** A line that was edited is not ours to take out (`installer.md` A28). */
function staying({ plan, config }: Change, { bin, home }: Machine): string[] {
  if ("refused" in plan || plan.next === undefined) return [];
  const text = new TextDecoder().decode(plan.next);
  const programs = [`${bin}/${NAME}`, `${bin}/${NAME}-forward`];
  if (!programs.some((program) => text.includes(program))) return [];
  return [`${spot(config, text, programs, home)} names our programs in a line that is no entry of ours: it stays`];
}

async function elsewhere(changes: readonly Change[], machine: Machine): Promise<string[]> {
  const manifest = readManifest(machine.doors.files, ownFiles(machine.support).manifest);
  if ("refused" in manifest) return []; // it has stopped the run
  const lines: string[] = [];
  for (const [agent, own] of Map.groupBy(changes, ({ agent }) => agent)) {
    lines.push(...await elsewhereLines(agent, own.map(({ config }) => config), { machine, manifest }));
  }
  return lines;
}

/** Claude reads its hooks again by itself (`installer.md` section 6, seen). */
function restart(changes: readonly Change[]): string[] {
  const agents = [...new Set(changes.map(({ agent }) => agent))].filter((agent) => agent !== "claude");
  const changed = agents.filter((agent) => isChanged(agent, changes));
  return changed.length === 0 ? [] : [`Read at their next start: ${changed.join(", ")}`];
}

function isChanged(agent: string, changes: readonly Change[]): boolean {
  return changes.some((change) =>
    change.agent === agent && !("refused" in change.plan) && change.plan.action !== "none"
  );
}

function unanswered(agent: TargetName, version: Version | undefined): string[] {
  const { answers, note } = capability(agent, version);
  if (answers.length > 0) return [];
  return [`${agent} cannot be answered from here, so --approval changes nothing for it${note ? `: ${note}` : ""}`];
}

function replaced({ own, plan, config }: Change, { home }: Machine): string[] {
  const older = own.filter((entry) => entry.own.older).length;
  if (older === 0 || "refused" in plan || plan.action === "none") return [];
  return [`${older === 1 ? "1 older entry" : `${older} older entries`} replaced in ${shortPath(config, home)}`];
}

/** A place that holds nothing keeps the trust of the entries behind it (`installer.md` section 8). */
function placeholders({ agent, plan, config }: Change, { home }: Machine): string[] {
  if (agent !== "codex" || "refused" in plan || plan.action !== "change") return [];
  const { format } = targetOf(agent, config);
  const count = (bytes: Uint8Array | undefined) => placeholdersIn(documentOf(bytes, format));
  const left = count(plan.next) - count(plan.before);
  if (left <= 0) return [];
  const where = shortPath(config, home);
  return [`${placeholdersText(left)} in ${where}: your own hooks behind keep their place, and Codex's trust with it`];
}

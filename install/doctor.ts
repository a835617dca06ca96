// What is wrong on this computer between the agents and the person, proved link by link (`installer.md` section 11): our
// programs, each agent's config and the very command in it, the daemon at the end. It writes nothing and opens nothing by
// itself: whoever calls it hands in its doors.

import type { Finding } from "../src/domain/finding.ts";
import { agentFindings, isWired } from "./doctor/agent_findings.ts";
import { crossings } from "./doctor/crossings.ts";
import { elsewhereFindings } from "./doctor/elsewhere_findings.ts";
import type { DoctorDoors, Examination } from "./doctor/examination.ts";
import { daemonFindings } from "./doctor/daemon_findings.ts";
import { INSTALL, installFor } from "./doctor/mends.ts";
import { programFindings } from "./doctor/program_findings.ts";
import { type Looked, wantedNow } from "./doctor/wanted.ts";
import { type AnyAgent, findConfigs, type FoundAgent, whyUnread } from "./find_configs.ts";
import type { Refused } from "./formats/format.ts";
import type { Machine } from "./machine.ts";
import { readManifest } from "./manifest.ts";
import { BY_NAME_ONLY } from "./notes.ts";
import { ownFiles } from "./own_files.ts";
import { TARGETS } from "./target_name.ts";

/** Everything that was found, in the order of the chain. Without `named`, about every agent that is wired or could be. */
export async function examine(
  named: readonly AnyAgent[] | undefined,
  machine: Machine,
  doors: DoctorDoors,
): Promise<readonly Finding[]> {
  const manifest = readManifest(machine.doors.files, ownFiles(machine.support).manifest);
  if ("refused" in manifest) return [unreadable(manifest)];
  const daemon = await doors.daemon();
  const found = await each(
    named ?? ANY,
    async (agent) => [{ agent, place: await findConfigs(agent, machine, manifest) }],
  );
  const wired = found.filter(({ place }) => !("refused" in place) && isWired(place, manifest)).map(({ agent }) =>
    agent
  );
  const agents = TARGETS.filter((agent) => wired.includes(agent));
  const wanted = await wantedNow(agents, found, { machine, manifest });
  if ("refused" in wanted) return [unreadable(wanted)];
  const at: Examination = {
    machine,
    manifest,
    doors,
    daemon: "failed" in daemon ? undefined : daemon,
    ...wanted,
  };
  return [
    ...await daemonFindings(daemon, machine),
    ...(wired.length === 0 ? nothing(named) : await programFindings(at)),
    ...await each(found, (one) => examined(one, named !== undefined, at)),
    ...crossings(wired, machine),
  ];
}

const ANY: readonly AnyAgent[] = [...TARGETS, "gemini"];

/** Our own record cannot be read, and nothing can be planned without it. */
function unreadable({ refused, mend }: Refused): Finding {
  return { check: "manifest", level: "wrong", says: refused, mend };
}

/** One after the other: the probes of two agents would slow each other. */
async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const all: Result[] = [];
  for (const item of items) all.push(...await work(item));
  return all;
}

async function examined({ agent, place }: Looked, isNamed: boolean, at: Examination): Promise<readonly Finding[]> {
  if ("refused" in place) return [{ agent, check: "config", level: "wrong", says: place.refused, mend: place.mend }];
  if (isWired(place, at.manifest)) return await agentFindings(agent, place, at);
  return [...unwired({ agent, place }, isNamed), ...await elsewhereFindings(agent, place, at)];
}

function unwired(
  { agent, place }: { readonly agent: AnyAgent; readonly place: FoundAgent },
  isNamed: boolean,
): Finding[] {
  if (agent === "gemini" || (!place.place.configured && !isNamed)) return [];
  const says = place.place.configured ? "no hooks" : "no hooks, and its folder is not there";
  if (!isNamed && BY_NAME_ONLY.includes(agent)) return [];
  // It may hold hooks all the same.
  const unread = place.configs.map(whyUnread).find((why) => why !== undefined);
  if (unread !== undefined) return [{ agent, check: "config", level: "note", says: unread.refused, mend: unread.mend }];
  return [{ agent, check: "hooks", level: "note", says, mend: installFor(agent) }];
}

function nothing(named: readonly AnyAgent[] | undefined): readonly Finding[] {
  if (named !== undefined) return [];
  return [{ check: "hooks", level: "wrong", says: "no agent has hooks of ours", mend: INSTALL }];
}

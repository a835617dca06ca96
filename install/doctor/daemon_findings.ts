// Whether the daemon runs, and what it says itself (`daemon.md` section 1).

import { NAME } from "../../src/brand.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { isObject } from "../../src/domain/json.ts";
import type { Count } from "../../src/domain/view.ts";
import type { DaemonDoor, Failed } from "./examination.ts";
import { isoSeconds } from "../iso_seconds.ts";
import { textIn } from "../look_in.ts";
import type { Machine } from "../machine.ts";
import { shortPath } from "../short_path.ts";
import { INSTALL, installFor } from "./mends.ts";

export async function daemonFindings(daemon: DaemonDoor | Failed, machine: Machine): Promise<readonly Finding[]> {
  if ("failed" in daemon) return [silent(daemon)];
  const checkup = await daemon.checkup();
  if ("failed" in checkup) return [silent(checkup)];
  return [
    { check: "daemon", level: "ok", says: "it runs, and answers" },
    ...unpublished(machine),
    ...Object.entries(daemon.health.notes).map(([key, says]) => noted(key, says)),
    ...checkup.counts.filter(({ day }) => day > 0).flatMap(counted),
  ];
}

/** Without it the forwarder finds no port, and each event goes through the hook itself (`installer.md` section 4). */
function unpublished(machine: Machine): Finding[] {
  const path = `${machine.support}/daemon.json`;
  if (isPublished(textIn(path, machine))) return [];
  const says = `${shortPath(path, machine.home)} does not say where it listens, so events take the slow way`;
  return [{ check: "daemon", level: "note", says, mend: `end ${NAME} serve and start it again` }];
}

function isPublished(text: string): boolean {
  try {
    const published: unknown = JSON.parse(text);
    return isObject(published) && typeof published.pid === "number";
  } catch {
    return false; // cut off, or another's
  }
}

function silent({ failed }: Failed): Finding {
  return { check: "daemon", level: "wrong", says: failed };
}

/** Another port than the usual one breaks nothing of ours: each of our programs reads where the daemon listens. */
function noted(key: string, says: string): Finding {
  return { check: "daemon", level: key.startsWith("start-") ? "note" : "wrong", says };
}

/** What came in and could not be used. */
function counted({ what, agent, day, last }: Count): Finding[] {
  const meaning = MEANINGS.get(what);
  if (meaning === undefined) return [];
  const { says, level, mend } = meaning;
  const when = `${day} in the last day, the last one ${isoSeconds(new Date(last))}`;
  return [{ agent, check: "events", level, says: `${says}: ${when}`, ...(mend ? { mend: mend(agent) } : {}) }];
}

type Meaning = Pick<Finding, "says" | "level"> & { readonly mend?: (agent: string) => string };

/** Callers that have no name of ours count together. */
function reinstall(agent: string): string {
  return agent === "other" ? INSTALL : installFor(agent);
}

/**
 * By the name that the daemon counts under; `ignored` is healthy. They are of a whole day, and whoever sends them may be no
 * entry of ours: whether a chain is broken is what its own probe says.
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["no-token", { says: "events without the hook token were refused", level: "note", mend: reinstall }],
  ["wrong-token", { says: "events with a wrong token were refused", level: "note", mend: reinstall }],
  ["host", { says: "requests for another host were refused", level: "note" }],
  ["origin", { says: "requests of a web page were refused", level: "note" }],
  ["too-big", { says: "events over the size limit were refused", level: "note", mend: reinstall }],
  ["too-slow", { says: "events that came too slowly were dropped", level: "note" }],
  ["full", { says: "events came while all places were taken", level: "note" }],
  ["undecodable", { says: "events were not understood; a version that is not known here?", level: "note" }],
]);

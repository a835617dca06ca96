// Whether Codex runs our entries: asked of the running one, else read from what it has recorded (`installer.md` section 8).

import type { Finding } from "../../src/domain/finding.ts";
import { appServerSocket, listedTrust, TRUST_THEM } from "../codex_trust.ts";
import type { Examination } from "./examination.ts";
import type { FoundAgent } from "../find_configs.ts";
import type { Machine } from "../machine.ts";
import { trustOf } from "../status.ts";

export async function trustFindings(found: FoundAgent, { machine, doors }: Examination): Promise<Finding[]> {
  const { place, configs: [main] } = found;
  const socket = appServerSocket(place.folder);
  if (main === undefined || "refused" in main.found || !machine.exists(socket)) return recorded(found, machine);
  const { ownerOf } = main.found;
  const answer = await doors.codexHooks(socket);
  if ("why" in answer) {
    const says = `the running Codex cannot be asked: ${answer.why}`;
    return [{ agent: "codex", check: "trust", level: "note", says }, ...recorded(found, machine)];
  }
  return [listed(listedTrust(answer.list, (command) => ownerOf(command).own))];
}

function listed({ all, blocked }: ReturnType<typeof listedTrust>): Finding {
  const head = { agent: "codex", check: "trust" };
  if (all === 0) {
    return { ...head, level: "wrong", says: "the running Codex knows none of the entries", mend: "start Codex again" };
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

// `vults doctor [--agent NAME[,NAME]]… [--json]`: proves each chain from an agent's config to the daemon, and says what
// mends what is broken.

import { examine } from "../../install/doctor.ts";
import type { DaemonDoor, DoctorDoors } from "../../install/doctor/examination.ts";
import type { HistoryPage } from "../daemon/ports.ts";
import type { Finding } from "../domain/finding.ts";
import { isObject } from "../domain/json.ts";
import type { Checkup } from "../domain/view.ts";
import { type Failed, readView, request, said } from "./api.ts";
import { codexHooks } from "./codex_hooks.ts";
import type { World } from "./command.ts";
import { lookAtAgents } from "./look_at_agents.ts";
import { runLine } from "./run_line.ts";
import { visible } from "./visible.ts";

export const doctor = lookAtAgents(async ({ named, machine, json }, world) => {
  const findings = await examine(named, machine, doors(world));
  await post(findings, world);
  world.out(json ? JSON.stringify({ findings }, null, 2) : findings.flatMap(lines).map(visible).join("\n"));
  return findings.some(({ level }) => level === "wrong") ? 1 : 0;
});

function doors(world: World): DoctorDoors {
  return {
    run: (line, input) => runLine(line, input, world.env),
    chance: () => crypto.randomUUID().replaceAll("-", ""),
    codexHooks,
    daemon: () => daemon(world),
  };
}

async function daemon(world: World): Promise<DaemonDoor | Failed> {
  const paths = world.paths();
  const view = await readView(paths);
  if ("failed" in view) return view;
  return {
    health: view.health,
    async checkup() {
      const reply = await request(paths, "/api/doctor");
      if ("failed" in reply) return reply;
      return reply.status === 200 && isCheckup(reply.body)
        ? reply.body
        : { failed: `Cannot ask the daemon: ${said(reply)}` };
    },
    async lastEvent(agent) {
      const reply = await request(paths, `/api/history?agent=${encodeURIComponent(agent)}&limit=1`);
      if ("failed" in reply) return reply;
      if (reply.status !== 200 || !isPage(reply.body)) return { failed: `Cannot read the history: ${said(reply)}` };
      return reply.body.rows[0]?.at;
    },
  };
}

/** The daemon is of this very build, so the parts are taken as they are. */
function isCheckup(body: unknown): body is Checkup {
  return isObject(body) && Array.isArray(body["counts"]) && Array.isArray(body["probes"]);
}

function isPage(body: unknown): body is HistoryPage {
  return isObject(body) && Array.isArray(body["rows"]);
}

/** The daemon keeps it for whoever looks next; one that cannot be reached is among the findings already. */
async function post(findings: readonly Finding[], world: World): Promise<void> {
  const reply = await request(world.paths(), "/api/doctor", { findings });
  if ("failed" in reply || reply.status === 200) return;
  world.err(visible(`The daemon does not keep this report: ${said(reply)}`));
}

const SIGNS = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

function lines({ agent, check, level, says, mend }: Finding): string[] {
  const head = `${SIGNS[level]}  ${agent === undefined ? "" : `${agent}, `}${check}: ${says}`;
  return mend === undefined ? [head] : [head, `       → ${mend}`];
}

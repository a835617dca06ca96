// `vults status [--agent NAME[,NAME]]… [--json]`: which agents are wired, and what of each can be answered.

import { capabilityText } from "../../install/capabilities.ts";
import { TRUST_THEM } from "../../install/codex_trust.ts";
import { type AgentStatus, type BinStatus, type Status, statusOf } from "../../install/status.ts";
import { TARGETS } from "../../install/target_name.ts";
import { shortPath } from "../../install/short_path.ts";
import { NAME } from "../brand.ts";
import { lookAtAgents } from "./look_at_agents.ts";
import { visible } from "./visible.ts";

export const status = lookAtAgents(async ({ named, machine, json }, world) => {
  const now = await statusOf(named ?? [...TARGETS, "gemini"], machine);
  // Nothing is ever installed for it: it is only shown where something is left.
  const agents = now.agents.filter(({ agent, installed }) => agent !== "gemini" || installed || named !== undefined);
  if (json) return world.out(JSON.stringify({ ...now, agents }, null, 2)), 0;
  world.out(lines({ ...now, agents }, machine.home).map(visible).join("\n"));
  return 0;
});

function lines({ agents, bin, problems }: Status, home: string): string[] {
  return [
    ...agents.flatMap((row) => [line(row, home), ...[...answers(row), ...row.problems].map((more) => `  ${more}`)]),
    binLine(bin, home),
    ...problems,
  ];
}

function line(row: AgentStatus, home: string): string {
  if (row.agent === "gemini") return `gemini: ${leftovers(row)}  (${shortPath(row.config, home)})`;
  const { agent, configured, config } = row;
  const words = [
    configured ? "configured" : "not configured",
    hooks(row),
    ...(row.older > 0 ? [`older entries: run ${NAME} install`] : []),
    ...(row.yours > 0 ? [`${row.yours} of your own lines run ${NAME}`] : []),
    ...(row.statusline ? ["status line wired"] : []),
    ...(row.uninstalled ? ["uninstalled by you"] : []),
    ...trust(row),
  ];
  return `${agent}: ${words.join(", ")}  (${shortPath(config, home)})`;
}

function hooks({ installed, approval, readable }: AgentStatus): string {
  if (installed) return `hooks installed${approval ? " (approval gate)" : ""}`;
  return readable ? "no hooks" : "its hooks cannot be read";
}

/** What its version can be answered with; whether an entry waits for it stands above. */
function answers({ configured, answers }: AgentStatus): string[] {
  return answers === undefined || !configured ? [] : [capabilityText(answers)];
}

function leftovers({ events }: AgentStatus): string {
  if (events.length === 0) return "no leftovers";
  return `leftovers on ${events.length} events: ${NAME} uninstall --agent gemini`;
}

/** A hash is all that the file tells: whether it is of this command, only Codex knows. */
function trust({ trust }: AgentStatus): string[] {
  if (trust === undefined) return [];
  const { recorded, all } = trust;
  if (recorded === 0) return [`not trusted, will not run: ${TRUST_THEM}`];
  return [recorded === all ? "trust recorded" : `trust recorded for ${recorded} of ${all}: ${TRUST_THEM}`];
}

function binLine({ folder, installed, forwards }: BinStatus, home: string): string {
  const words = installed ? `installed${forwards ? "" : ", without the forwarder"}` : "not installed";
  return `bin: ${words}  (${shortPath(folder, home)})`;
}

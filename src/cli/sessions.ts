// `vults sessions [--json]`

import type { CardView, SessionView, View } from "../domain/view.ts";
import type { Millis } from "../domain/session.ts";
import { readView } from "./api.ts";
import { columns } from "./columns.ts";
import type { Command } from "./command.ts";
import { showDuration } from "./duration.ts";
import { visible } from "./visible.ts";

export const sessions: Command = {
  accepts: { switches: ["json"], words: [0, 0] },
  async run({ switches }, world) {
    const view = await readView(world.paths());
    if ("failed" in view) return world.err(visible(view.failed)), 1;
    if (switches.has("json")) return world.out(document(view)), 0;
    world.out(view.sessions.length === 0 ? "No sessions" : table(view, world.now()));
    for (const note of [...Object.values(view.health.notes), ...notUnderstood(view)]) world.err(visible(note));
    return 0;
  },
};

function document({ revision, sessions, health }: View): string {
  return JSON.stringify({ revision, sessions, notes: health.notes, counts: health.counts }, null, 2);
}

/** Events that an agent's file could not read: a version that it does not know, or an entry under a wrong name. */
function notUnderstood({ health }: View): readonly string[] {
  const by = Object.entries(health.counts.undecodable ?? {}).map(([agent, count]) => `${count} of ${agent}`);
  return by.length === 0 ? [] : [`Events not understood since the start: ${by.join(", ")}`];
}

function table({ sessions, cards }: View, now: Millis): string {
  const head = ["STATE", "AGENT", "PROJECT", "TOOL", "SINCE", "CARDS", "SESSION"];
  return columns([head, ...sessions.map((session) => line(session, tool(session, cards), now))]).join("\n");
}

/** The tool that runs, or the one that the oldest card asks about. */
function tool(session: SessionView, cards: readonly CardView[]): string {
  return session.tool ?? cards.find(({ id }) => id === session.cards[0])?.tool ?? "-";
}

function line(session: SessionView, tool: string, now: Millis): string[] {
  const { state, reason, agent, project, stuck, since, cards, id } = session;
  const cells = [
    `${state}${reason === undefined ? "" : ` (${reason})`}${stuck ? ", stuck" : ""}`,
    agent,
    project,
    tool,
    showDuration(now - since),
    cards.join(" ") || "-",
    id,
  ];
  return cells.map(visible);
}

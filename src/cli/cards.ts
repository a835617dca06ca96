// `vults cards [--json]`

import type { SessionView } from "../domain/view.ts";
import { readView } from "./api.ts";
import { cardText } from "./card_text.ts";
import type { Command } from "./command.ts";
import { visible } from "./visible.ts";

export const cards: Command = {
  accepts: { switches: ["json"], words: [0, 0] },
  async run({ switches }, world) {
    const view = await readView(world.paths());
    if ("failed" in view) return world.err(visible(view.failed)), 1;
    const { revision, cards, sessions, health } = view;
    if (switches.has("json")) return world.out(JSON.stringify({ revision, cards }, null, 2)), 0;
    world.out(cards.length === 0 ? nothing(sessions) : cards.map((card) => cardText(card, world.now())).join("\n\n"));
    for (const note of Object.values(health.notes)) world.err(visible(note));
    return 0;
  },
};

/** What waits in an agent's own window is no card, but it waits. */
function nothing(sessions: readonly SessionView[]): string {
  const waiting = sessions.filter(({ state }) => state === "waiting").length;
  if (waiting === 0) return "Nothing waits";
  return `Nothing to answer here; ${waiting} session${waiting === 1 ? " waits in its" : "s wait in their"} terminal`;
}

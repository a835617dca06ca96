// `vults cards [--json]`

import { readView } from "./api.ts";
import { cardText } from "./card_text.ts";
import type { Command } from "./command.ts";
import { visible } from "./visible.ts";

export const cards: Command = {
  accepts: { switches: ["json"], words: [0, 0] },
  async run({ switches }, world) {
    const view = await readView(world.paths());
    if ("failed" in view) return world.err(visible(view.failed)), 1;
    const { revision, cards, health } = view;
    if (switches.has("json")) return world.out(JSON.stringify({ revision, cards }, null, 2)), 0;
    world.out(cards.length === 0 ? "Nothing waits" : cards.map((card) => cardText(card, world.now())).join("\n\n"));
    for (const note of Object.values(health.notes)) world.err(visible(note));
    return 0;
  },
};

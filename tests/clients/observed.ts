// A client that asks nobody without a terminal: its tool runs, and we see it run.

import type { Scenario } from "./client.ts";
import { checkEnd, type Counts, isMade, thinks, turns } from "./prompt.ts";
import { arrived, record, settled, state } from "./seen.ts";
import type { Talk } from "./talk.ts";
import type { World } from "./world.ts";

/** How one client is watched. */
export type Watching = {
  /** Configures and starts it with the prompt; its model is at `url`. */
  start(at: World, url: string): Promise<Talk>;
  readonly events: Counts;
  /** The session while the model thinks; `none` where nothing tells of the prompt. */
  readonly meanwhile: string;
  /** The session's state when all is done; `none` where the client tells of its end. */
  readonly end: string;
};

/** Its events arrive, and nobody is asked. */
export function observed(watching: Watching): Scenario {
  return {
    name: "without a terminal",
    async run(at, check) {
      const [call, end] = [at.gate(), at.gate()];
      const model = at.model(turns(call, end));
      const talk = await watching.start(at, model.url);
      await thinks(model, talk, 0);
      const { meanwhile } = watching;
      check.equal("the session while the model thinks", await settled(() => state(at), meanwhile), meanwhile);
      call.open();
      // Kimi ends the hook of a finished tool with the turn, so the turn must not end at once.
      check.equal("the tool's end is told", await settled(() => told(at, "PostToolUse"), 1), 1);
      check.equal("the session while the model reads the result", await state(at), "working");
      end.open();
      await talk.finish(check);
      check.that("the tool runs", await isMade(at));
      await checkEnd(at, check, watching.events, watching.end);
      const cards = (await record(at)).filter(({ kind }) => kind === "card");
      check.equal("nobody is asked", cards, []);
    },
  };
}

async function told(at: World, event: string): Promise<number> {
  return (await arrived(at))[event] ?? 0;
}

// What every client that asks must do with a person's answer: a shell command whose file shows whether it ran, and whose
// card is allowed, denied, or handed back.

import type { JsonObject } from "../../src/domain/json.ts";
import type { CardView } from "../../src/domain/view.ts";
import type { Checks } from "./checks.ts";
import type { Scenario } from "./client.ts";
import type { Mock } from "./mock/server.ts";
import { checkEnd, COMMAND, type Counts, isMade, thinks, turns } from "./prompt.ts";
import { cardEnd, openCard, settled, state } from "./seen.ts";
import type { Talk } from "./talk.ts";
import type { Terminal } from "./terminal.ts";
import type { World } from "./world.ts";

/** What a person says with a deny. */
const WORDS = "use the staging database instead";

/** How one client asks. */
export type Asking<Its extends Talk = Talk> = {
  /** Its name in our sessions. */
  readonly agent: string;
  /** Configures and starts it with the prompt; its model is at `url`. */
  start(at: World, url: string): Promise<Its>;
  /** What the model's call must say for the client to ask. */
  readonly besides?: JsonObject;
  /** Events that arrive when the tool runs, and when it is refused. */
  readonly ran: Counts;
  readonly refused: Counts;
  /** The session's state when all is done; `none` where the client tells of its end. */
  readonly end: string;
  /** What becomes of an allow and of a deny, as far as the client tells. */
  readonly honours: { readonly allow: string; readonly deny: string };
};

/** An allow runs the tool. */
export function allowed(asking: Asking): Scenario {
  return {
    name: "allow",
    async run(at, check) {
      const asked = await ask(at, check, asking);
      await at.vults("answer", asked.card.id, "allow");
      await goesOn(at, check, asked);
      check.that("an allow runs the tool", await isMade(at));
      check.equal("the card", await settled(() => cardEnd(at), asking.honours.allow), asking.honours.allow);
      await checkEnd(at, check, asking.ran, asking.end);
    },
  };
}

/** A deny refuses it, and the model hears the person's words. */
export function denied(asking: Asking): Scenario {
  return {
    name: "deny",
    async run(at, check) {
      const asked = await ask(at, check, asking);
      await at.vults("answer", asked.card.id, "deny", "--message", WORDS);
      await goesOn(at, check, asked);
      check.that("a deny refuses the tool", !await isMade(at));
      const heard = asked.model.asked.some(({ turn, body }) => turn !== 0 && body.includes(WORDS));
      check.that("the model is given the person's words", heard);
      check.equal("the card", await settled(() => cardEnd(at), asking.honours.deny), asking.honours.deny);
      await checkEnd(at, check, asking.refused, asking.end);
    },
  };
}

/** How one client asks in a terminal: what its own dialog shows, and the keys that say yes. */
export type AskingThere = Asking<Terminal> & { readonly dialog: RegExp; readonly yes: readonly string[] };

/** A card that is handed back leaves the client's own dialog to answer. */
export function handedBack(asking: AskingThere): Scenario {
  return {
    name: "hand back in a terminal",
    async run(at, check) {
      const asked = await ask(at, check, asking);
      await at.vults("answer", asked.card.id, "hand-back");
      await asked.talk.shows(asking.dialog);
      check.that("nothing runs before the dialog is answered", !await isMade(at));
      await asked.talk.press(...asking.yes);
      await goesOn(at, check, asked);
      check.that("the client's own dialog runs the tool", await isMade(at));
      check.equal("the card", await cardEnd(at), "handed-back");
      await checkEnd(at, check, asking.ran, asking.end);
    },
  };
}

/** All three in a terminal. */
export function inTerminal(asking: AskingThere): Scenario[] {
  const there = ({ name, run }: Scenario) => ({ name: `${name} in a terminal`, run });
  return [there(allowed(asking)), there(denied(asking)), handedBack(asking)];
}

/** A client that asks, up to its open card. */
type Asked<Its extends Talk> = {
  readonly card: CardView;
  readonly talk: Its;
  readonly model: Mock;
  /** Lets the model say its last words. */
  end(): void;
};

/** Up to the open card, looking at the session on the way. */
export async function ask<Its extends Talk>(
  at: World,
  check: Checks,
  asking: Asking<Its>,
): Promise<Asked<Its>> {
  const [call, end] = [at.gate(), at.gate()];
  const model = at.model(turns(call, end, asking.besides));
  const talk = await asking.start(at, model.url);
  await thinks(model, talk, 0);
  check.equal("the session works while the model thinks", await settled(() => state(at), "working"), "working");
  call.open();
  const card = await openCard(at, talk);
  check.equal("the card shows the exact command", card.input["command"], COMMAND);
  check.equal("the card is this agent's", card.agent, asking.agent);
  check.equal("the session waits meanwhile", await state(at), "waiting permission");
  check.that("nothing runs before the answer", !await isMade(at));
  return { card, talk, model, end: end.open };
}

/** Once it is answered, to the end. */
export async function goesOn(at: World, check: Checks, { talk, model, end }: Asked<Talk>): Promise<void> {
  await thinks(model, talk, 1);
  check.equal("the session works on", await settled(() => state(at), "working"), "working");
  end();
  await talk.finish(check);
}

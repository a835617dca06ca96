// The one prompt of every scenario: the model answers it with a shell command whose file shows whether it ran.

import type { JsonObject } from "../../src/domain/json.ts";
import type { Checks } from "./checks.ts";
import type { Mock } from "./mock/server.ts";
import type { Turn } from "./mock/turn.ts";
import { arrived, sessions, settled, state } from "./seen.ts";
import type { Talk } from "./talk.ts";
import { until } from "./until.ts";
import type { Gate, World } from "./world.ts";

export const PROMPT = "please run it";

/** Leaves a file in the project. */
export const COMMAND = "echo made > made.txt";

/** What the model says when it has nothing more to do. */
export const LAST_WORDS = "All done.";

/** How often each event arrives. */
export type Counts = Readonly<Record<string, number>>;

/** What the model says: the call of the command, then that it is done; each when its gate is opened. */
export function turns(call: Gate, end: Gate, besides?: JsonObject): Turn[] {
  return [{ shell: COMMAND, besides, gate: call.opened }, { text: LAST_WORDS, gate: end.opened }];
}

/** Waits until the model was asked for this turn. */
export async function thinks(model: Mock, talk: Talk, number: number): Promise<void> {
  await until(`the model to be asked for turn ${number}`, () => {
    if (model.asked.some(({ turn }) => turn === number)) return true;
    const over = talk.over();
    if (over !== undefined) throw new Error(`The model was never asked for turn ${number}: ${over}`);
    return undefined;
  });
}

/** What arrived in all, and where the session stands. */
export async function checkEnd(at: World, check: Checks, events: Counts, end: string): Promise<void> {
  check.equal("the events that arrived", await settled(() => arrived(at), events), events);
  check.equal("the session at the end", await settled(() => state(at), end), end);
  check.equal("no card is left open", (await sessions(at)).flatMap(({ cards }) => cards), []);
}

/** True when the command has run. */
export async function isMade(at: World): Promise<boolean> {
  try {
    return (await Deno.readTextFile(`${at.project}/made.txt`)) === "made\n";
  } catch {
    return false; // not there
  }
}

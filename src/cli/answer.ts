// `vults answer ID …`: one person's word to one card. The answer carries the hash of what the daemon shows, so a card
// that changed or went is refused, never re-pointed; and an agent must not answer for its person (DESIGN section 7).

import { CALLER_VARIABLES, markedBy } from "../agents/callers.ts";
import type { Words } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import type { CardView } from "../domain/view.ts";
import { readIfThere } from "../files.ts";
import type { Paths } from "../paths.ts";
import { type Failed, readView, request, said } from "./api.ts";
import type { Command, World } from "./command.ts";
import { visible } from "./visible.ts";
import { answerWords } from "./words.ts";

export const answer: Command = {
  accepts: { switches: ["session"], values: ["mode", "message", "answer"], words: [1, 3] },
  async run(given, world) {
    const words = answerWords(given);
    if ("wrong" in words) return words;
    const result = await perform(given.words[0] ?? "", words, world);
    if ("failed" in result) return world.err(result.failed), 1;
    return world.out(result.done), 0;
  },
};

async function perform(id: string, words: Words, world: World): Promise<{ readonly done: string } | Failed> {
  const paths = world.paths();
  const refused = callerRefused(paths, world);
  if (refused !== undefined) return { failed: `${visible(id)} not answered: ${refused}` };
  const view = await readView(paths);
  if ("failed" in view) return view;
  const card = view.cards.find((candidate) => candidate.id === id);
  const body = { ...words, binding: card?.binding ?? NOT_SHOWN };
  const reply = await request(paths, `/api/cards/${encodeURIComponent(id)}`, body);
  if ("failed" in reply) return reply;
  if (reply.status !== 200) return { failed: `${visible(id)} not answered: ${visible(said(reply))}` };
  return { done: summary(id, card, reply.body) };
}

/** A card that is not in the view has ended or never was: the daemon says which, and no binding can reopen it. */
const NOT_SHOWN = "not shown";

function summary(id: string, card: CardView | undefined, body: unknown): string {
  const outcome = isObject(body) && typeof body["outcome"] === "string" ? body["outcome"] : "done";
  return `${id} ${outcome}${card === undefined ? "" : `: ${visible(`${card.tool} ${card.target}`.trim())}`}`;
}

/** Why the one who asks is taken for an agent. A demo takes answers from anywhere; the daemon looks at the parents. */
function callerRefused(paths: Paths, { env }: World): string | undefined {
  const variables = Object.keys(CALLER_VARIABLES).filter((name) => env(name) !== undefined);
  const agent = markedBy(variables, []);
  if (agent === undefined || isDemo(paths)) return undefined;
  return `${agent} runs this shell (${variables.join(", ")}), and only you may answer. Use a terminal of your own`;
}

/** What `daemon.json` says; the daemon itself checks its callers, so a false one opens nothing. */
function isDemo(paths: Paths): boolean {
  try {
    const daemon: unknown = JSON.parse(readIfThere(paths.daemonJson) ?? "null");
    return isObject(daemon) && daemon["demo"] === true;
  } catch {
    return false; // half a file is no demo
  }
}

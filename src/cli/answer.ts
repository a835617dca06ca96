// `vults answer ID …`: one person's word to one card. The answer carries the hash of what the daemon shows, so a card
// that changed or went is refused, never re-pointed; and an agent must not answer for its person (DESIGN section 7).

import { CALLER_VARIABLES, markedBy } from "../agents/callers.ts";
import { NAME } from "../brand.ts";
import type { Words } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import { readIfThere } from "../files.ts";
import type { Paths } from "../paths.ts";
import { answeredText, ownWords } from "./answered_text.ts";
import { cardPath, type Failed, readCard, request, said } from "./api.ts";
import type { Command, World } from "./command.ts";
import { visible } from "./visible.ts";
import { answerWords } from "./words.ts";

export const answer: Command = {
  accepts: {
    switches: ["session"],
    values: ["mode", "message", "answer"],
    words: [1, 3],
    missing: `answer needs a card's ID: ${NAME} cards shows it`,
  },
  async run(given, world) {
    const words = answerWords(given);
    if ("wrong" in words) return words;
    const result = await perform(given.words[0] ?? "", words, world);
    if ("failed" in result) return world.err(visible(result.failed)), 1;
    world.out(result.done);
    for (const note of result.notes) world.err(note);
    return 0;
  },
};

type Done = { readonly done: string; readonly notes: readonly string[] };

async function perform(id: string, words: Words, world: World): Promise<Done | Failed> {
  const paths = world.paths();
  const refused = callerRefused(paths, world);
  if (refused !== undefined) return { failed: `${id} not answered: ${refused}` };
  const card = await readCard(paths, id);
  if (card !== undefined && "failed" in card) return card;
  const body = { ...words, binding: card?.binding ?? NOT_SHOWN };
  const reply = await request(paths, cardPath(id), body);
  if ("failed" in reply) return reply;
  if (reply.status !== 200) return { failed: `${id} not answered: ${about(said(reply), id)}` };
  const end = outcome(reply.body);
  if (card === undefined) return { done: `${id} ${end}`, notes: [] };
  return { done: answeredText(id, end, words, card), notes: ownWords(words, card) };
}

/** A card that is not open has ended or never was: the daemon says which, and no binding can reopen it. */
const NOT_SHOWN = "not shown";

function outcome(body: unknown): string {
  return isObject(body) && typeof body["outcome"] === "string" ? body["outcome"] : "done";
}

/** The daemon names the card first; here the line has named it already. */
function about(message: string, id: string): string {
  return message.startsWith(`${id} `) ? `it ${message.slice(id.length + 1)}` : message;
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

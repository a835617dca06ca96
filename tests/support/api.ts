// What a person's commands ask of a daemon, over the API socket and with its token.

import type { JsonObject } from "../../src/domain/json.ts";
import type { CardView, View } from "../../src/domain/view.ts";
import { readIfThere } from "../../src/files.ts";
import type { Paths } from "../../src/paths.ts";
import { api } from "./daemon.ts";

/** What stands at a path of the API. */
export async function read(paths: Paths, path: string) {
  return await (await api(paths, path, { headers: bearer(paths) })).json();
}

/** Everything that a surface shows. */
export function readView(paths: Paths): Promise<View> {
  return read(paths, "/api/view");
}

/** Says `words` to a card as it is shown; throws unless they were taken. */
export async function say(paths: Paths, card: CardView, words: JsonObject): Promise<void> {
  const headers = { ...bearer(paths), "content-type": "application/json", "x-vults-caller": String(Deno.pid) };
  const body = JSON.stringify({ ...words, binding: card.binding });
  const response = await api(paths, `/api/cards/${card.id}`, { method: "POST", headers, body });
  if (response.status !== 200) throw new Error(`Cannot answer ${card.id}: ${await response.text()}`);
}

function bearer(paths: Paths): Record<string, string> {
  return { authorization: `Bearer ${readIfThere(paths.token)?.trim()}` };
}

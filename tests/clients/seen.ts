// What our daemon makes of a client, read as a person would: through our own commands.

import type { CardView, SessionView } from "../../src/domain/view.ts";
import type { HistoryRow } from "../../src/daemon/ports.ts";
import { until } from "./until.ts";
import { same } from "./checks.ts";
import type { Talk } from "./talk.ts";
import type { World } from "./world.ts";

/** Every session that has not ended. */
export async function sessions(at: World): Promise<readonly SessionView[]> {
  return JSON.parse(await at.vults("sessions", "--json")).sessions;
}

/** The state of the one session, with why: `working`, `waiting permission`; `none` when there is none. */
export async function state(at: World): Promise<string> {
  const all = await sessions(at);
  return all.map(({ state, reason }) => reason === undefined ? state : `${state} ${reason}`).join(", ") || "none";
}

/** The record, oldest first. */
export async function record(at: World): Promise<readonly HistoryRow[]> {
  return JSON.parse(await at.vults("log", "--json")).rows.toReversed();
}

/** How often each event arrived; notices are left out, as they come when a dialog has stood for some time. */
export async function arrived(at: World): Promise<Readonly<Record<string, number>>> {
  const count: Record<string, number> = {};
  for (const { kind, event = "" } of await record(at)) {
    if (kind === "event" && !/^notification$/i.test(event)) count[event] = (count[event] ?? 0) + 1;
  }
  return count;
}

/** The one open card, once there is one; throws when the client ends before. */
export async function openCard(at: World, talk: Talk): Promise<CardView> {
  return await until("a card", async () => {
    const over = talk.over();
    const cards: CardView[] = JSON.parse(await at.vults("cards", "--json")).cards;
    if (cards[0] === undefined && over !== undefined) throw new Error(`No card was opened: ${over}`);
    return cards[0];
  });
}

/** How the only card ended, and whether the agent kept to it: `allowed, ran`. */
export async function cardEnd(at: World): Promise<string> {
  const rows = await record(at);
  const end = rows.filter(({ kind }) => kind === "end").map(({ end }) => end);
  const honour = rows.filter(({ kind }) => kind === "honoured").map(({ honour }) => honour);
  return [...end, ...honour].join(", ");
}

/** How long what is on its way may take. */
const SETTLE_MS = 20_000;

/** What `probe` gives once that is `wanted`, or at last: the client's end and its last hooks come in any order. */
export async function settled<Value>(probe: () => Promise<Value>, wanted: Value): Promise<Value> {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    const value = await probe();
    if (same(value, wanted) || Date.now() > end) return value;
  }
}

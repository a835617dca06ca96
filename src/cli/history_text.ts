// One row of history as a person reads it: when, who, and what happened in whole words. Times are those of this
// computer's zone. Pure but for the zone.

import { NAME } from "../brand.ts";
import type { CardEnd, Surface } from "../domain/card.ts";
import type { Honour } from "../domain/effect.ts";
import type { Millis } from "../domain/session.ts";
import type { HistoryRow } from "../daemon/ports.ts";
import { visible } from "./visible.ts";

/** One line; texts of agents cannot break it. */
export function historyLine(row: HistoryRow): string {
  return [clock(row.at), ...[row.agent, row.project, what(row)].map((part) => visible(part ?? "-"))].join("  ");
}

function clock(at: Millis): string {
  const time = new Date(at);
  const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join("-");
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(":")}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function what(row: HistoryRow): string {
  const { kind, card = "", event = "", tool = "", target = "", text = "" } = row;
  const use = `${tool} ${target}`.trim();
  switch (kind) {
    case "event":
      return joined(event, use, text);
    case "card":
      return joined(`${card} asked`, use);
    case "end":
      return joined(`${card}${ending(row)}`, text && `"${text}"`, use);
    case "honoured":
      return joined(`${card}${honoured(row.honour, row.end)}`, use);
  }
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(": ");
}

/** What follows the card's id. */
function ending({ end, actor }: HistoryRow): string {
  if (end === undefined) return " ended";
  if (actor?.who === "rule") return ` ${actor.name === FOR_SESSION ? OF_SESSION : `allowed by the rule ${actor.name}`}`;
  if (actor?.who === "consumer") return ` answered by the consumer ${actor.name}`;
  const by = actor?.who === "human" && end !== "handed-back" ? ` by you (${SURFACES[actor.by]})` : "";
  return `${ENDS[end]}${by}`;
}

/** What the core calls the rule that a person's "for this session" makes. */
const FOR_SESSION = "allowed for this session";
const OF_SESSION = "allowed: you allowed it for this session";

const ENDS: Readonly<Record<CardEnd, string>> = {
  allowed: " allowed",
  denied: " denied",
  answered: " answered",
  rule: " allowed by a rule",
  consumer: " answered by a consumer",
  terminal: " answered in the terminal",
  disconnected: ": the agent's hook went away",
  "handed-back": " handed back to the terminal",
  expired: ": time ran out",
  shutdown: ": the daemon stopped",
};

const SURFACES: Readonly<Record<Surface, string>> = {
  page: "the page",
  terminal: "the terminal view",
  command: `${NAME} answer`,
};

/** A tool that ran against a person's word is the one line that nobody may overlook. */
function honoured(honour: Honour | undefined, end: CardEnd | undefined): string {
  const wanted = end === "rule" ? "allowed" : end;
  switch (honour) {
    case "ran":
      if (wanted === "denied") return " RAN ALTHOUGH DENIED";
      return wanted === undefined ? " ran" : ` ran, as ${wanted}`;
    case "refused":
      if (wanted === undefined) return " refused";
      return wanted === "denied" ? " refused, as denied" : ` refused, although ${wanted}`;
    case "asked again":
      return " asked again";
    default:
      return ": not seen whether it ran";
  }
}

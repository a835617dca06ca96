// Makes an event fit on one line (`protocol.md` section 6, steps 10 to 12). One that had to shrink never waits: its card
// could not show what an Allow would authorise (R7).

import { isObject, type JsonObject } from "../domain/json.ts";
import { cut, cutStrings, IDS } from "./cut.ts";
import type { HookEvent } from "./event.ts";
import { LAST_RESORT_BYTES, LINE_BYTES, SHRINK_BYTES } from "./limits.ts";
import { encodeLine } from "./line.ts";
import { plain } from "./plain.ts";

/** Members that are kept when nothing else is. */
export const LAST_MEMBERS: ReadonlySet<string> = new Set([...IDS, "hook_event_name", "cwd", "tool_name"]);

/** The event as it can be sent, with the whole input where that has room; `undefined` = it cannot be sent. */
export function fit(event: HookEvent, raw: JsonObject): HookEvent | undefined {
  if (!hasRoom(event)) return shrink(event);
  const exact = event.wants_reply ? toolInput(raw) : undefined;
  if (exact === undefined) return event;
  // JSON can write no infinite number: the card would show another input than the agent runs (R7).
  if (holdsInfinity(exact)) return plain(event);
  const whole = { ...event, exact };
  return hasRoom(whole) ? whole : event;
}

/** The payload as it stood before its input was cut, which is what an answer is made from; its spelling stays. */
export function uncut({ payload, exact }: Pick<HookEvent, "payload" | "exact">): JsonObject {
  if (exact === undefined) return payload;
  const member = SPELLINGS.find((name) => isObject(payload[name]) || isObjectText(payload[name])) ?? "tool_input";
  return { ...payload, [member]: isObject(payload[member]) ? exact : JSON.stringify(exact) };
}

/** How agents call the member that a call's input stands in (`agents.md` 0.2; fixture copilot 1.0.102 tui-pr-allow). */
const SPELLINGS = ["tool_input", "toolInput", "toolArgs"] as const;

/** The input of a call: an object, or the text of one (`agents.md` section 7). */
export function toolInput(payload: JsonObject): JsonObject | undefined {
  for (const member of SPELLINGS) {
    const value = payload[member];
    const input = isObjectText(value) ? parse(value) : value;
    if (isObject(input)) return input;
  }
  return undefined;
}

function isObjectText(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("{");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // text that only begins like JSON, or was cut, is no object
  }
}

/** With a list instead of recursion: an input may be 10,000 levels deep. */
function holdsInfinity(input: JsonObject): boolean {
  const open: unknown[] = [input];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "number" && !Number.isFinite(value)) return true;
    if (typeof value === "object" && value !== null) { for (const inner of Object.values(value)) open.push(inner); }
  }
  return false;
}

function hasRoom(event: HookEvent): boolean {
  try {
    return encodeLine(event).length <= LINE_BYTES;
  } catch {
    // Thousands of levels deep: it cannot be written, so it does not fit.
    return false;
  }
}

function shrink(event: HookEvent): HookEvent | undefined {
  for (const bytes of SHRINK_BYTES) {
    const shorter = { ...plain(event), payload: cutStrings(event.payload, bytes) };
    if (hasRoom(shorter)) return shorter;
  }
  const last = lastResort(plain(event));
  return hasRoom(last) ? last : undefined;
}

function lastResort(event: HookEvent): HookEvent {
  const payload: JsonObject = {};
  for (const [member, value] of Object.entries(event.payload)) {
    if (!LAST_MEMBERS.has(member) || typeof value !== "string") continue;
    payload[member] = IDS.has(member) ? value : cut(value, LAST_RESORT_BYTES);
  }
  if (event.terminal === undefined) return { ...event, payload };
  const { env: _, ...terminal } = event.terminal;
  return { ...event, terminal, payload };
}

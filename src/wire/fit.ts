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

/** The event as it can be sent, with the whole `tool_input` where that has room; `undefined` = it cannot be sent. */
export function fit(event: HookEvent, raw: JsonObject): HookEvent | undefined {
  if (!hasRoom(event)) return shrink(event);
  if (!event.wants_reply || !isObject(raw.tool_input)) return event;
  const whole = { ...event, exact: raw.tool_input };
  return hasRoom(whole) ? whole : event;
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

// Payload to event, at both doors: the hook's stdin and the loopback routes. It only trims (`protocol.md` sections 5 to
// 7, 11); what an event means is read in the daemon.

import type { JsonObject } from "../domain/json.ts";
import type { HookArgs, HookEnv } from "./args.ts";
import { type HookEvent, KINDS_108, VERSION_108, VERSION_8 } from "./event.ts";
import { fit } from "./fit.ts";
import { plain } from "./plain.ts";
import { statusLine } from "./status_line.ts";
import { terminal } from "./terminal.ts";
import { trim } from "./trim.ts";
import { waits } from "./waits.ts";

export type { HookArgs, HookEnv };

/** The event to send; `undefined` = nothing to say. */
export function build(raw: JsonObject, args: HookArgs, env: HookEnv): HookEvent | undefined {
  const event = eventName(raw, args);
  if (event === undefined || (args.kind === "other" && args.name === undefined)) return undefined;
  const payload = event === STATUS_LINE ? statusLine(raw) : trim(raw, event);
  if (payload === undefined) return undefined;
  return fit(envelope(event, payload, args, env), raw);
}

/** The event's name: the flag over the JSON over the argument. */
export function eventName(raw: JsonObject, args: HookArgs): string | undefined {
  if (args.statusline) return STATUS_LINE;
  const named = raw.hook_event_name;
  return typeof named === "string" && named !== "" ? named : args.event || undefined;
}

const STATUS_LINE = "StatusLine";

function envelope(name: string, payload: JsonObject, args: HookArgs, env: HookEnv): HookEvent {
  const zeca = env.zeca && (args.kind === "claude" || args.kind === "codex");
  const wants = !zeca && waits(args, name, payload.tool_name);
  const event: HookEvent = {
    kind: "event",
    v: KINDS_108.some((kind) => kind === args.kind) ? VERSION_108 : VERSION_8,
    id: env.id,
    agent: args.kind,
    ...(args.name === undefined ? {} : { agent_name: args.name }),
    event: name,
    wants_reply: wants,
    ...(zeca ? { zeca } : {}),
    ...(name === STATUS_LINE ? {} : { terminal: terminal(payload, env) }),
    payload,
  };
  return wants ? event : plain(event);
}

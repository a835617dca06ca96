// One line from a hook, as the daemon reads it. `v` is looked at before anything else: a version that is not ours is
// told so, a broken shape is not answered at all (`protocol.md` sections 5, 9, 12). The hook never loads this file.

import { z } from "zod";
import { isObject, type JsonObject } from "../domain/json.ts";
import { isOtherName } from "./agent_name.ts";
import { type HookEvent, KINDS_108, KINDS_8, VERSION_108, VERSION_8 } from "./event.ts";

export type Decoded =
  | { readonly ok: true; readonly value: HookEvent }
  | { readonly ok: false; readonly why: "malformed" }
  | { readonly ok: false; readonly why: "unsupported"; readonly id: string };

/** Reads one line, given without its newline. */
export function decodeEvent(line: Uint8Array | string): Decoded {
  const message = parse(line);
  if (message === undefined) return MALFORMED;
  if (message.v !== VERSION_8 && message.v !== VERSION_108) {
    return typeof message.id === "string" ? { ok: false, why: "unsupported", id: message.id } : MALFORMED;
  }
  const read = Event.safeParse(message);
  return read.success ? { ok: true, value: read.data } : MALFORMED;
}

const MALFORMED = { ok: false, why: "malformed" } as const;

function parse(line: Uint8Array | string): JsonObject | undefined {
  try {
    const text = typeof line === "string" ? line : new TextDecoder("utf-8", { fatal: true }).decode(line);
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : undefined;
  } catch {
    // Not UTF-8 or not JSON: malformed, whatever else it is.
    return undefined;
  }
}

/** Taken whole and unread: what is inside is the agents' business. */
const Members = z.custom<JsonObject>(isObject);

const Terminal = z.object({
  cwd: z.string().exactOptional(),
  pid: z.number().exactOptional(),
  env: z.record(z.string(), z.string()).exactOptional(),
});

const Event: z.ZodType<HookEvent> = z.object({
  kind: z.literal("event"),
  v: z.union([z.literal(VERSION_8), z.literal(VERSION_108)]),
  id: z.string(),
  agent: z.enum([...KINDS_8, ...KINDS_108]),
  agent_name: z.string().refine(isOtherName).exactOptional(),
  event: z.string(),
  wants_reply: z.boolean(),
  zeca: z.literal(true).exactOptional(),
  terminal: Terminal.exactOptional(),
  payload: Members,
  exact: Members.exactOptional(),
})
  .refine(({ v, agent }) => v === VERSION_108 || KINDS_8.some((kind) => kind === agent))
  .refine(({ agent, agent_name }) => (agent === "other") === (agent_name !== undefined))
  // An `other` never waits (`protocol.md` section 7): nothing would read its answer.
  .refine(({ agent, wants_reply }) => agent !== "other" || !wants_reply)
  .refine(({ exact, wants_reply }) => exact === undefined || wants_reply);

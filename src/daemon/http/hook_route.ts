// `POST /hook`: the event of an agent that does not wait. The body becomes the same wire event as at the hook's stdin, and
// is answered with zero bytes once its row is on disk, whatever became of it (`daemon.md` sections 1 and 2).

import type { Hono } from "hono";
import { knownAgent, sourceOf } from "../../agents/aliases.ts";
import { isObject, type JsonObject } from "../../domain/json.ts";
import type { Input } from "../../domain/input.ts";
import type { HookArgs } from "../../wire/args.ts";
import { build, eventName } from "../../wire/build.ts";
import type { HookEvent } from "../../wire/event.ts";
import { LINE_BYTES } from "../../wire/limits.ts";
import { plain } from "../../wire/plain.ts";
import type { Admit } from "../admit.ts";
import { sameSecret } from "../digest.ts";
import { type Places, takeWithin } from "../places.ts";
import { parseJson, readBody, type Reading } from "./body.ts";
import { bearer, checkOrigin, type Refusal, unauthorized } from "./guard.ts";
import { plainText, refuseHook } from "./respond.ts";
import { readTerminal } from "./terminal_header.ts";

export type HookRouteParts = Reading & {
  readonly token: string;
  /** Events without any token are taken; a wrong one is refused all the same. */
  readonly tokenless?: boolean;
  readonly dispatch: (input: Input) => void;
  readonly admit: Admit;
  /** Resolves when what was dispatched is on disk. */
  readonly flushed: () => Promise<void>;
  readonly working: Places;
};

const FULL: Refusal = { status: 503, code: "full", message: "Refused: too many events in work" };

/** Adds the route. */
export function hookRoute(app: Hono, parts: HookRouteParts): void {
  app.post("/hook", async ({ req }) => {
    const query = new URL(req.url).searchParams;
    const refusal = await take(req.raw, query, parts);
    if (refusal === undefined) return plainText(null);
    parts.dispatch({ is: "counted", what: refusal.code, agent: countedAs(query) });
    return refuseHook(refusal);
  });
}

/** Names that strangers make up must not fill the memory, so only known ones count by themselves. */
export function countedAs(query: URLSearchParams): string {
  return knownAgent(query.get("agent") ?? undefined) ?? "other";
}

async function take(request: Request, query: URLSearchParams, parts: HookRouteParts): Promise<Refusal | undefined> {
  const refused = checkOrigin(request.headers, []) ?? checkToken(request, query, parts);
  if (refused !== undefined) return refused;
  const body = await readBody(request, LINE_BYTES, parts);
  if (typeof body !== "string") return body;
  if (!await takeWithin(parts.working, parts.limits.ackMs)) return FULL;
  try {
    parts.dispatch(readEvent(body, query, request.headers, parts.admit));
    await parts.flushed();
    return undefined;
  } finally {
    parts.working.give();
  }
}

/** The header counts before the query, which some callers cannot do without. */
function checkToken(
  request: Request,
  query: URLSearchParams,
  { token, tokenless }: HookRouteParts,
): Refusal | undefined {
  const given = bearer(request.headers) ?? query.get("token") ?? undefined;
  if (given === undefined && tokenless) return undefined;
  return given !== undefined && sameSecret(given, token) ? undefined : unauthorized(given);
}

function readEvent(body: string, query: URLSearchParams, headers: Headers, admit: Admit): Input {
  const source = sourceOf(query.get("agent") ?? undefined);
  const agent = source.name ?? source.kind;
  const raw = parseJson(body);
  if (!isObject(raw)) return { is: "counted", what: "undecodable", agent };
  const named = spelledEvent(raw) ?? query.get("event") ?? "";
  const args: HookArgs = { ...source, ask: false, approval: false, statusline: false, event: named };
  const event = wireEvent(raw, args, headers);
  if (event !== undefined) return admit(event, "http");
  return { is: "counted", what: eventName(raw, args) === undefined ? "undecodable" : "ignored", agent };
}

/** Nobody waits at this route, whatever the event would do at the socket. */
function wireEvent(raw: JsonObject, args: HookArgs, headers: Headers): HookEvent | undefined {
  const { pid, read } = readTerminal(headers.get("x-vults-terminal"));
  const id = crypto.randomUUID();
  const event = build(raw, args, { id, read, zeca: false, ...(pid === undefined ? {} : { pid }) });
  return event && plain(event);
}

/** Spellings of the event's name besides the one that `build` reads (`agents.md` 0.2). */
function spelledEvent({ hookEventName, hookName, event }: JsonObject): string | undefined {
  return [hookEventName, hookName, event].find((name) => typeof name === "string" && name !== "") as string | undefined;
}

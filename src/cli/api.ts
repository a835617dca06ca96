// The daemon's API, over its socket: the only door the commands use (DESIGN section 8). Nothing is sent before the
// socket has proven to be ours, and no secret goes anywhere else (R4).

import { NAME } from "../brand.ts";
import { isObject } from "../domain/json.ts";
import type { CardView, View } from "../domain/view.ts";
import { lstatIfThere, notOurs, notPrivate, readIfThere, reason, shellWord } from "../files.ts";
import type { Paths } from "../paths.ts";
import { parent } from "../wire/endpoint.ts";

/** Why there is no answer, as one line with its mend. */
export type Failed = { readonly failed: string };

export type Reply = { readonly status: number; readonly body: unknown };

/** A daemon that is there answers at once: it waits for nothing but its own disk. */
const TIMEOUT_MS = 10_000;

/** One request. Every reply of the daemon is a `Reply`, whatever its status. */
export async function request(paths: Paths, path: string, body?: unknown): Promise<Reply | Failed> {
  const key = credential(paths);
  if (typeof key !== "string") return key;
  using client = Deno.createHttpClient({ proxy: { transport: "unix", path: paths.api } });
  try {
    const response = await fetch(`http://localhost${path}`, { client, ...message(key, body) });
    return { status: response.status, body: await json(response) };
  } catch (error) {
    return unreachable(error);
  }
}

/** The view, or why it cannot be shown. */
export async function readView(paths: Paths): Promise<View | Failed> {
  const reply = await request(paths, "/api/view");
  if ("failed" in reply) return reply;
  if (reply.status === 200 && isView(reply.body)) return reply.body;
  return { failed: `Cannot read the view: ${said(reply)}` };
}

/** One open card; `undefined` when no such card is open. */
export async function readCard(paths: Paths, id: string): Promise<CardView | undefined | Failed> {
  const reply = await request(paths, cardPath(id));
  if ("failed" in reply) return reply;
  if (reply.status === 404) return undefined;
  if (reply.status === 200 && isCard(reply.body)) return reply.body;
  return { failed: `Cannot read the card: ${said(reply)}` };
}

/** Where a card is read and answered. */
export function cardPath(id: string): string {
  return `/api/cards/${encodeURIComponent(id)}`;
}

/** What the daemon said of a request that it refused. */
export function said({ status, body }: Reply): string {
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  return typeof error["message"] === "string" ? error["message"] : `the daemon answered ${status}`;
}

/** The token, once the socket has proven to be ours. */
function credential(paths: Paths): string | Failed {
  const { dedicated, socket } = paths.endpoint;
  const folder = parent(socket);
  const door = lstatIfThere(paths.api);
  if (door === undefined) return NO_DAEMON;
  if (!door.isSocket) return { failed: `Cannot use "${paths.api}": it is not a socket (move it away)` };
  const fault = dedicated ? notPrivate(folder) : notOurs(door, `"${paths.api}"`, `chmod 600 ${shellWord(paths.api)}`);
  if (fault !== undefined) return { failed: fault };
  return readIfThere(paths.token)?.trim() || {
    failed: `Cannot read the token "${paths.token}": it is missing. Is the daemon's support folder another one?`,
  };
}

function message(key: string, body: unknown): RequestInit {
  const headers = { authorization: `Bearer ${key}`, "x-vults-caller": String(Deno.pid) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  if (body === undefined) return { headers, signal };
  return {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  };
}

/** `undefined` for a body that is not JSON: the status says enough. */
async function json(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: see above
  }
}

function unreachable(error: unknown): Failed {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return { failed: `Cannot reach the daemon: it does not answer within ${TIMEOUT_MS / 1_000} s. Restart it` };
  }
  const cause = reason(error instanceof Error && error.cause !== undefined ? error.cause : error);
  if (cause.includes("(Connect)")) return NO_DAEMON;
  return { failed: `Cannot reach the daemon: ${cause}` };
}

const NO_DAEMON: Failed = { failed: `No daemon is running. Start it with: ${NAME} serve` };

/** The daemon is of this very build, so the parts are taken as they are. */
function isCard(body: unknown): body is CardView {
  return isObject(body) && typeof body["binding"] === "string";
}

function isView(body: unknown): body is View {
  return isObject(body) && Array.isArray(body["cards"]) && Array.isArray(body["sessions"]) && isObject(body["health"]);
}

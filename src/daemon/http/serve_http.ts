// The HTTP servers of the daemon: one on the loopback, one on the API socket. Both are kept up, and end with their
// requests in flight.

import type { Hono } from "hono";
import { reason } from "../../files.ts";
import { bindSocket } from "../socket/socket_file.ts";
import { kept, type Refused, type Running } from "./kept.ts";
import { plainText } from "./respond.ts";

const LOOPBACK = "127.0.0.1";
const SHUTDOWN_MS = 1_000;

export type TcpServer = { readonly port: number; stop(): Promise<void> };

/** Listens on the loopback; a wanted port that is taken is replaced by a free one. Throws when it listens elsewhere. */
export function serveTcp(app: Hono, wanted: number, log: (text: string) => void): TcpServer {
  const server = wanted === 0 ? listen(app, 0) : listenOr(app, wanted);
  const port = portOf(server);
  // deno-lint-ignore require-await -- what it throws must come as a rejection
  const { stop } = kept(running(server), async () => running(listen(app, port)), log);
  return { port, stop };
}

/** Listens on a socket of ours; the path is freed at the end only if it is still ours. */
export async function serveApi(app: Hono, path: string, log: (text: string) => void): Promise<Running | Refused> {
  const first = await onSocket(app, path);
  return "refused" in first ? first : kept(first, () => onSocket(app, path), log);
}

/** The port, where it is the loopback's: what the environment says can rebind a listener (DESIGN section 10). */
function portOf({ addr }: Deno.HttpServer<Deno.Addr>): number {
  if (addr.transport === "tcp" && addr.hostname === LOOPBACK) return addr.port;
  throw new Error(`Refused to serve: the listener is on ${JSON.stringify(addr)}, not on ${LOOPBACK}`);
}

async function onSocket(app: Hono, path: string): Promise<Running | Refused> {
  const bound = await bindSocket(path, () => Deno.serve({ transport: "unix", path, ...QUIET }, app.fetch));
  if ("refused" in bound) return bound;
  const server = bound.listener;
  return {
    finished: server.finished,
    stop() {
      // Deno removes whatever stands at the path when it closes a listener.
      return bound.ours() ? shutdown(server) : Promise.resolve(server.unref());
    },
  };
}

/** Hono answers its own failures; what still comes here must not reach an agent as text. */
const QUIET = { onListen() {}, onError: () => plainText(null, 500) };

function listenOr(app: Hono, wanted: number) {
  try {
    return listen(app, wanted);
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return listen(app, 0);
    throw new Error(`port ${wanted} of ${LOOPBACK} cannot be listened on, ${reason(error)} (choose another port)`);
  }
}

function listen(app: Hono, port: number) {
  return Deno.serve({ hostname: LOOPBACK, port, ...QUIET }, app.fetch);
}

function running(server: Deno.HttpServer<Deno.Addr>): Running {
  return { finished: server.finished, stop: () => shutdown(server) };
}

/** Lets requests in flight end, for a while. */
async function shutdown(server: Deno.HttpServer<Deno.Addr>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((done) => timer = setTimeout(done, SHUTDOWN_MS));
  await Promise.race([server.shutdown(), late]);
  clearTimeout(timer);
}

// What a running Codex says of its hooks: `hooks/list` of its app-server, JSON-RPC over a WebSocket on a socket in its own
// folder (seen 0.171.0). Nothing but the question is sent.

import { isObject, type Json } from "../domain/json.ts";
import { NAME, VERSION } from "../brand.ts";
import { reason } from "../files.ts";

/** It answers from memory: one that takes longer is busy or gone. */
const LIMIT_MS = 3_000;

/** Asks the one that listens at `path`. */
export async function codexHooks(path: string): Promise<{ readonly list: Json } | { readonly why: string }> {
  using client = Deno.createHttpClient({ proxy: { transport: "unix", path } });
  try {
    const socket = new WebSocket("ws://localhost/", { client });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<{ why: string }>((done) => {
      timer = setTimeout(() => done({ why: `no answer within ${LIMIT_MS / 1_000} s` }), LIMIT_MS);
    });
    try {
      return await Promise.race([asked(socket), late]);
    } finally {
      clearTimeout(timer);
      socket.close();
    }
  } catch (error) {
    return { why: reason(error) };
  }
}

const HELLO = { id: 1, method: "initialize", params: { clientInfo: { name: NAME, version: VERSION } } };
const READY = { method: "initialized" };
const ASK = { id: 2, method: "hooks/list", params: { cwds: [] } };

function asked(socket: WebSocket): Promise<{ readonly list: Json } | { readonly why: string }> {
  const send = (message: object) => socket.send(JSON.stringify(message));
  return new Promise((done) => {
    socket.onopen = () => send(HELLO);
    socket.onerror = () => done({ why: "nobody answers there" });
    socket.onclose = () => done({ why: "it closed the connection" });
    socket.onmessage = ({ data }) => {
      const reply = parse(data);
      if (reply?.id === HELLO.id) {
        send(READY);
        send(ASK);
      }
      if (reply?.id !== ASK.id) return;
      done(reply.result === undefined ? { why: "it does not know the question" } : { list: reply.result });
    };
  });
}

function parse(data: unknown) {
  try {
    const reply: unknown = typeof data === "string" ? JSON.parse(data) : undefined;
    return isObject(reply) ? reply : undefined;
  } catch {
    return undefined; // no answer to us
  }
}

// What the daemon's tests share: throw-away places, a store in memory, plain clients for the doors.

import type { HistoryPage, HistoryQuery, Store } from "../../src/daemon/ports.ts";
import { type Paths, paths } from "../../src/paths.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { parent } from "../../src/wire/endpoint.ts";

/** A new private folder with the paths of a daemon in it; `remove` takes everything away. */
export function tempPlaces(): { readonly root: string; readonly paths: Paths; remove(): void } {
  const root = Deno.makeTempDirSync();
  const env: Record<string, string> = {
    HOME: `${root}/home`,
    VULTS_SUPPORT_DIR: `${root}/support`,
    VULTS_SOCKET: `${root}/run/vults.sock`,
  };
  Deno.mkdirSync(`${root}/home`);
  return {
    root,
    paths: paths({ env: (name) => env[name], os: "linux", uid: Deno.uid() ?? 0 }),
    remove: () => Deno.removeSync(root, { recursive: true }),
  };
}

export type MemoryStore = Store & {
  /** What was asked of it, in order. */
  readonly log: string[];
  readonly returned: (string | undefined)[];
  fail(text: string | undefined): void;
  /** The database is set aside while running. */
  setAside(text: string): void;
};

/** A store that keeps nothing but a log. */
export function memoryStore(): MemoryStore {
  const log: string[] = [];
  const returned: (string | undefined)[] = [];
  let trouble: string | undefined;
  let note: string | undefined;
  let ends = 0;
  return {
    log,
    returned,
    digestKey: "00".repeat(32),
    fail: (text) => trouble = text,
    get note() {
      return note;
    },
    setAside: (text) => note = text,
    load: () => ({ sessions: [], nextCard: 1 }),
    saveSession: (session) => void log.push(`session ${session.id} ${session.state}`),
    saveEvent: (event) => void log.push(`event ${event.event}`),
    openCard: (card) => void log.push(`card ${card.id}`),
    endCard(ending, text) {
      ends += 1;
      log.push(`end ${ending.id} ${ending.end}`);
      returned.push(text);
    },
    honoured: (card, _at, honour) => void log.push(`honoured ${card} ${honour}`),
    flush: (durable) => void log.push(durable ? "flush durable" : "flush"),
    trouble: () => trouble,
    history: (_query: HistoryQuery): HistoryPage => ({ rows: [], next: null }),
    audit: () => ({ count: ends, head: "" }),
    close: () => void log.push("close"),
  };
}

/** An event as a version 8 hook of Claude sends it. */
export function event(id: string, name: string, payload: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    kind: "event",
    v: 8,
    id,
    agent: "claude",
    event: name,
    wants_reply: name === "PermissionRequest",
    terminal: {},
    payload: { hook_event_name: name, session_id: "s1", ...payload },
    ...more,
  };
}

/** A permission request for one shell command. */
export function permission(id: string, command: string, session = "s1"): JsonObject {
  return event(id, "PermissionRequest", {
    session_id: session,
    tool_name: "Bash",
    tool_input: { command },
    cwd: "/home/me/app",
  });
}

export type Client = {
  send(message: JsonObject | string): Promise<void>;
  /** The next line as JSON; `undefined` when the daemon closed. */
  next(): Promise<JsonObject | undefined>;
  close(): void;
};

/** A connection to a hook socket. */
export async function client(path: string): Promise<Client> {
  const conn = await Deno.connect({ transport: "unix", path });
  let rest = "";
  return {
    async send(message) {
      const bytes = new TextEncoder().encode(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
      for (let done = 0; done < bytes.length;) done += await conn.write(bytes.subarray(done));
    },
    async next() {
      const chunk = new Uint8Array(65_536);
      while (!rest.includes("\n")) {
        const count = await conn.read(chunk).catch(() => null); // reset counts as closed
        if (count === null) return undefined;
        rest += new TextDecoder().decode(chunk.subarray(0, count));
      }
      const cut = rest.indexOf("\n");
      const line = rest.slice(0, cut);
      rest = rest.slice(cut + 1);
      return JSON.parse(line);
    },
    close() {
      conn.close();
    },
  };
}

/** Waits until `check` gives a value; fails after a generous while. */
export async function until<Value>(
  check: () => Value | undefined | false | Promise<Value | undefined | false>,
  what: string,
): Promise<Value> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`Waited too long: ${what}`);
    await new Promise((again) => setTimeout(again, 10));
  }
}

/** A request on the API socket. */
export async function api(at: Paths, path: string, init: RequestInit = {}): Promise<Response> {
  using http = Deno.createHttpClient({ proxy: { transport: "unix", path: at.api } });
  const response = await fetch(`http://localhost${path}`, { ...init, client: http });
  // Read whole, so that the client can be closed.
  return new Response(response.body === null ? null : await response.arrayBuffer(), response);
}

export type Serving = {
  readonly pid: number;
  kill(signal: Deno.Signal): void;
  /** Exit code and what it said on stderr. */
  ended(): Promise<{ readonly code: number; readonly err: string }>;
};

/** Starts a daemon process on these places, which may open `files`; resolves when it serves or has ended. */
export async function serveProcess(at: Paths, port: number | "none" = "none", files = 1_024): Promise<Serving> {
  const child = new Deno.Command("/bin/sh", {
    args: [
      "-c",
      `ulimit -n ${files}; exec "$@"`,
      "sh",
      Deno.execPath(),
      "run",
      "-A",
      "--no-prompt",
      "--cached-only",
      `--config=${new URL("../../deno.json", import.meta.url).pathname}`,
      new URL("serve.ts", import.meta.url).pathname,
      JSON.stringify(at),
      String(port),
    ],
    clearEnv: true,
    env: { HOME: parent(at.support), PATH: "/usr/bin:/bin", ...denoDir() },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const err = new Response(child.stderr).text();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    async ended() {
      const { code } = await child.status;
      await reader.cancel();
      return { code, err: await err };
    },
  };
}

/** Where Deno's own cache of packages is, so that a process with another HOME needs no network. */
function denoDir(): Record<string, string> {
  const set = Deno.env.get("DENO_DIR") ?? (Deno.env.get("HOME") && `${Deno.env.get("HOME")}/.cache/deno`);
  return set ? { DENO_DIR: set } : {};
}

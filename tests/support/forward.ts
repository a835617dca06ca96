// A throw-away place to run the forwarder in: its own bin folder, a support folder, and a `vults` beside it that writes
// down what it was handed; and a listener that takes a post as bytes, so that tests compare them exactly.

import { exists } from "../../src/files.ts";

/** The forwarder where it stands in the sources. */
export const ASSET = decodeURIComponent(new URL("../../install/assets/vults-forward", import.meta.url).pathname);
export const HOOK_TOKEN = "5e".repeat(32);

/** A forwarder, and the support folder whose daemon it looks for. */
export type Installed = { readonly support: string; readonly script: string };

export type Place = Installed & {
  /** Writes `daemon.json` and the hook token as a daemon does. */
  announce(port: number | null, pid?: number): Promise<void>;
  /** What the `vults` beside the forwarder got, or undefined. */
  handedOver(): Promise<{ args: string[]; stdin: Uint8Array } | undefined>;
  /** From now on no daemon listens at a socket. */
  noSocket(): void;
  remove(): Promise<void>;
};

export type Post = { head: string[]; body: Uint8Array };
export type Run = { code: number; stdout: string; stderr: string };

/** Makes the folders. */
export async function place(): Promise<Place> {
  const folder = await Deno.makeTempDir({ prefix: "forward " });
  const support = `${folder}/support`;
  const script = `${folder}/bin/vults-forward`;
  await Deno.mkdir(`${folder}/bin`);
  await Deno.mkdir(support, { mode: 0o700 });
  await Deno.copyFile(ASSET, script);
  await Deno.chmod(script, 0o755);
  await Deno.writeTextFile(`${folder}/bin/vults`, RECORDER, { mode: 0o755 });
  const socket = Deno.listen({ transport: "unix", path: socketOf(support) });
  return {
    support,
    script,
    announce: (port, pid = Deno.pid) => announce(support, port, pid),
    handedOver: () => handedOver(support),
    noSocket: () => socket.close(),
    async remove() {
      if (exists(socketOf(support))) socket.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Where a hook would send to: closing the listener takes it away. */
function socketOf(support: string): string {
  return `${support}.sock`;
}

/** Starts the forwarder; the caller feeds its stdin. */
export function start(at: Installed, args: string[], env: Record<string, string> = {}): Deno.ChildProcess {
  return new Deno.Command(at.script, {
    args,
    clearEnv: true,
    env: {
      PATH: "/usr/bin:/bin",
      HOME: at.support,
      VULTS_SUPPORT_DIR: at.support,
      VULTS_SOCKET: socketOf(at.support),
      ...env,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs the forwarder with `stdin`, which is closed after it. */
export async function forward(
  at: Installed,
  args: string[],
  stdin: Uint8Array | string,
  env: Record<string, string> = {},
): Promise<Run> {
  const child = start(at, args, env);
  const fed = feed(child, stdin);
  const run = await ended(child);
  await fed;
  return run;
}

/** Writes `stdin` and leaves the pipe open; the returned function closes it. */
export async function feedOpen(child: Deno.ChildProcess, stdin: Uint8Array | string): Promise<() => Promise<void>> {
  const writer = child.stdin.getWriter();
  await writer.write(bytes(stdin));
  return () => writer.close().catch(() => {/* the forwarder has gone, which is what the caller waited for */});
}

/** Waits for the end of a forwarder whose stdin is somebody else's care. */
export async function ended(child: Deno.ChildProcess): Promise<Run> {
  const [status, stdout, stderr] = await Promise.all([
    child.status,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: status.code, stdout, stderr };
}

/** Listens on a free loopback port; with `mute` it reads and never answers. */
export function listen(options: { mute?: boolean } = {}): {
  port: number;
  posts: Post[];
  close(): Promise<void>;
} {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const posts: Post[] = [];
  const open: Deno.Conn[] = [];
  const serving = (async () => {
    for await (const conn of listener) {
      open.push(conn);
      posts.push(await readPost(conn));
      if (!options.mute) await reply(conn);
    }
  })();
  return {
    port: listener.addr.port,
    posts,
    close: async () => {
      listener.close();
      await serving;
      for (const conn of open) closeQuietly(conn);
    },
  };
}

export function bytes(text: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return typeof text === "string" ? new TextEncoder().encode(text) : new Uint8Array(text);
}

async function feed(child: Deno.ChildProcess, stdin: Uint8Array | string): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(bytes(stdin));
    await writer.close();
  } catch {
    // The forwarder may leave before it has read everything; what it did is what the test looks at.
  }
}

// What stands for `vults`: it keeps its arguments, each ended by NUL, its environment and its stdin.
const RECORDER = `#!/bin/sh
for arg in "$@"; do printf '%s\\0' "$arg"; done > "$VULTS_SUPPORT_DIR/handed.args"
env > "$VULTS_SUPPORT_DIR/handed.env"
cat > "$VULTS_SUPPORT_DIR/handed.stdin"
`;

async function announce(support: string, port: number | null, pid: number): Promise<void> {
  const socket = `${support}/run/vults.sock`;
  const daemon = {
    version: "0.1.0",
    pid,
    started: 1,
    socket,
    api: socket,
    port,
    demo: true,
    audit: { count: 0, head: "" },
  };
  await Deno.writeTextFile(`${support}/hook-token`, HOOK_TOKEN, { mode: 0o600 });
  await Deno.writeTextFile(`${support}/daemon.json`, JSON.stringify(daemon), { mode: 0o600 });
}

async function handedOver(support: string): Promise<{ args: string[]; stdin: Uint8Array } | undefined> {
  try {
    const args = await Deno.readTextFile(`${support}/handed.args`);
    return { args: args.split("\0").slice(0, -1), stdin: await Deno.readFile(`${support}/handed.stdin`) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function readPost(conn: Deno.Conn): Promise<Post> {
  let seen = new Uint8Array(0);
  const chunk = new Uint8Array(65_536);
  for (;;) {
    const post = parsePost(seen);
    if (post) return post;
    const n = await conn.read(chunk);
    if (n === null) return { head: [], body: seen };
    const grown = new Uint8Array(seen.length + n);
    grown.set(seen);
    grown.set(chunk.subarray(0, n), seen.length);
    seen = grown;
  }
}

function parsePost(seen: Uint8Array): Post | undefined {
  const text = new TextDecoder("latin1").decode(seen.subarray(0, 16_384));
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end).split("\r\n");
  const length = Number(head.find((line) => line.startsWith("Content-Length: "))?.slice(16));
  const body = seen.slice(end + 4);
  return body.length >= length ? { head, body } : undefined;
}

async function reply(conn: Deno.Conn): Promise<void> {
  await conn.write(bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
  conn.close();
}

function closeQuietly(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // Closed already after its reply.
  }
}

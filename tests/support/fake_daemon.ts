// A daemon by script, on a unix socket: it keeps what hooks sent, and says what the test tells it to.

import type { HookEvent } from "../../src/wire/event.ts";

/** One connection; it is closed when the script has ended. */
export type FakeConnection = {
  /** The line it sent, parsed. */
  readonly event: HookEvent;
  /** Sends a message as a line. */
  say(message: object): Promise<void>;
  /** Sends bytes as they are. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** Ends when the hook has gone. */
  gone(): Promise<void>;
};

export type Script = (connection: FakeConnection) => Promise<void> | void;

export type FakeDaemon = {
  /** What was received, oldest first. */
  readonly events: HookEvent[];
  /** Stops listening and waits for the scripts. */
  stop(): Promise<void>;
};

/** Listens at `socket`. Without a script it takes the line and closes. */
export function fakeDaemon(socket: string, script: Script = () => {}): FakeDaemon {
  const listener = Deno.listen({ transport: "unix", path: socket });
  Deno.chmodSync(socket, 0o600);
  const events: HookEvent[] = [];
  const running: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const connection of listener) running.push(converse(connection, events, script));
  })();
  return {
    events,
    async stop() {
      await fence(socket);
      listener.close();
      await accepting;
      await Promise.all(running);
    },
  };
}

/** Connections are accepted in order: once this one has been answered, every earlier one has been accepted. */
async function fence(socket: string): Promise<void> {
  const connection = await Deno.connect({ transport: "unix", path: socket });
  await connection.closeWrite();
  await connection.read(new Uint8Array(1));
  connection.close();
}

async function converse(connection: Deno.Conn, events: HookEvent[], script: Script): Promise<void> {
  try {
    const line = await readLine(connection);
    if (line === undefined) return;
    const event: HookEvent = JSON.parse(line);
    events.push(event);
    await script({
      event,
      say: (message) => write(connection, `${JSON.stringify(message)}\n`),
      send: (bytes) => write(connection, bytes),
      gone: () => drain(connection),
    });
  } finally {
    connection.close();
  }
}

async function readLine(connection: Deno.Conn): Promise<string | undefined> {
  const chunk = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  let text = "";
  while (!text.endsWith("\n")) {
    const count = await connection.read(chunk);
    if (count === null) return undefined;
    text += decoder.decode(chunk.subarray(0, count), { stream: true });
  }
  return text;
}

async function write(connection: Deno.Conn, bytes: string | Uint8Array): Promise<void> {
  let rest = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(await connection.write(rest));
  } catch {
    // The hook has gone: the test looks at how it ended.
  }
}

async function drain(connection: Deno.Conn): Promise<void> {
  const chunk = new Uint8Array(1_024);
  try {
    while (await connection.read(chunk) !== null);
  } catch {
    // Reset: gone as well.
  }
}

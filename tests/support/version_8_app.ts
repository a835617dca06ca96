// A version 8 app on a unix socket, by itself: it knows 8 and nothing else, and shares no code with ours (`protocol.md`
// sections 5, 8, 9 and 12).

export type Version8App = {
  /** What it was sent, one line a connection, without the newline. */
  readonly heard: string[];
  /** Stops listening, once every connection has ended. */
  stop(): Promise<void>;
};

/**
 * Listens at `socket`. An event that waits is told `waiting` and then `verdict` (its members as JSON text). `unsupported`
 * is said with version `v`, to every other version, or to `all` events.
 */
export function version8App(socket: string, { verdict = "", v = 8, all = false } = {}): Version8App {
  const listener = Deno.listen({ transport: "unix", path: socket });
  Deno.chmodSync(socket, 0o600);
  const heard: string[] = [];
  const running: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const connection of listener) running.push(converse(connection));
  })();

  async function converse(connection: Deno.Conn): Promise<void> {
    const line = await firstLine(connection);
    if (line !== undefined) {
      heard.push(line);
      for (const reply of replies(JSON.parse(line), { verdict, v, all })) await write(connection, `${reply}\n`);
    }
    connection.close();
  }
  return {
    heard,
    async stop() {
      // Connections are accepted in order: this one is the last.
      const last = await Deno.connect({ transport: "unix", path: socket });
      await last.closeWrite();
      await last.read(new Uint8Array(1));
      last.close();
      listener.close();
      await accepting;
      await Promise.all(running);
    },
  };
}

const KINDS = ["claude", "codex", "opencode", "qwen", "copilot", "other"];

type Options = { readonly verdict: string; readonly v: number; readonly all: boolean };

function replies(event: Record<string, unknown>, { verdict, v, all }: Options): string[] {
  const to = `"id":${JSON.stringify(event.id)}`;
  if (all || event.v !== 8) return typeof event.id === "string" ? [`{"v":${v},${to},"kind":"unsupported"}`] : [];
  const known = KINDS.includes(String(event.agent)) &&
    (event.agent === "other") === (typeof event.agent_name === "string");
  if (!known || event.kind !== "event" || event.wants_reply !== true) return [];
  return [`{"v":8,${to},"kind":"waiting"}`, ...(verdict === "" ? [] : [`{"v":8,${to},${verdict}}`])];
}

async function firstLine(connection: Deno.Conn): Promise<string | undefined> {
  const chunk = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  for (let text = "";;) {
    const count = await connection.read(chunk);
    if (count === null) return undefined;
    text += decoder.decode(chunk.subarray(0, count), { stream: true });
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end);
  }
}

async function write(connection: Deno.Conn, text: string): Promise<void> {
  try {
    await connection.write(new TextEncoder().encode(text));
  } catch {
    // The hook has gone: the test looks at how it ended.
  }
}

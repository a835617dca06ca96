// Stands for OpenCode: opens the plugin's file as it does, calls the handlers with what comes on stdin, one JSON line
// each, and gives a client that writes down what is posted. Prints nothing itself: whatever is printed is the plugin's.

import process from "node:process";

const [file = "", record = "", shape = "first"] = Deno.args;

/** The clients that a plugin may be given; `post` is what the inner client of each does. */
function clientOf(post: (options: unknown) => Promise<unknown>): unknown {
  switch (shape) {
    case "first":
      return { _client: { post } };
    case "second":
      return { client: { post } };
    case "throws":
      return { _client: { post: () => Promise.reject(new Error("the client throws")) } };
    case "never":
      return { _client: { post: () => new Promise(() => {}) } };
    case "cannot":
      return { _client: {}, client: 7 };
    default:
      return undefined;
  }
}

function write(line: unknown): void {
  Deno.writeTextFileSync(record, `${JSON.stringify(line)}\n`, { append: true });
}

type Handler = (input?: unknown, output?: unknown) => Promise<unknown>;

const exported = await import(`file://${file}`);
const client = clientOf((options) => {
  write({ posted: options });
  return Promise.resolve({ data: true });
});
const context = shape === "none" ? undefined : { client, directory: "/home/me/proj", worktree: "/home/me/proj" };
const handlers: Record<string, Handler> = await exported.plugin(context);
write({ exports: Object.keys(exported), hooks: Object.keys(handlers) });

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) await call(JSON.parse(line));
}
// As OpenCode ends: its listeners hear of it.
process.exit(0);

async function call({ hook, input, output }: { hook: string; input?: unknown; output?: unknown }): Promise<void> {
  const began = performance.now();
  try {
    const given = hook in handlers ? await handlers[hook]?.(input, output) : undefined;
    write({ called: hook, gave: given ?? null, took: performance.now() - began });
  } catch (error) {
    write({ called: hook, threw: String(error) });
  }
}

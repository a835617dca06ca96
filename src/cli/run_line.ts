// A command line of an agent's config, run as the agent does: in a shell, and with no more of our environment than what
// decides where the daemon is. It always comes back, whatever the line starts, and what hangs or floods ends with it.

import type { Ran } from "../../install/doctor/examination.ts";
import { reason } from "../files.ts";
import { within } from "../hook/within.ts";
import { PLACE_ENV, TOKEN_ENV } from "../permissions.ts";
import type { ReadEnv } from "../wire/endpoint.ts";
import { feed } from "./feed.ts";

/** More than a hook of ours takes for a sample, with a daemon that is frozen (`installer.md` section 4: 2 s). */
const LIMIT_MS = 5_000;
/** Of each stream; a hook prints nothing where nobody answers. */
const PRINTED_BYTES = 65_536;

/** `limit` in milliseconds. */
export async function runLine(line: string, input: string, env: ReadEnv, limit = LIMIT_MS): Promise<Ran> {
  const started = performance.now();
  try {
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", line],
      env: taken(env),
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      // The leader of a group: what the line starts can be ended with it.
      detached: true,
    }).spawn();
    using _ended = endedWithUs(child.pid);
    void feed(child.stdin, input);
    const streams = [child.stdout, child.stderr].map(firstBytes);
    // What holds its pipes may outlive it: the clock decides.
    const all = Promise.all([child.status, ...streams]);
    const ended = await within(Promise.race([all, flooded(streams)]), AbortSignal.timeout(limit));
    if (ended === undefined) return endGroup(child.pid), { why: `it did not end within ${limit / 1_000} s` };
    if (ended === FLOODED) return endGroup(child.pid), { why: "it prints without end where it must be silent" };
    const [{ code, signal }, ...printed] = ended;
    if (signal !== null) return { why: `it was ended by ${signal}` };
    return { code, printed: printed.join(""), ms: performance.now() - started };
  } catch (error) {
    return { why: `it cannot be run: ${reason(error)}` };
  }
}

const FLOODED = "flooded";

/** Comes only when one of them has been cut. */
async function flooded(streams: readonly Promise<string>[]): Promise<typeof FLOODED> {
  return await new Promise((resolve) => {
    for (const stream of streams) void stream.then((text) => text.length >= PRINTED_BYTES && resolve(FLOODED));
  });
}

/** No more than the limit, and nothing is read after it. */
async function firstBytes(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= PRINTED_BYTES) break;
  }
  return text;
}

const STOPPING = [["SIGINT", 130], ["SIGTERM", 143]] as const;

/** A person who stops us stops what we started; it is in no group that their terminal knows. */
function endedWithUs(leader: number): Disposable {
  const stops = STOPPING.map(([signal, code]) => {
    const stop = () => (endGroup(leader), Deno.exit(code));
    Deno.addSignalListener(signal, stop);
    return () => Deno.removeSignalListener(signal, stop);
  });
  return { [Symbol.dispose]: () => stops.forEach((undo) => undo()) };
}

/** By the shell, which is all that this command may run: our own `kill` would need leave to run anything. */
function endGroup(leader: number): void {
  new Deno.Command("/bin/sh", {
    args: ["-c", 'kill -s KILL -- "-$1"', "sh", String(leader)],
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).outputSync();
}

function taken(env: ReadEnv): Record<string, string> {
  return Object.fromEntries(["PATH", ...PLACE_ENV, ...TOKEN_ENV].flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

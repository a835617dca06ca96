// A command line of an agent's config, run as the agent does: in a shell, and with no more of our environment than what
// decides where the daemon is. It always comes back, whatever the line starts.

import type { Ran } from "../../install/doctor/examination.ts";
import { reason } from "../files.ts";
import { within } from "../hook/within.ts";
import { PLACE_ENV } from "../permissions.ts";
import type { ReadEnv } from "../wire/endpoint.ts";
import { endProcess } from "./end_process.ts";
import { feed } from "./feed.ts";

/** `limit` in milliseconds: more than any hook of ours needs for a sample. */
export async function runLine(line: string, input: string, env: ReadEnv, limit = 15_000): Promise<Ran> {
  const started = performance.now();
  try {
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", line],
      env: placesOf(env),
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    void feed(child.stdin, input);
    // What holds its pipes may outlive it: the clock decides.
    const ended = await within(child.output(), AbortSignal.timeout(limit));
    if (ended === undefined) return endProcess(child, "SIGKILL"), { why: `it did not end within ${limit / 1_000} s` };
    const { code, signal, stdout, stderr } = ended;
    if (signal !== null) return { why: `it was ended by ${signal}` };
    const printed = [stdout, stderr].map((part) => new TextDecoder().decode(part)).join("");
    return { code, printed, ms: performance.now() - started };
  } catch (error) {
    return { why: `it cannot be run: ${reason(error)}` };
  }
}

function placesOf(env: ReadEnv): Record<string, string> {
  return Object.fromEntries(["PATH", ...PLACE_ENV].flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

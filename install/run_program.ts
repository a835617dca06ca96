// Runs a program for what it prints, and no longer than it may take: the door behind the version probe. It always comes
// back, whatever the program or its children do, and says why there is nothing.

import { reason } from "../src/files.ts";
import type { Printed, RunOptions } from "./claude_probe.ts";

/** More than any program's version takes. */
const OUTPUT_BYTES = 65_536;

/** What a program prints on stdout; stdin and stderr are closed. */
export async function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<Printed> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args: [...args],
      env: { PATH: options.path },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch (error) {
    return { why: `${program} cannot be started: ${reason(error)}` };
  }
  return await readWithin(child, program, options.limit);
}

/** A child of the program may hold stdout after it: what ends the waiting is the clock, not the pipe. */
async function readWithin(child: Deno.ChildProcess, program: string, limit: number): Promise<Printed> {
  const reader = child.stdout.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), limit));
  const text = await Promise.race([readAll(reader), late]);
  clearTimeout(timer);
  await reader.cancel();
  end(child);
  await child.status;
  return text === undefined ? { why: `${program} gave no answer within ${limit / 1_000} s` } : { text };
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  while (text.length < OUTPUT_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    return; // it has ended by itself
  }
}

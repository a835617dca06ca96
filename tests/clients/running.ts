// A program that is started and read from while it runs.

import type { Ran } from "../support/vults.ts";
import { until } from "./until.ts";

export type Env = Readonly<Record<string, string>>;

export type Running = {
  readonly command: string;
  /** What it printed, once it has ended; `undefined` while it runs. */
  soFar(): Ran | undefined;
  /** Everything on both its streams up to now. */
  printed(): string;
};

/** What it printed, once it has ended by itself; throws when it never does. */
export async function ends({ command, soFar }: Running): Promise<Ran> {
  return await until(`the end of ${command.slice(0, 160)}`, soFar);
}

/** Starts it with exactly this environment and nothing on its stdin. */
export function start(program: string, args: readonly string[], cwd: string, env: Env): Running {
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { ...env },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let ran: Ran | undefined;
  const stdout = reader(child.stdout);
  const stderr = reader(child.stderr);
  Promise.all([child.status, stdout.whole, stderr.whole]).then(([{ code }]) => {
    ran = { code, stdout: stdout.text(), stderr: stderr.text() };
  });
  return {
    command: [program, ...args].join(" "),
    soFar: () => ran,
    printed: () => stdout.text() + stderr.text(),
  };
}

/** Reads a stream as it comes. */
function reader(stream: ReadableStream<Uint8Array>): { readonly whole: Promise<void>; text(): string } {
  let text = "";
  const read = async () => {
    for await (const part of stream.pipeThrough(new TextDecoderStream())) text += part;
  };
  return { whole: read(), text: () => text };
}

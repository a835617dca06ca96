// scripts/compile.ts as a process, as a person runs it: in their own environment, which says how to reach the registry.

import type { Ran } from "./vults.ts";

const COMPILE = decodeURIComponent(new URL("../../scripts/compile.ts", import.meta.url).pathname);

/** Builds with these arguments; `env` is laid over the environment. */
export async function compile(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "--no-prompt", COMPILE, ...args],
    env: { ...env },
    stdin: "null",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

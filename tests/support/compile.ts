// scripts/compile.ts as a process, as a person runs it.

import { commandFor } from "../../scripts/run.ts";
import type { Ran } from "./vults.ts";

const COMPILE = decodeURIComponent(new URL("../../scripts/compile.ts", import.meta.url).pathname);

/** Builds with these arguments; `env` is laid over a clean environment. */
export async function compile(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "--no-prompt", COMPILE, ...args],
    env: { ...commandFor([], env).env, ...env },
    clearEnv: true,
    stdin: "null",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

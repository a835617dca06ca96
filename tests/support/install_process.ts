// An install as a process (`install_child.ts`), told when to go on.

import type { Wish } from "./install_place.ts";

const CHILD = new URL("./install_child.ts", import.meta.url).pathname;

/** Started, and waiting for its stdin to end once it holds the lock. */
export function startInstall(root: string, wish: Wish = "install", killAfter?: number) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-prompt",
      "--quiet",
      CHILD,
      root,
      wish,
      ...(killAfter === undefined ? [] : [String(killAfter)]),
    ],
    clearEnv: true,
    env: kept(["PATH", "HOME", "DENO_DIR"]),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let output = "";
  const read = (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) output += chunk;
  })();
  return {
    output: () => output,
    go: () => child.stdin.close(),
    said: async (words: string) => {
      while (!output.includes(words)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    status: async () => {
      const status = await child.status;
      await read;
      return status;
    },
    /** What it says it did, in its last line. */
    result: (): { did: string[]; problems: unknown[] } => JSON.parse(output.trim().split("\n").at(-1) ?? ""),
  };
}

function kept(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

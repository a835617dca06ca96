// The bash that runs the forwarder: an absolute path, found once at install. Without a fitting one plain events go
// through `vults hook` instead (`installer.md` section 4). What runs programs is handed in.

import type { Printed, RunOptions } from "./claude_probe.ts";

/** Runs a program for what it prints. */
export type Run = (program: string, args: readonly string[], options: RunOptions) => Promise<Printed>;

/** The first that can forward; `undefined` when none can. */
export async function chooseBash(candidates: readonly string[], run: Run): Promise<string | undefined> {
  for (const bash of candidates) {
    const printed = await run(bash, ["-pc", PROBE], { path: PLAIN_PATH, limit: LIMIT_MS });
    if ("text" in printed && forwards(printed.text)) return bash;
  }
  return undefined;
}

/** Where a bash may be: the system's own first, then the person's PATH. */
export function bashCandidates(path: string | undefined): string[] {
  const named = (path ?? "").split(":").filter((folder) => folder.startsWith("/")).map((folder) => `${folder}/bash`);
  // The kernel cuts the first line of a script at a space, and at 127 bytes in the oldest that count.
  return [...new Set([...USUAL, ...named])].filter((bash) => /^\S{1,100}$/.test(bash));
}

const USUAL = [
  "/bin/bash",
  "/usr/bin/bash",
  "/opt/homebrew/bin/bash",
  "/usr/local/bin/bash",
  "/run/current-system/sw/bin/bash",
];
const PLAIN_PATH = "/usr/bin:/bin";
const LIMIT_MS = 5_000;
/** As the forwarder's own `can_forward`. */
const OLDEST = 404;

/** Opens a connection to a service that does not exist: bash says so, without a network, where it knows `/dev/tcp`. */
const PROBE = [
  "LC_ALL=C",
  'echo "version $((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1]))"',
  "{ : </dev/tcp/127.0.0.1/no-such-service; } 2>&1",
].join("\n");

function forwards(text: string): boolean {
  const [, version, said = ""] = /^version (\d+)\n(.*)$/s.exec(text) ?? [];
  return Number(version) >= OLDEST && said !== "" && !said.includes("No such file or directory");
}

// Asks the installed Claude Code for its version, with doors handed in. Only an install asks; whatever goes wrong means that
// the version is unknown, and says why (`installer.md` section 7).

import { ENV, OLD_ENV } from "../src/brand.ts";
import { parseVersion, type Version } from "./claude_version.ts";

/** Claude takes 0.1 to 1 s to say its version; an install waits this long and no longer. */
export const PROBE_MS = 5_000;

export type ProbeDoors = {
  /** Reads one variable; empty counts as unset. */
  readonly env: (name: string) => string | undefined;
  readonly home: string;
  /** True for a file that can be run. */
  readonly isProgram: (path: string) => boolean;
  /** What the program prints, or why there is nothing: its stdin and stderr are closed. */
  readonly run: (program: string, args: readonly string[], options: RunOptions) => Promise<Printed>;
};

export type RunOptions = { readonly path: string; readonly limit: number };
export type Printed = { readonly text: string } | { readonly why: string };

/** `from` names the variable or the program that told; `why` says what is unknown about the version. */
export type Probed = { readonly version?: Version; readonly from?: string; readonly why?: string };

/** The version, if it can be told. */
export async function probeClaude(doors: ProbeDoors): Promise<Probed> {
  const set = [`${ENV}CLAUDE_VERSION`, `${OLD_ENV}CLAUDE_VERSION`].find((name) => doors.env(name));
  if (set !== undefined) return told(doors.env(set) ?? "", set);
  const search = doors.env("PATH") ?? "";
  const program = claudeCandidates(doors.home, search).find(doors.isProgram);
  if (program === undefined) return { why: "no claude was found" };
  // An npm install starts through `node`, which may stand beside it and nowhere else.
  const path = [program.slice(0, program.lastIndexOf("/")), search].filter(Boolean).join(":");
  const printed = await doors.run(program, ["--version"], { path, limit: PROBE_MS });
  return "why" in printed ? { from: program, why: printed.why } : told(printed.text, program);
}

/** Where Claude is installed, before what PATH says: that of an agent's shell may name another one. */
export function claudeCandidates(home: string, search: string): readonly string[] {
  const folders = [`${home}/.local/bin`, "/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", ...search.split(":")];
  return folders.filter((folder) => folder.startsWith("/")).map((folder) => `${folder}/claude`);
}

function told(text: string, from: string): Probed {
  const version = parseVersion(text);
  return version === undefined ? { from, why: `${from} tells no version` } : { from, version };
}

// How a subcommand is started as a process: its command line and its environment. Pure, so that scripts/run.ts, the
// portable launcher, `replay` and the tests cannot differ. The environment belongs to the agent (DESIGN section 10):
// what could load foreign code, print, or rebind a listener is taken out.

import { flags, grants, type Place } from "./permissions.ts";

/** What is run: the program's main module, and from source the config that maps its imports. */
export type Program = { readonly main: string; readonly config?: string };

/** Arguments of `deno` for one run of ours. `args` starts with the subcommand. */
export function commandLine(args: readonly string[], at: Place, program: Program): string[] {
  const [command] = args;
  return ["run", ...loading(command, program), ...flags(grants(command, at)), program.main, ...args];
}

/** The environment a run of ours gets. `cache` is where Deno keeps its own files. */
export function cleanEnvironment(env: Readonly<Record<string, string>>, cache: string): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !DROPPED.includes(name) && !/^(DENO|OTEL)_/.test(name));
  return { ...Object.fromEntries(kept), DENO_DIR: cache, DENO_NO_UPDATE_CHECK: "1" };
}

/**
 * What the runtime takes from variables that are not its own: options, a channel to a parent (2.9.6 ends with 1 where
 * there is none, whatever the value), and a file that it makes outside every grant.
 */
export const DROPPED: readonly string[] = ["NODE_OPTIONS", "NODE_CHANNEL_FD", "SSLKEYLOGFILE"];

/** The package that reads YAML asks for these, and prints on stdout where they are set: for us they never are. */
export const UNHEARD = "--ignore-env=LOG_STREAM,LOG_TOKENS";

/** With it, all variables may be listed, though only the granted ones are: so only those have it that read YAML. */
const READS_YAML: readonly string[] = ["install", "uninstall", "status", "hooks", "doctor"];

/** Nothing is looked up or fetched: the program is whole. */
export const SEALED: readonly string[] = [
  "--quiet",
  "--no-prompt",
  "--no-config",
  "--no-remote",
  "--no-npm",
  "--no-lock",
];

/** What a whole program is started with, before its grants. */
export function sealed(command: string | undefined): readonly string[] {
  return [...SEALED, ...unheard(command)];
}

/** The hook imports nothing from npm, so it is sealed from source too. */
function loading(command: string | undefined, { config }: Program): readonly string[] {
  if (config === undefined || command === "hook") return sealed(command);
  return ["--quiet", "--no-prompt", "--no-remote", `--config=${config}`, "--frozen", ...unheard(command)];
}

function unheard(command: string | undefined): readonly string[] {
  return READS_YAML.includes(command ?? "") ? [UNHEARD] : [];
}

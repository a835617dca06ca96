// Any subcommand from source, with the flags of src/permissions.ts and a clean environment: `deno task vults …`.
// Adds nothing to stdout and stderr; exit code and signals are the subcommand's own.

import { cleanEnvironment, commandLine } from "../src/launch.ts";
import { paths } from "../src/paths.ts";
import { findReach } from "../install/reach.ts";
import { BINARY_ENV, type Place, place } from "../src/permissions.ts";

/** A process to start. */
export type Started = {
  readonly cmd: string;
  readonly args: string[];
  readonly env: Readonly<Record<string, string>>;
};

/** How a command line becomes a process: from source (`commandFor`), or as a built file. */
export type Launch = (args: readonly string[], env: Readonly<Record<string, string>>) => Started;

/** The process that runs `args` (the subcommand first) from source under `env`. Throws where no path can be known. */
export function commandFor(args: readonly string[], env: Readonly<Record<string, string>>): Started {
  const at = placeUnder(env, Deno.execPath(), args.slice(1));
  const program = { main: here("../main.ts"), config: here("../deno.json") };
  const clean = { ...cleanEnvironment(env, denoCache()), ...certificates() };
  return { cmd: Deno.execPath(), args: commandLine(args, at, program), env: clean };
}

/** The places of this host under `env`; `runtime` is the program that will run, `args` come after the subcommand. */
export function placeUnder(env: Readonly<Record<string, string>>, runtime: string, args: readonly string[]): Place {
  const os = Deno.build.os === "darwin" ? "darwin" : "linux";
  const read = (name: string) => env[name] || undefined;
  const known = paths({ env: read, os, uid: Deno.uid() ?? -1 });
  const home = env["HOME"] ?? known.support;
  const binary = read(BINARY_ENV) ?? runtime;
  return place(known, home, runtime, args, { binary, ...findReach({ home, env: read }) });
}

function here(file: string): string {
  return decodeURIComponent(new URL(file, import.meta.url).pathname);
}

/** Where this Deno has its packages: a subcommand under another HOME uses them too. */
function denoCache(): string {
  const named = Deno.env.get("DENO_DIR");
  if (named) return named;
  const home = Deno.env.get("HOME") ?? "";
  if (Deno.build.os === "darwin") return `${home}/Library/Caches/deno`;
  return `${Deno.env.get("XDG_CACHE_HOME") || `${home}/.cache`}/deno`;
}

/** Whom this Deno trusts when it fetches packages, which only a run from source does. They name data, never code. */
function certificates(): Record<string, string> {
  const given = ["DENO_CERT", "DENO_TLS_CA_STORE"].map((name) => [name, Deno.env.get(name)] as const);
  return Object.fromEntries(given.flatMap(([name, value]) => value ? [[name, value]] : []));
}

if (import.meta.main) Deno.exit(await pass(Deno.args));

async function pass(args: readonly string[]): Promise<number> {
  const launch = installs(args) ? await portable() : commandFor;
  if (launch === undefined) return 1;
  const started = start(args, launch);
  if (typeof started === "number") return started;
  const { child, forward } = started;
  try {
    return (await child.status).code;
  } finally {
    for (const [signal, handler] of forward) Deno.removeSignalListener(signal, handler);
  }
}

/** An install puts the program that runs it in place, so that has to be a built one; nothing is built to be only shown. */
function installs(args: readonly string[]): boolean {
  const [command, word] = args;
  const isInstall = command === "install" || (command === "hooks" && word === "install");
  return isInstall && !args.some((arg) => ["--dry-run", "--help", "-h"].includes(arg));
}

/** The portable build, which also unpacks its own runtime; `undefined` where it cannot be made, which it has said. */
async function portable(): Promise<Launch | undefined> {
  const file = here("../dist/vults");
  if (Deno.stderr.isTerminal()) console.error("Building the program that the hooks will run …");
  const build = ["run", "--quiet", "--allow-all", "--no-prompt", here("compile.ts"), "--portable", "--output", file];
  const options = { args: build, stdin: "null", stdout: "null", stderr: "inherit" } as const;
  const { success } = await new Deno.Command(Deno.execPath(), options).spawn().status;
  return success ? (args, env) => ({ cmd: file, args: [...args], env }) : undefined;
}

function start(args: readonly string[], launch: Launch) {
  try {
    const { cmd, ...options } = launch(args, Deno.env.toObject());
    const child = new Deno.Command(cmd, { ...options, clearEnv: true }).spawn();
    return { child, forward: forwarding(child) };
  } catch (error) {
    // R1: without paths the hook has nothing to do and nothing to say.
    if (args[0] === "hook") return 0;
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** A terminal sends Ctrl-C to its whole group, so that the child has it already. */
function forwarding(child: Deno.ChildProcess): [Deno.Signal, () => void][] {
  const own = Deno.stdin.isTerminal();
  const handlers = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal): [Deno.Signal, () => void] => [
    signal,
    () => {
      if (!(own && signal === "SIGINT")) end(child, signal);
    },
  ]);
  for (const [signal, handler] of handlers) Deno.addSignalListener(signal, handler);
  return handlers;
}

function end(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended by itself: nothing to forward to.
  }
}

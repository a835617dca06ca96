// A throw-away place where the real hook meets a real daemon: folders, processes, and the view. The demo plays on it and
// the round-trip tests stand on it. Closing it ends every process it started and removes the folders.

import { readView } from "../src/cli/api.ts";
import { feed } from "../src/cli/feed.ts";
import type { HookRun } from "../src/cli/recording.ts";
import type { View } from "../src/domain/view.ts";
import { exists } from "../src/files.ts";
import { type Paths, paths } from "../src/paths.ts";
import { commandFor, type Launch, type Started } from "./run.ts";

export type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type Running = {
  readonly ended: Promise<Ended>;
  kill(signal: Deno.Signal): void;
};

export type Stage = {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly paths: Paths;
  /** Starts a subcommand with `stdin`, which is closed after it. */
  start(args: readonly string[], stdin?: string, env?: Readonly<Record<string, string>>): Running;
  /** One recorded run of the hook. */
  hook(run: HookRun): Running;
  /** Starts the daemon and waits until its doors are open. */
  serve(...args: string[]): Promise<Running>;
  view(): Promise<View>;
  /** Waits until the view is as wanted, and gives what was found in it. */
  seen<T>(what: string, find: (view: View) => T | undefined): Promise<T>;
  close(): Promise<void>;
};

const OPEN_MS = 15_000;
const POLL_MS = 30;
const CLOSE_MS = 5_000;

export async function openStage(launch: Launch = commandFor): Promise<Stage> {
  const folder = await Deno.makeTempDir({ prefix: "vults-" });
  const env = {
    PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
    HOME: folder,
    VULTS_SUPPORT_DIR: `${folder}/support`,
    VULTS_SOCKET: `${folder}/run/vults.sock`,
  };
  const running = new Set<Running>();
  const at = places(env);
  const start: Stage["start"] = (args, stdin = "", more = {}) => {
    const process = spawn(launch(args, { ...env, ...more }), stdin);
    running.add(process);
    process.ended.finally(() => running.delete(process));
    return process;
  };
  const view = async () => {
    const now = await readView(at);
    if ("failed" in now) throw new Error(now.failed);
    return now;
  };
  return {
    folder,
    env,
    paths: at,
    start,
    hook: (run) => start(["hook", ...run.args], run.stdin, run.env),
    serve: async (...args) => {
      const daemon = start(["serve", "--demo", "--port", "0", ...args]);
      await opened(daemon, at);
      return daemon;
    },
    view,
    seen: (what, find) => poll(what, async () => find(await view())),
    close: () => close(running, folder),
  };
}

/** Asks again and again until there is something. */
export async function poll<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const until = Date.now() + OPEN_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`Cannot go on: ${what} did not come within ${OPEN_MS / 1_000} s`);
    await pause(POLL_MS);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function places(env: Readonly<Record<string, string>>): Paths {
  const os = Deno.build.os === "darwin" ? "darwin" : "linux";
  return paths({ env: (name) => env[name], os, uid: Deno.uid() ?? -1 });
}

function spawn({ cmd, args, env }: Started, stdin: string): Running {
  const child = new Deno.Command(cmd, {
    args: [...args],
    env: { ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const ended = Promise.all([child.output(), feed(child.stdin, stdin)]).then(([{ code, stdout, stderr }]) => ({
    code,
    stdout: new TextDecoder().decode(stdout),
    stderr: new TextDecoder().decode(stderr),
  }));
  return { ended, kill: (signal) => kill(child, signal) };
}

function kill(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended by itself, which is what was wanted.
  }
}

async function opened(daemon: Running, at: Paths): Promise<void> {
  const early = daemon.ended.then(({ stderr }) => {
    throw new Error(`Cannot start the daemon: ${stderr.trim()}`);
  });
  early.catch(() => {/* only while it opens; later its end is somebody else's care */});
  await Promise.race([early, poll("the daemon", () => exists(at.daemonJson) || undefined)]);
}

async function close(running: Set<Running>, folder: string): Promise<void> {
  const all = [...running];
  for (const process of all) process.kill("SIGTERM");
  const late = setTimeout(() => running.forEach((process) => process.kill("SIGKILL")), CLOSE_MS);
  await Promise.all(all.map((process) => process.ended));
  clearTimeout(late);
  await Deno.remove(folder, { recursive: true });
}

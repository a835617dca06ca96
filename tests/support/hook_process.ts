// The real hook as a process: its own permissions, a clean environment, a throw-away home.

import { paths } from "../../src/paths.ts";
import { flags, grants, place } from "../../src/permissions.ts";
import { cleanEnvironment, SEALED } from "../../src/launch.ts";

/** A home with a private folder, where the socket of its daemon may be. */
export type HookHome = {
  readonly folder: string;
  readonly socket: string;
  readonly env: Readonly<Record<string, string>>;
};

/** How a run differs from the usual one. */
export type HookRun = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another program than hook.ts, in `tests/support`. */
  readonly program?: string;
  /** A kind of permission that is left out. */
  readonly without?: string;
};

export type HookEnd = { readonly code: number; readonly stdout: string; readonly stderr: string; readonly ms: number };

/** Calls `test` with a home of its own. */
export async function withHome(test: (home: HookHome) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "hook" });
  const socket = `${folder}/run/vults.sock`;
  await Deno.mkdir(`${folder}/run`, { mode: 0o700 });
  try {
    await test({ folder, socket, env: { PATH: "/usr/bin:/bin", HOME: folder, VULTS_SOCKET: socket } });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Starts the hook with the arguments after `hook`; its three streams are pipes. */
export function startHook(home: HookHome, args: readonly string[], run: HookRun = {}): Deno.ChildProcess {
  const env = { ...home.env, ...run.env };
  const own = paths({ env: (name) => env[name] || undefined, os: hostOs(), uid: Deno.uid() ?? -1 });
  const granted = flags(grants("hook", place(own, home.folder, Deno.execPath(), [])));
  const kept = granted.filter((flag) => run.without === undefined || !flag.startsWith(`--allow-${run.without}`));
  const program = new URL(run.program === undefined ? "../../hook.ts" : run.program, import.meta.url).pathname;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...SEALED, ...kept, program, ...args],
    env: cleanEnvironment(env, cache()),
    clearEnv: true,
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs the hook to its end; `stdin` is an object, or the bytes as they are. */
export async function runHook(
  home: HookHome,
  args: readonly string[],
  stdin: object | string | Uint8Array,
  run: HookRun = {},
): Promise<HookEnd> {
  const began = performance.now();
  const child = startHook(home, args, run);
  const [end] = await Promise.all([hookEnd(child, began), feed(child, stdin)]);
  return end;
}

/** What a hook printed, and its code, once it has ended. */
export async function hookEnd(child: Deno.ChildProcess, began: number): Promise<HookEnd> {
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr), ms: performance.now() - began };
}

/** Writes to a hook and, unless told otherwise, closes its stdin. */
export async function feed(
  child: Deno.ChildProcess,
  stdin: object | string | Uint8Array,
  then: "close" | "leave open" = "close",
): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(bytesOf(stdin));
    if (then === "close") await writer.close();
  } catch {
    // It ended before it had read everything, as it may.
  } finally {
    writer.releaseLock();
  }
}

function bytesOf(stdin: object | string | Uint8Array): Uint8Array {
  if (stdin instanceof Uint8Array) return stdin;
  return new TextEncoder().encode(typeof stdin === "string" ? stdin : JSON.stringify(stdin));
}

function hostOs(): "darwin" | "linux" {
  return Deno.build.os === "darwin" ? "darwin" : "linux";
}

let shared: string | undefined;

/** One for this test process, so that the hook is transpiled once. */
function cache(): string {
  if (shared !== undefined) return shared;
  const folder = Deno.makeTempDirSync({ prefix: "hook-cache" });
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  shared = folder;
  return folder;
}

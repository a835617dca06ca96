// Subcommands as real processes, with their own flags, in a throw-away home. A `Launch` says how: from source, or the
// portable build.

import type { CardView } from "../../src/domain/view.ts";
import { commandFor, type Launch } from "../../scripts/run.ts";

/** From source, with the flags of src/permissions.ts. */
export const SOURCE: Launch = commandFor;

/** One built file. */
export function built(file: string): Launch {
  return (args, env) => ({ cmd: file, args: [...args], env: { ...env } });
}

export type Home = {
  readonly folder: string;
  readonly support: string;
  readonly socket: string;
  /** Everything that a process in this home is given. */
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
};

/** A home of its own, with a space in its path. */
export async function home(): Promise<Home> {
  const folder = await Deno.makeTempDir({ prefix: "vults home " });
  const support = `${folder}/support`;
  const socket = `${folder}/run/vults.sock`;
  const env = { PATH: "/usr/bin:/bin", HOME: folder, VULTS_SUPPORT_DIR: support, VULTS_SOCKET: socket };
  return { folder, support, socket, env, remove: () => Deno.remove(folder, { recursive: true }) };
}

/** Starts a subcommand with all its streams piped. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  launch: Launch = SOURCE,
): Deno.ChildProcess {
  const { cmd, args: all, env: given } = launch(args, env);
  return new Deno.Command(cmd, {
    args: [...all],
    env: { ...given },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** Runs a subcommand to its end; `stdin` is closed after `input`. */
export async function vults(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { launch = SOURCE, input = "" }: { readonly launch?: Launch; readonly input?: string } = {},
): Promise<Ran> {
  const child = start(args, env, launch);
  const [ran] = await Promise.all([collect(child), feed(child, input)]);
  return ran;
}

/** What a process printed, once it has ended. */
export async function collect(child: Deno.ChildProcess): Promise<Ran> {
  const { code, stdout, stderr } = await child.output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/** Writes to a process and closes its stdin; one that does not read is left alone. */
export async function feed(child: Deno.ChildProcess, input: string): Promise<void> {
  try {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // It ended before it read everything: the test looks at how.
  }
}

export type Serving = {
  readonly pid: number;
  /** The bound port; null without TCP. */
  readonly port: number | null;
  /** Ends it as a person would, if it still runs, and says what it printed. */
  stop(): Promise<Ran>;
};

/** How long a daemon may take to listen, the unpacking of a runtime included. */
const SERVE_MS = 60_000;

/** A demo takes answers from anywhere, so that the tests pass in an agent's shell too. */
const FLAGS = ["--port", "0", "--demo"];

/** `vults serve` in a home, once all its doors listen. Throws with what it printed when it ends before. */
export async function serving(
  at: Home,
  { launch = SOURCE, flags = FLAGS }: { readonly launch?: Launch; readonly flags?: readonly string[] } = {},
): Promise<Serving> {
  const child = start(["serve", ...flags], at.env, launch);
  const ended = collect(child);
  await child.stdin.close();
  const daemon = await Promise.race([listening(`${at.support}/daemon.json`, child.pid), ended]);
  if ("code" in daemon) throw new Error(`serve ended with ${daemon.code}: ${daemon.stdout}${daemon.stderr}`);
  return { pid: child.pid, port: daemon.port, stop: () => (end(child), ended) };
}

function end(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGTERM");
  } catch {
    // It has ended already.
  }
}

/** A file that an earlier daemon left names another process. */
async function listening(file: string, pid: number): Promise<{ port: number | null }> {
  const end = Date.now() + SERVE_MS;
  while (Date.now() < end) {
    const daemon = await read(file);
    if (daemon?.pid === pid) return daemon;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Cannot find "${file}": the daemon did not listen in time`);
}

async function read(file: string): Promise<{ pid: number; port: number | null } | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch {
    return undefined; // not there yet
  }
}

/** A hook that waits for a person: `PermissionRequest` of a Bash command unless `payload` says otherwise. */
export async function asking(
  at: Home,
  payload: Readonly<Record<string, unknown>> = {},
  launch: Launch = SOURCE,
): Promise<{ readonly card: CardView; readonly ended: Promise<Ran> }> {
  const before = new Set((await cards(at, launch)).map(({ id }) => id));
  const input = JSON.stringify({
    session_id: "s1",
    cwd: "/home/me/shop",
    hook_event_name: "PermissionRequest",
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    ...payload,
  });
  const ended = vults(["hook", "--agent", "claude", "--approval", "PermissionRequest"], at.env, { launch, input });
  const end = Date.now() + SERVE_MS;
  while (Date.now() < end) {
    const card = (await cards(at, launch)).find(({ id }) => !before.has(id));
    if (card !== undefined) return { card, ended };
  }
  throw new Error("Cannot find the card: the hook's event opened none");
}

/** `vults cards --json` */
async function cards(at: Home, launch: Launch): Promise<readonly CardView[]> {
  const { code, stdout, stderr } = await vults(["cards", "--json"], at.env, { launch });
  if (code !== 0) throw new Error(`cards failed: ${stderr}`);
  return JSON.parse(stdout).cards;
}

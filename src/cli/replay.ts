// `vults replay FILE.jsonl [--agent NAME] [--delay 300ms] [--wait]`: a recorded session through the real hook process.
// Each hook starts at its recorded gap without waiting for earlier ones; what it printed is shown as it ends.

import { NAME } from "../brand.ts";
import type { Millis } from "../domain/session.ts";
import { exists, reason } from "../files.ts";
import { HOOK_ENV } from "../hook/env.ts";
import { commandLine } from "../launch.ts";
import { place, PLACE_ENV } from "../permissions.ts";
import { type Given, last } from "./arguments.ts";
import type { Command, World } from "./command.ts";
import { parseDuration } from "./duration.ts";
import { feed } from "./feed.ts";
import { inOrder } from "./in_order.ts";
import { type HookRun, parseRecording } from "./recording.ts";
import { visible } from "./visible.ts";

/** How long a hook that waits for a person keeps its place in the order of the lines. */
const PLACE_MS: Millis = 1_000;

/** Between two runs whose times were not recorded: enough for one to arrive before the next. */
const UNRECORDED_GAP: Millis = 200;

export const replay: Command = {
  accepts: {
    switches: ["wait"],
    values: ["agent", "delay"],
    words: [1, 1],
    missing: "replay needs a FILE: a recorded session, one JSON line for each hook",
  },
  async run(given, world) {
    const delay = last(given, "delay");
    const span = delay === undefined ? undefined : parseDuration(delay);
    if (delay !== undefined && span === undefined) {
      return { wrong: `--delay ${visible(delay)} is no span such as 300ms` };
    }
    const runs = await readRuns(given);
    if (!exists(world.paths().endpoint.socket)) world.err(NO_DAEMON);
    return await perform(schedule(runs, span), given.switches.has("wait"), world) ? 0 : 1;
  },
};

const NO_DAEMON = `No daemon is running, so every hook stays silent. Start it with: ${NAME} serve`;

type Step = { readonly gap: Millis; readonly run: HookRun };

async function readRuns(given: Given): Promise<readonly HookRun[]> {
  const [file = ""] = given.words;
  const recording = parseRecording(await readText(file), last(given, "agent"));
  if ("runs" in recording) return recording.runs;
  throw new Error(`Cannot replay "${visible(file)}", line ${recording.line}: ${recording.why}. Nothing was run`);
}

async function readText(file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    throw new Error(`Cannot read "${visible(file)}": ${visible(whyNot(error))}. Nothing was run`);
  }
}

function whyNot(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "it is not there";
  return error instanceof Deno.errors.IsADirectory ? "it is a folder" : reason(error);
}

/** Each run with the time to wait before it. */
export function schedule(runs: readonly HookRun[], delay: Millis | undefined): Step[] {
  return runs.map((run, index) => {
    const before = runs[index - 1];
    if (before === undefined) return { gap: 0, run };
    return { gap: delay ?? recordedGap(before, run), run };
  });
}

function recordedGap(before: HookRun, run: HookRun): Millis {
  if (before.at === undefined || run.at === undefined) return UNRECORDED_GAP;
  return Math.max(0, run.at - before.at);
}

/** False when it was stopped before its end. Every hook that was started has ended when this returns. */
async function perform(steps: readonly Step[], serially: boolean, world: World): Promise<boolean> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of STOPPING) Deno.addSignalListener(signal, stop);
  const telling: Promise<void>[] = [];
  const tell = inOrder(PLACE_MS, (said: Said) => say(said, world));
  for (const { gap, run } of steps) {
    await pause(gap, stopping.signal);
    if (stopping.signal.aborted) break;
    const told = tell(runHook(run, world, stopping.signal));
    telling.push(told);
    if (serially) await told;
  }
  await Promise.all(telling);
  for (const signal of STOPPING) Deno.removeSignalListener(signal, stop);
  return !stopping.signal.aborted;
}

const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A timer of more fires at once. */
const LONGEST_MS: Millis = 2 ** 31 - 1;

function pause(span: Millis, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(span, LONGEST_MS));
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function say({ out, err }: Said, world: World): void {
  world.out(out);
  if (err !== undefined) world.err(err);
}

type Said = { readonly out: string; readonly err?: string };

async function runHook(run: HookRun, world: World, signal: AbortSignal): Promise<Said> {
  const child = new Deno.Command(Deno.execPath(), {
    args: hookArguments(run, world),
    env: hookVariables(run),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal,
  }).spawn();
  const [{ code, stdout, stderr }] = await Promise.all([child.output(), feed(child.stdin, run.stdin)]);
  const heading = `${String(run.line).padStart(4)}  ${visible(run.label)}  exit ${code}`;
  const printed = stdout.length === 0 ? "printed nothing" : `printed ${stdout.length} bytes: ${shown(stdout)}`;
  const err = stderr.length === 0 ? {} : { err: `${heading}, said on stderr: ${shown(stderr)}` };
  return { out: `${heading}, ${printed}`, ...err };
}

/** The hook as this program runs it: compiled in, or by the runtime with the hook's own permissions. */
function hookArguments(run: HookRun, world: World): string[] {
  const args = ["hook", ...run.args];
  if (Deno.build.standalone) return args;
  const at = place(world.paths(), world.env("HOME") ?? "", Deno.execPath(), []);
  return commandLine(args, at, { main: Deno.mainModule });
}

/** What a hook reads is the recording's, not this shell's; but it does not choose where our files and sockets are. */
function hookVariables({ env }: HookRun): Record<string, string> {
  const recorded = HOOK_ENV.filter((name) => !PLACE_ENV.includes(name));
  return Object.fromEntries(recorded.map((name) => [name, env[name] ?? ""]));
}

/** Every byte, with the line break written out. */
function shown(bytes: Uint8Array): string {
  return visible(new TextDecoder().decode(bytes));
}

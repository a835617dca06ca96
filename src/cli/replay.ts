// `vults replay FILE.jsonl [--agent NAME] [--delay 300ms] [--wait]`: a recorded session through the real hook process, and
// through the real plugin where it was recorded in one. Each line starts at its recorded gap without waiting for earlier
// ones; what came of it is shown as it ends.

import type { Ended, Running } from "../../install/assets/opencode/process.ts";
import { NAME } from "../brand.ts";
import type { Millis } from "../domain/session.ts";
import { exists, reason } from "../files.ts";
import { HOOK_ENV } from "../hook/env.ts";
import { commandLine } from "../launch.ts";
import { place, PLACE_ENV } from "../permissions.ts";
import { agentName } from "../wire/agent_name.ts";
import { type Given, last } from "./arguments.ts";
import type { Command, World } from "./command.ts";
import { parseDuration } from "./duration.ts";
import { endProcess } from "./end_process.ts";
import { feed } from "./feed.ts";
import { inOrder } from "./in_order.ts";
import { endText, openReplayed, type PluginEvent, type Replayed } from "./plugin_event.ts";
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
    const agent = last(given, "agent");
    if (agent !== undefined && !canTravel(agent)) {
      return { wrong: `--agent ${visible(agent)} is no agent: a name has 1 to 24 of a-z, 0-9 and -` };
    }
    const delay = last(given, "delay");
    const span = delay === undefined ? undefined : parseDuration(delay);
    if (delay !== undefined && span === undefined) {
      return { wrong: `--delay ${visible(delay)} is no span such as 300ms` };
    }
    const lines = await readLines(given);
    if (!exists(world.paths().endpoint.socket)) world.err(NO_DAEMON);
    return await perform(schedule(lines, span), given.switches.has("wait"), world) ? 0 : 1;
  },
};

/** A hook under any other name sends nothing. */
function canTravel(agent: string): boolean {
  const { kind, name } = agentName(agent);
  return kind !== "other" || name !== undefined;
}

const NO_DAEMON = `No daemon is running, so every hook stays silent. Start it with: ${NAME} serve`;

type Line = HookRun | PluginEvent;
type Step = { readonly gap: Millis; readonly line: Line };

async function readLines(given: Given): Promise<readonly Line[]> {
  const [file = ""] = given.words;
  const recording = parseRecording(await readText(file), last(given, "agent"));
  if ("runs" in recording) return [...recording.runs, ...recording.events].sort((one, other) => one.line - other.line);
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

/** Each line with the time to wait before it. */
export function schedule(lines: readonly Line[], delay: Millis | undefined): Step[] {
  return lines.map((line, index) => {
    const before = lines[index - 1];
    if (before === undefined) return { gap: 0, line };
    return { gap: delay ?? recordedGap(before, line), line };
  });
}

function recordedGap(before: Line, line: Line): Millis {
  if (before.at === undefined || line.at === undefined) return UNRECORDED_GAP;
  return Math.max(0, line.at - before.at);
}

/** False when it was stopped before its end. Every hook that was started has ended when this returns. */
async function perform(steps: readonly Step[], serially: boolean, world: World): Promise<boolean> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of STOPPING) Deno.addSignalListener(signal, stop);
  const events = steps.flatMap(({ line }) => "hook" in line ? [line] : []);
  const replayed = openReplayed(events, (args, stdin) => startHook(args, { env: {}, stdin }, world, stopping.signal));
  const telling: Promise<void>[] = [];
  const tell = inOrder(PLACE_MS, (said: Said) => say(said, world));
  for (const { gap, line } of steps) {
    await pause(gap, stopping.signal);
    if (stopping.signal.aborted) break;
    const told = tell("hook" in line ? callPlugin(line, replayed) : runHook(line, world, stopping.signal));
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

async function callPlugin(event: PluginEvent, replayed: Replayed): Promise<Said> {
  return { out: `${numbered(event)}  ${await replayed(event)}` };
}

async function runHook(run: HookRun, world: World, signal: AbortSignal): Promise<Said> {
  const ended = await startHook(["hook", ...run.args], run, world, signal).ended;
  const heading = `${numbered(run)}  ${visible(run.label)}`;
  const { code, stderr } = ended;
  const err = stderr === "" ? {} : { err: `${heading}  exit ${code}, said on stderr: ${visible(stderr)}` };
  return { out: `${heading}  ${endText(ended)}`, ...err };
}

function numbered({ line }: Line): string {
  return String(line).padStart(4);
}

type Hook = Running & { readonly ended: Promise<Ended & { readonly stderr: string }> };

function startHook(
  args: readonly string[],
  { env, stdin }: Pick<HookRun, "env" | "stdin">,
  world: World,
  signal: AbortSignal,
): Hook {
  const child = new Deno.Command(Deno.execPath(), {
    args: hookArguments(args, world),
    env: hookVariables(env),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    signal,
  }).spawn();
  const ended = Promise.all([child.output(), feed(child.stdin, stdin)]).then(([{ code, stdout, stderr }]) => {
    return { code, printed: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
  });
  return { ended, kill: (by) => endProcess(child, by) };
}

/** The hook as this program runs it: compiled in, or by the runtime with the hook's own permissions. */
function hookArguments(args: readonly string[], world: World): string[] {
  if (Deno.build.standalone) return [...args];
  const at = place(world.paths(), world.env("HOME") ?? "", Deno.execPath(), []);
  return commandLine(args, at, { main: Deno.mainModule });
}

/** What a hook reads is the recording's, not this shell's; but it does not choose where our files and sockets are. */
function hookVariables(env: Readonly<Record<string, string>>): Record<string, string> {
  const recorded = HOOK_ENV.filter((name) => !PLACE_ENV.includes(name));
  return Object.fromEntries(recorded.map((name) => [name, env[name] ?? ""]));
}

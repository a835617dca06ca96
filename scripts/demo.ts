// `deno task demo`: two recorded Claude Code sessions run through the real hook and a real daemon, in throw-away folders.
// One asks for a permission, one asks two questions; you answer from another terminal. Nothing of yours is touched, and
// nothing is left behind. Without a terminal it answers with the very command that it shows. `--help` says so too.

import { cardText } from "../src/cli/card_text.ts";
import { type HookRun, parseRecording } from "../src/cli/recording.ts";
import { visible } from "../src/cli/visible.ts";
import type { CardView, SessionView, View } from "../src/domain/view.ts";
import { HOLD_MS } from "../src/wire/limits.ts";
import { launcherGone } from "./launchers.ts";
import { type Ended, openStage, pause, type Stage } from "./stage.ts";

/** Between two hooks, so that a person can follow. */
const PACE_MS = 250;
/** Exit codes above this one are those of a signal. */
const SIGNALLED = 128;
const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);
const RECORDED = "fixtures/agents/claude/2.1.332";

/** A recorded session up to its request, the request, what came after it, and how the demo answers it. */
type Scene = { before: HookRun[]; request: HookRun; after: HookRun[]; answer: string[] };

/** A scene whose card is open; `over` comes when its session has been played to its end. */
type Act = { scene: Scene; card: CardView; over: Promise<void> };

const SCENES = [
  { file: "tuiAllow.jsonl", answer: ["allow"] },
  { file: "askMulti-array.jsonl", answer: ["--answer", "Blue", "--answer", '["S","L"]'] },
];

const HELP = `Usage: deno task demo

  Two recorded sessions of Claude Code run through the real hook and a real daemon, in folders of their own.
  One asks for a permission, one asks two questions. Each card is shown with the line that answers it: paste that
  into another terminal. Without a terminal on stdin, the demo answers by itself.
  It ends when both sessions are over, or with Ctrl-C, and leaves nothing behind.`;

/** Somebody ends the demo early: from then on it has nothing more to say. */
const stopped = new AbortController();

if (import.meta.main) await main(Deno.args);

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return say(HELP);
  const stage = await openStage();
  let leaving = false;
  const leave = async (code: number) => {
    if (leaving) return;
    leaving = true;
    await stage.close();
    Deno.exit(code);
  };
  stopped.signal.addEventListener("abort", () => leave(130));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) Deno.addSignalListener(signal, stop);
  launcherGone().then(() => leave(1));
  try {
    await play(stage);
    await leave(0);
  } catch (error) {
    // While it leaves, the daemon is meant to be gone.
    if (!leaving) console.error(error instanceof Error ? error.message : error);
    await leave(1);
  }
}

function stop(): void {
  if (stopped.signal.aborted) return;
  say("", "Stopped. The daemon ends now, and its folder goes with it.");
  stopped.abort();
}

async function play(stage: Stage): Promise<void> {
  const scenes = await Promise.all(SCENES.map(readScene));
  say(`Two recorded sessions of Claude Code, through the real hook and a real daemon, in ${stage.folder}`, "");
  await stage.serve();
  const board = watch(stage);
  const acts: Act[] = [];
  for (const scene of scenes) acts.push(await open(stage, scene));
  if (!Deno.stdin.isTerminal()) await answerAll(stage, acts);
  await Promise.all(acts.map(({ over }) => over));
  await board.stop();
  say("", "Both are over. The daemon ends now, and its folder goes with it.");
}

async function readScene({ file, answer }: typeof SCENES[number]): Promise<Scene> {
  const recording = parseRecording(await Deno.readTextFile(`${ROOT}/${RECORDED}/${file}`));
  if (!("runs" in recording)) throw new Error(`Cannot read "${file}", line ${recording.line}: ${recording.why}`);
  // Claude Code calls no hook of ours for these.
  const runs = recording.runs.filter(({ label }) => label !== "MessageDisplay");
  const at = runs.findIndex(({ label }) => label.startsWith("PermissionRequest"));
  const request = runs[at];
  if (request === undefined) throw new Error(`Cannot play "${file}": it asks for nothing`);
  return { before: runs.slice(0, at), request, after: runs.slice(at + 1), answer };
}

/** Plays a session up to its card. */
async function open(stage: Stage, scene: Scene): Promise<Act> {
  await run(stage, scene.before);
  const asked = Date.now();
  const asking = stage.hook(scene.request).ended;
  const session = `claude:${JSON.parse(scene.request.stdin).session_id}`;
  const card = await stage.seen(
    `the card of ${scene.request.label}`,
    ({ cards }) => cards.find((one) => one.session === session),
  );
  say(
    "",
    cardText(card, Date.now()),
    "",
    "  Answer it in another terminal, in this folder:",
    `  ${pasteable(stage, card, scene)}`,
    "",
  );
  const over = asking.then((ended) => goOn(stage, scene, ended, Date.now() - asked));
  over.catch(() => {/* `play` waits for it and gets the error */});
  return { scene, card, over };
}

async function goOn(stage: Stage, scene: Scene, { code, stdout }: Ended, took: number): Promise<void> {
  // A hook fails never: a signal ended it. Ctrl-C reaches it as well, and may do so before it reaches us.
  if (code > SIGNALLED) return stop();
  say("", `The hook of ${scene.request.label} ${printed(stdout)} and exited with ${code}.`, "");
  if (stdout === "" && took >= HOLD_MS) {
    say("Nobody answered in time, so Claude Code's own prompt asks. Here the same request comes again, as a new card.");
    return (await open(stage, { ...scene, before: [] })).over;
  }
  await run(stage, scene.after.filter(({ label }) => !isRefused(stdout) || !label.startsWith("PostToolUse")));
}

/** A tool that was refused does not run. */
function isRefused(stdout: string): boolean {
  return stdout.includes('"behavior":"deny"');
}

function printed(stdout: string): string {
  const size = new TextEncoder().encode(stdout).length;
  return stdout === "" ? "printed nothing" : `printed these ${size} bytes:\n  ${visible(stdout)}\n `;
}

async function run(stage: Stage, runs: readonly HookRun[]): Promise<void> {
  for (const one of runs) {
    await stage.hook(one).ended;
    await pause(PACE_MS);
  }
}

async function answerAll(stage: Stage, acts: readonly Act[]): Promise<void> {
  say("stdin is no terminal, so the demo answers with those commands itself.");
  for (const { scene, card } of acts) {
    const { code, stderr, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", "vults", "answer", card.id, ...scene.answer],
      cwd: ROOT,
      env: { VULTS_SUPPORT_DIR: stage.paths.support, VULTS_SOCKET: stage.paths.endpoint.socket },
    }).output();
    if (code !== 0) throw new Error(`Cannot answer ${card.id}: ${decode(stderr)}`);
    say(`  ${decode(stdout)}`);
  }
}

function pasteable(stage: Stage, card: CardView, { answer }: Scene): string {
  const env = `VULTS_SUPPORT_DIR=${quoted(stage.paths.support)} VULTS_SOCKET=${quoted(stage.paths.endpoint.socket)}`;
  return `${env} npx -y deno@${Deno.version.deno} task vults answer ${[card.id, ...answer].map(quoted).join(" ")}`;
}

/** One word for a shell. */
function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Prints each session as it changes, until it is stopped. */
function watch(stage: Stage): { stop(): Promise<void> } {
  const shown = new Map<string, string>();
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      show(await stage.view(), shown);
      await pause(PACE_MS / 5);
    }
    show(await stage.view(), shown);
  })();
  watching.catch(() => {/* `stop` gives the error to whoever waits */});
  return { stop: () => (stopped = true, watching) };
}

function show({ sessions }: View, shown: Map<string, string>): void {
  const gone = [...shown.keys()].filter((id) => sessions.every((session) => session.id !== id));
  for (const id of gone) if (shown.delete(id)) say(line(id, "ended", ""));
  for (const session of sessions) {
    const now = line(session.id, session.state, activity(session));
    if (shown.get(session.id) === now) continue;
    shown.set(session.id, now);
    say(now);
  }
}

function activity({ reason, tool, cards }: SessionView): string {
  return [reason, tool, ...cards].filter((part) => part !== undefined).join("  ");
}

function line(id: string, state: string, what: string): string {
  return `  ${visible(id.slice(0, 15))}  ${state.padEnd(8)}  ${visible(what)}`.trimEnd();
}

function say(...lines: string[]): void {
  if (!stopped.signal.aborted) console.log(lines.join("\n"));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim();
}

// Recorded Claude Code sessions through the real hook process and the real daemon process, answered by the real command:
// the same cases for every way of starting us, from source or as a built file.

import { assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import type { Launch } from "../../scripts/run.ts";
import { type Ended, openStage, poll, type Running, type Stage } from "../../scripts/stage.ts";
import type { HookRun } from "../../src/cli/recording.ts";
import type { HistoryRow } from "../../src/daemon/ports.ts";
import type { CardView } from "../../src/domain/view.ts";
import { ANSWERS, decision } from "./answers.ts";
import { changed, payload, recorded, runOf } from "./fixtures.ts";
import { ASSET, forward } from "./forward.ts";

type Case = (stage: Stage, daemon: Running, t: Deno.TestContext) => Promise<void>;

/** Registers every case under `name`. */
export function roundTrips(name: string, launch: Launch): void {
  const test = (what: string, run: Case) => Deno.test(`${name}: ${what}`, (t) => onStage(launch, t, run));

  for (const [scenario, states] of SESSIONS) {
    test(`${scenario} moves its session as the agent does`, (stage) => followsStates(stage, scenario, states));
  }
  test("each answer gives the agent exactly these bytes", answersInBytes);
  test("an answer that does not fit the card is refused and the card stays", refusesWhatDoesNotFit);
  test("the second answer to a card is refused, with how the first one ended", secondAnswer);
  test("a yes in the terminal: the hook runs on, and the same tool's end releases the card", yesInTheTerminal);
  test("Esc in the terminal: the hook is ended, and so is its card", escInTheTerminal);
  test("two parallel requests with different inputs: one tool's end releases only its own card", differentInputs);
  test("two parallel requests with equal inputs: one tool's end releases the older card only", equalInputs);
  test("a subagent's request is released by the subagent alone", subagentRequest);
  test("a new prompt releases what the old turn asked, in its own session only", newPrompt);
  test("an event through the forwarder is taken as one through the hook", forwardedEvent);
  test("a daemon that is killed while it asks: the hook is silent, and the card is history", killedDaemon);
  test("a daemon that is stopped while it asks: the hook is silent, and the card ended as shutdown", stoppedDaemon);
}

async function onStage(launch: Launch, t: Deno.TestContext, run: Case): Promise<void> {
  const stage = await openStage(launch);
  try {
    await run(stage, await stage.serve(), t);
  } finally {
    await stage.close();
  }
}

/**
 * What a session shows after each of its events (`agents.md` section 1, `daemon.md` section 6): the event as recorded,
 * then state, reason and active tool. Nobody answers here; events that vults does not register are left out.
 */
const SESSIONS: [string, string[]][] = [
  ["tui1", [
    "SessionStart: done ready",
    "UserPromptSubmit: working",
    "PreToolUse Bash: working Bash",
    "PermissionRequest Bash: waiting permission Bash",
    "Notification: waiting permission Bash",
    "PostToolUse Bash: working",
    "PostToolBatch: working",
    "Stop: done",
    "Notification: done",
    "SessionEnd: gone",
  ]],
  ["life-apierror", [
    "SessionStart: done ready",
    "UserPromptSubmit: working",
    "StopFailure: failed API Error: 400 scripted failure",
    "SessionEnd: gone",
  ]],
  ["life-subagent", [
    "SessionStart: done ready",
    "UserPromptSubmit: working",
    "PreToolUse Agent: working Task",
    "PostToolUse Agent: working",
    "SubagentStart: working",
    "PostToolBatch: working",
    "Stop: working background",
    "SubagentStop: working background",
    "UserPromptSubmit: working",
    "Stop: done",
    "SessionEnd: gone",
  ]],
];

async function followsStates(stage: Stage, scenario: string, states: readonly string[]): Promise<void> {
  const runs = recorded(scenario).filter(({ label }) => label !== "MessageDisplay");
  assertEquals(runs.map(({ label }) => label), states.map((state) => state.split(":")[0] ?? ""));
  const asking: Running[] = [];
  for (const [index, run] of runs.entries()) {
    const hook = stage.hook(run);
    if (run.label.startsWith("PermissionRequest")) asking.push(hook);
    else assertEquals(await hook.ended, SILENT);
    await shows(stage, run, states[index] ?? "");
  }
  for (const hook of asking) assertEquals(await hook.ended, SILENT);
}

/** Waits until the session is as wanted; says how it is when that does not come. */
async function shows(stage: Stage, run: HookRun, wanted: string): Promise<void> {
  let found = "";
  const look = async () => {
    const session = (await stage.view()).sessions.find(({ id }) => id === sessionOf(run));
    const parts = session === undefined ? ["gone"] : [session.state, session.reason, session.tool];
    found = `${run.label}: ${parts.filter((part) => part !== undefined).join(" ")}`;
    return found === wanted || undefined;
  };
  await poll(wanted, look).catch(() => assertEquals(found, wanted));
}

async function answersInBytes(stage: Stage, _daemon: Running, t: Deno.TestContext): Promise<void> {
  for (const [index, { what, run, words, bytes }] of ANSWERS.entries()) {
    await t.step(what, async () => {
      const { hook, card } = await ask(stage, changed(run, { session_id: `answer-${index}` }));
      const { code, stderr } = await answer(stage, card, ...words);
      assertEquals([code, stderr], [0, ""]);
      assertEquals(await hook.ended, { code: 0, stdout: bytes, stderr: "" });
    });
  }
}

async function refusesWhatDoesNotFit(stage: Stage): Promise<void> {
  const permission = runOf(recorded("tui1"), "PermissionRequest Bash");
  const questions = runOf(recorded("askMulti-array"), "PermissionRequest AskUserQuestion");
  // A plan without its text is not shown, so it cannot be approved (R7).
  const nameless = runOf(recorded("life-plan"), "PermissionRequest ExitPlanMode");
  const misfits: [HookRun, string[]][] = [
    [questions, ["allow"]],
    [questions, ["--answer", "Blue"]],
    [permission, ["--answer", "Blue"]],
    [permission, ["suggestion", "7"]],
    [nameless, ["allow"]],
  ];
  for (const [index, [run, words]] of misfits.entries()) {
    const { hook, card } = await ask(stage, changed(run, { session_id: `misfit-${index}` }));
    const { code, stdout, stderr } = await answer(stage, card, ...words);
    assertEquals([code, stdout], [1, ""], words.join(" "));
    assertStringIncludes(stderr, card.id);
    assertEquals(await open(stage), [card.id]);
    await answer(stage, card, "hand-back");
    assertEquals(await hook.ended, SILENT);
  }
}

async function secondAnswer(stage: Stage): Promise<void> {
  const { hook, card } = await ask(stage, runOf(recorded("tui1"), "PermissionRequest Bash"));
  assertEquals((await answer(stage, card, "deny")).code, 0);
  const second = await answer(stage, card, "allow");
  assertEquals([second.code, second.stdout], [1, ""]);
  assertStringIncludes(second.stderr, "denied");
  assertStringIncludes((await hook.ended).stdout, '"deny"');
  assertEquals(await endOf(stage, card), "denied");
}

async function yesInTheTerminal(stage: Stage): Promise<void> {
  const runs = recorded("tui1");
  const asked = await ask(stage, runOf(runs, "PermissionRequest Bash"));
  await tell(stage, runOf(runs, "PostToolUse Bash"));
  await released(stage, asked, "terminal");
}

async function escInTheTerminal(stage: Stage): Promise<void> {
  const { hook, card } = await ask(stage, runOf(recorded("timeouts-perm3s"), "PermissionRequest Bash"));
  hook.kill("SIGTERM");
  assertEquals((await hook.ended).stdout, "");
  await stage.seen("no card", ({ cards }) => cards.length === 0 || undefined);
  assertEquals(await endOf(stage, card), "disconnected");
}

async function differentInputs(stage: Stage): Promise<void> {
  const runs = recorded("tui1");
  const request = runOf(runs, "PermissionRequest Bash");
  const first = await ask(stage, request);
  const second = await ask(stage, changed(request, { tool_input: { command: "npm test" } }));
  const ends = (command: string) =>
    changed(runOf(runs, "PostToolUse Bash"), { tool_input: { command }, tool_use_id: `toolu_${command}` });
  await tell(stage, ends("npm run build"));
  await tell(stage, ends("npm test"));
  await released(stage, second, "terminal");
  await allowed(stage, first);
}

async function equalInputs(stage: Stage): Promise<void> {
  const runs = recorded("tui1");
  const request = runOf(runs, "PermissionRequest Bash");
  const first = await ask(stage, request);
  const second = await ask(stage, request);
  await tell(stage, runOf(runs, "PostToolUse Bash"));
  await released(stage, first, "terminal");
  await allowed(stage, second);
}

async function subagentRequest(stage: Stage): Promise<void> {
  const runs = recorded("tui1");
  const child = { agent_id: "a76f422ee91105a44", agent_type: "general-purpose" };
  const asked = await ask(stage, changed(runOf(runs, "PermissionRequest Bash"), child));
  assertEquals([asked.card.agentId, asked.card.agentType], [child.agent_id, child.agent_type]);
  for (const label of ["PostToolUse Bash", "UserPromptSubmit", "Stop"]) await tell(stage, runOf(runs, label));
  assertEquals(await open(stage), [asked.card.id]);
  await tell(stage, changed(runOf(runs, "PostToolUse Bash"), { ...child, tool_use_id: "toolu_child" }));
  await released(stage, asked, "terminal");
}

async function newPrompt(stage: Stage): Promise<void> {
  const runs = recorded("tui1");
  const asked = await ask(stage, runOf(runs, "PermissionRequest Bash"));
  await tell(stage, changed(runOf(runs, "UserPromptSubmit"), { session_id: "another" }));
  assertEquals(await open(stage), [asked.card.id]);
  await tell(stage, runOf(runs, "UserPromptSubmit"));
  await released(stage, asked, "terminal");
}

async function forwardedEvent(stage: Stage): Promise<void> {
  const runs = recorded("tui1");
  for (const [label, state] of [["UserPromptSubmit", "working"], ["PreToolUse Bash", "working Bash"]] as const) {
    const run = runOf(runs, label);
    const at = { script: ASSET, support: stage.paths.support };
    assertEquals(await forward(at, ["claude"], run.stdin, run.env), SILENT);
    await shows(stage, run, `${label}: ${state}`);
  }
  // The same event again, by the other door: dropped by its identity, so history has it once.
  const again = runOf(runs, "PreToolUse Bash");
  assertEquals(await stage.hook(again).ended, SILENT);
  await tell(stage, runOf(runs, "Stop"));
  assertEquals((await eventsOf(stage, again)).length, 1);
}

async function killedDaemon(stage: Stage, daemon: Running): Promise<void> {
  const { hook, card } = await ask(stage, runOf(recorded("tui1"), "PermissionRequest Bash"));
  daemon.kill("SIGKILL");
  await daemon.ended;
  assertEquals(await hook.ended, SILENT);
  await Deno.remove(stage.paths.daemonJson); // the dead one's, so that the next one's is waited for
  await stage.serve();
  assertEquals(await open(stage), []);
  assertEquals(await endOf(stage, card), "disconnected");
  const next = await ask(stage, runOf(recorded("tuiAllow"), "PermissionRequest Bash"));
  assertNotEquals(next.card.id, card.id, "a card's number is never used again");
  await allowed(stage, next);
}

async function stoppedDaemon(stage: Stage, daemon: Running): Promise<void> {
  const { hook, card } = await ask(stage, runOf(recorded("tui1"), "PermissionRequest Bash"));
  daemon.kill("SIGTERM");
  assertEquals((await daemon.ended).code, 0);
  assertEquals(await hook.ended, SILENT);
  await stage.serve();
  assertEquals(await endOf(stage, card), "shutdown");
}

const SILENT: Ended = { code: 0, stdout: "", stderr: "" };

type Asked = { hook: Running; card: CardView };

/** Starts a hook that waits, and waits for its card. */
async function ask(stage: Stage, run: HookRun): Promise<Asked> {
  const before = await open(stage);
  const hook = stage.hook(run);
  const card = await stage.seen(
    `the card of ${run.label}`,
    ({ cards }) => cards.find(({ id }) => !before.includes(id)),
  );
  return { hook, card };
}

/** An event that nobody answers: its hook is silent, and the daemon has taken it when this returns. */
async function tell(stage: Stage, run: HookRun): Promise<void> {
  const before = (await eventsOf(stage, run)).length;
  assertEquals(await stage.hook(run).ended, SILENT);
  await poll(`${run.label} in history`, async () => (await eventsOf(stage, run)).length > before || undefined);
}

async function eventsOf(stage: Stage, run: HookRun): Promise<readonly HistoryRow[]> {
  const { hook_event_name } = payload(run);
  return (await history(stage)).filter((row) => row.session === sessionOf(run) && row.event === hook_event_name);
}

function answer(stage: Stage, card: CardView, ...words: string[]): Promise<Ended> {
  return stage.start(["answer", card.id, ...words]).ended;
}

/** The card still stands: a person allows it, and its hook says so. */
async function allowed(stage: Stage, { hook, card }: Asked): Promise<void> {
  assertEquals((await answer(stage, card, "allow")).code, 0);
  assertEquals(await hook.ended, { code: 0, stdout: decision('"behavior":"allow"'), stderr: "" });
}

/** The card is over without an answer: its hook has nothing to say. */
async function released(stage: Stage, { hook, card }: Asked, end: string): Promise<void> {
  assertEquals(await hook.ended, SILENT);
  assertEquals(await endOf(stage, card), end);
}

async function open(stage: Stage): Promise<readonly string[]> {
  return (await stage.view()).cards.map(({ id }) => id);
}

/** How a card ended, as `vults log` tells it. */
async function endOf(stage: Stage, card: CardView): Promise<string | undefined> {
  return (await history(stage)).find((row) => row.kind === "end" && row.card === card.id)?.end;
}

async function history(stage: Stage): Promise<readonly HistoryRow[]> {
  const { code, stdout, stderr } = await stage.start(["log", "--json"]).ended;
  assertEquals([code, stderr], [0, ""]);
  return JSON.parse(stdout).rows;
}

function sessionOf(run: HookRun): string {
  return `claude:${payload(run)["session_id"]}`;
}

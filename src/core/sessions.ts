// What an agent's event makes of its session: the table of `daemon.md` section 6. A child never moves its parent, a
// straggler never revives an ended session, and whatever overtakes its turn's Stop changes no state.

import type {
  AgentInput,
  BatchFinished,
  Ended,
  Limited,
  Meta,
  Prompted,
  Resolved,
  Sample,
  Started,
  Stopped,
  ToolFinished,
  ToolStarted,
  Waits,
} from "../domain/input.ts";
import type { Millis } from "../domain/session.ts";
import { activeTool, callOf, withoutCall } from "./calls.ts";
import { childActive, childMoved, closeChildren } from "./children.ts";
import { clipSummary } from "./clip.ts";
import { beneath, leaveWaiters, newLive, projectOf, shift, withoutWaiters } from "./live.ts";
import type { Call, Live, Waiter } from "./state.ts";

/** Calls whose end never comes are forgotten, oldest first. */
const MOST_CALLS = 64;

/** Of older turns nothing comes any more. */
const MOST_TURNS = 8;

/** What is true around the session once the event's releases are done. */
export type Around = {
  /** A card of it is open. */
  readonly open: boolean;
  /** The event opens a card. */
  readonly opens: boolean;
  /** The session that ended with `/clear` just before this one started. */
  readonly parent?: string;
};

/** The session after `input`; `undefined` when there is none and the event makes none. */
export function transition(before: Live | undefined, input: AgentInput, now: Millis, around: Around): Live | undefined {
  if (before === undefined && !makes(input)) return undefined;
  const live = before ?? newLive(input.from, now);
  if (before !== undefined && isStraggler(before, input)) return before;
  return stillWaiting(live, after(live, input, now, before === undefined, around), around);
}

/** A session with an open card waits, whatever its other agents do meanwhile (`approvals.md` 1.1). */
function stillWaiting(before: Live, next: Live, { open, opens }: Around): Live {
  const { state, reason = "", since } = before.session;
  const now = next.session.state;
  if (!open || opens || state !== "waiting" || now === "waiting" || now === "ended") return next;
  return { ...next, beneath: beneath(next), session: { ...next.session, state, since, reason } };
}

function after(live: Live, input: AgentInput, now: Millis, isNew: boolean, around: Around): Live {
  switch (input.is) {
    case "started":
      return started(live, input, now, isNew, around);
    case "prompted":
      return prompted(live, input, now);
    case "tool-started":
      return toolStarted(live, input, now, around);
    case "tool-finished":
      return toolFinished(live, input, now, around);
    case "batch-finished":
      return batchFinished(live, input, now, around);
    case "waits":
      return waits(live, input, now, around);
    case "stopped":
      return stopped(live, input, now);
    case "limited":
      return limited(live, input, now);
    case "ended":
      return ended(live, input, now);
    case "meta":
      return meta(live, input, now);
    case "child":
      return childMoved(live, input, now);
    case "resolved":
      return resolved(live, input, now, around);
    case "sample":
      return sample(live, input, now);
  }
}

/** Any input but an end of something and a status line sample makes a missing session. */
function makes(input: AgentInput): boolean {
  if (input.is === "child") return input.state === "running";
  return input.is !== "ended" && input.is !== "sample" && input.is !== "resolved";
}

/** Only a prompt, a start or a waiting request brings an ended session back; a past turn's tools and Stop change nothing. */
export function isStraggler(live: Live, input: AgentInput): boolean {
  if (input.is === "prompted" || input.is === "started") return false;
  if (input.is === "waits" && input.request !== undefined) return false;
  if (live.session.state === "ended") return true;
  const late = input.from.turn !== undefined && live.pastTurns.includes(input.from.turn);
  return late && (input.is === "stopped" || input.is === "tool-started");
}

function started(live: Live, input: Started, now: Millis, isNew: boolean, around: Around): Live {
  const known = { model: input.model ?? live.session.model, ...folder(input) };
  const parent = around.parent === undefined ? {} : { parent: around.parent };
  const revived = live.session.state === "ended";
  // `compact` comes in the middle of a session; a `startup` of a known one, and a start just after a prompt, have been
  // overtaken by it.
  const overtaken = live.session.state === "working" && now - live.session.since < OVERTAKEN_MS;
  const keeps = input.source === "compact" || (input.source === "startup" && !isNew && !revived) || overtaken;
  if (keeps || around.open) return shift(live, now, known);
  const ready = shift(live, now, {
    ...known,
    ...parent,
    state: "done",
    reason: "ready",
    stuck: false,
    tool: undefined,
  });
  return withoutWaiters({ ...ready, calls: [] });
}

function prompted(live: Live, input: Prompted, now: Millis): Live {
  if (input.from.agentId !== undefined) return childActive(live, input.from, now);
  // Its own Stop has overtaken it: the turn is over already.
  if (input.from.turn !== undefined && input.from.turn === live.stoppedTurn) return shift(live, now, {});
  const next = shift(live, now, {
    state: "working",
    reason: undefined,
    stuck: false,
    tool: undefined,
    mode: input.from.mode ?? live.session.mode,
    ...(input.human ? { summary: clipSummary(input.text) } : {}),
  });
  const { stoppedTurn: _stopped, turn: past, ...rest } = next;
  const isOver = past !== undefined && past !== input.from.turn;
  const turns = {
    ...(input.from.turn === undefined ? {} : { turn: input.from.turn }),
    pastTurns: isOver ? [...live.pastTurns, past].slice(-MOST_TURNS) : live.pastTurns,
  };
  return withoutWaiters({ ...rest, ...turns, calls: callsOfChildren(live), handedBack: [] });
}

function toolStarted(before: Live, input: ToolStarted, now: Millis, around: Around): Live {
  const live = { ...passedWait(before, input, now, around), calls: callsWith(before.calls, input) };
  if (input.from.agentId !== undefined) return childActive(live, input.from, now);
  const tool = activeTool(live.calls) ?? (input.tool.sign ? input.tool.name : undefined);
  if (live.waiters.length > 0 || (input.tool.upkeep && isOver(live))) return shift(live, now, { tool });
  return shift(live, now, { state: "working", reason: undefined, tool });
}

/** A call that is known by its id is not started twice. */
function callsWith(calls: readonly Call[], { from, tool }: ToolStarted): readonly Call[] {
  const call = callOf(from, tool);
  const isKnown = call.callId !== undefined && calls.some((known) => known.callId === call.callId);
  return tool.sign || isKnown ? calls : [...calls, call].slice(-MOST_CALLS);
}

/** Qwen and Kimi start a call once it was allowed: what waited for it in the terminal is over (`agents.md` 4 and 10). */
function passedWait(live: Live, { passed, from, tool }: ToolStarted, now: Millis, around: Around): Live {
  if (!passed) return live;
  const isOver = ({ agentId, subject }: Waiter) => {
    return agentId === (from.agentId ?? "") && (subject === undefined || subject === tool.subject);
  };
  return leaveWaiters(live, isOver, now, around.open);
}

function toolFinished(live: Live, input: ToolFinished, now: Millis, around: Around): Live {
  const calls = withoutCall(live.calls, callOf(input.from, input.tool));
  const next = afterTools({ ...live, calls }, input, now, around);
  if (input.from.agentId !== undefined || input.outcome === "refused" || input.outcome === "interrupted") return next;
  return shift(next, now, { stuck: input.outcome === "error" });
}

function batchFinished(live: Live, input: BatchFinished, now: Millis, around: Around): Live {
  const calls = input.tools.reduce((left, tool) => withoutCall(left, callOf(input.from, tool)), live.calls);
  return afterTools({ ...live, calls }, input, now, around);
}

function afterTools(live: Live, input: ToolFinished | BatchFinished, now: Millis, around: Around): Live {
  const next = leaveWaiters(live, overBy(live, input), now, around.open);
  if (input.from.agentId !== undefined) return childActive(next, input.from, now);
  const change = { tool: activeTool(live.calls) };
  const upkeep = input.is === "tool-finished" && input.tool.upkeep === true && isOver(next);
  if (upkeep || (isPast(next, input.from.turn) && !isNews(next, input, now))) return shift(next, now, change);
  // Another call still waits in the terminal.
  if (next.waiters.length > 0) return { ...shift(next, now, change), beneath: { state: "working" } };
  return shift(next, now, { ...change, state: "working", reason: undefined });
}

/** A read-only wait leaves with the end of its own call, else with the next tool end of the same agent id. */
function overBy({ waiters }: Live, input: ToolFinished | BatchFinished): (waiter: Waiter) => boolean {
  const agentId = input.from.agentId ?? "";
  const subjects = (input.is === "tool-finished" ? [input.tool] : input.tools).map((tool) => tool.subject);
  const isOwn = (waiter: Waiter) => waiter.agentId === agentId && subjects.includes(waiter.subject ?? "");
  return waiters.some(isOwn) ? isOwn : (waiter) => waiter.agentId === agentId;
}

/** So long after a Stop a call's end is no longer one that the Stop has overtaken. */
const OVERTAKEN_MS = 2_000;

/** An agent that tells of no start works, as the end of a call shows (Cursor without its gate, `agents.md` section 7). */
function isNews({ session }: Live, input: ToolFinished | BatchFinished, now: Millis): boolean {
  if (input.is !== "tool-finished" || !input.untold) return false;
  return session.reason === "ready" || now - session.since >= OVERTAKEN_MS;
}

/** The turn is over: what arrives now was overtaken by its Stop. */
function isPast(live: Live, turn: string | undefined): boolean {
  if (turn !== undefined && live.pastTurns.includes(turn)) return true;
  return isOver(live) && (turn === undefined || live.stoppedTurn === undefined || turn === live.stoppedTurn);
}

/** No turn runs. */
function isOver(live: Live): boolean {
  const { state, reason } = beneath(live);
  return state === "done" || state === "failed" || state === "limited" || state === "quiet" || reason === "background";
}

function waits(live: Live, input: Waits, now: Millis, around: Around): Live {
  const summary = input.text === undefined ? undefined : clipSummary(input.text);
  // Who asks in its own name works; a subagent asks whatever the main agent does.
  const under = input.from.agentId === undefined ? { state: "working" } as const : beneath(live);
  if (around.opens) {
    return { ...shift(live, now, { state: "waiting", reason: input.wait, summary, since: now }), beneath: under };
  }
  const reason = `${input.wait}: answer in the terminal`;
  const next = withWaiter(live, input, reason, around);
  if (next === live || around.open || live.waiters.length > 0) return shift(next, now, {});
  return { ...shift(next, now, { state: "waiting", reason, summary }), beneath: under };
}

/** A notice that names no call tells of a wait that is known already, if any is. */
function withWaiter(live: Live, { from, tool, requestId }: Waits, reason: string, around: Around): Live {
  const { waiters } = live;
  if (tool === undefined && (around.open || waiters.length > 0)) return live;
  const agentId = from.agentId ?? "";
  const subject = tool?.subject;
  if (waiters.some((known) => known.agentId === agentId && known.subject === subject)) return live;
  // What a notice told of is named now.
  const others = waiters.filter((known) => known.agentId !== agentId || known.subject !== undefined);
  const waiter: Waiter = {
    agentId,
    reason,
    ...(subject === undefined ? {} : { subject }),
    ...(requestId === undefined ? {} : { requestId }),
  };
  return { ...live, waiters: [...others, waiter].slice(-MOST_CALLS) };
}

/** The terminal's own answer to what waited there. */
function resolved(live: Live, input: Resolved, now: Millis, around: Around): Live {
  return shift(leaveWaiters(live, (waiter) => waiter.requestId === input.requestId, now, around.open), now, {});
}

function stopped(live: Live, input: Stopped, now: Millis): Live {
  const summary = input.text === undefined ? undefined : clipSummary(input.text);
  const ending = endingOf(input, summary);
  const next = shift(live, now, { ...ending, summary, tool: undefined });
  const stoppedTurn = input.from.turn === undefined ? {} : { stoppedTurn: input.from.turn };
  const over = { ...next, ...stoppedTurn, calls: callsOfChildren(live), handedBack: [] };
  return withoutWaiters(closeChildren(over, input.background, now));
}

function endingOf(input: Stopped, summary: string | undefined) {
  if (input.how === "failed") return { state: "failed", reason: summary } as const;
  if (input.how === "user") return { state: "done", reason: "user" } as const;
  if (input.background.length > 0) return { state: "working", reason: "background" } as const;
  return { state: "done", reason: input.recurring ? "recurring" : undefined } as const;
}

function limited(live: Live, input: Limited, now: Millis): Live {
  const text = clipSummary(input.text);
  return withoutWaiters(shift(live, now, { state: "limited", reason: text, summary: text, tool: undefined }));
}

function ended(live: Live, input: Ended, now: Millis): Live {
  const over = shift(live, now, { state: "ended", reason: input.reason, tool: undefined });
  return withoutWaiters(closeChildren({ ...over, calls: [], handedBack: [], allowed: [] }, [], now));
}

function meta(live: Live, input: Meta, now: Millis): Live {
  const summary = input.text === undefined ? live.session.summary : clipSummary(input.text);
  return shift(live, now, { model: input.model ?? live.session.model, summary, ...folder(input) });
}

/** It fills a known session of the same agent and never counts as life. */
function sample(live: Live, input: Sample, _now: Millis): Live {
  if (input.cost === undefined || input.cost === live.session.cost) return live;
  return { ...live, session: { ...live.session, cost: input.cost } };
}

/** A child's report never relabels its parent, and a tool's own folder is not the project. */
function folder(input: Started | Meta): { cwd?: string; project?: string } {
  const { cwd, agentId } = input.from;
  return cwd === undefined || agentId !== undefined ? {} : { cwd, project: projectOf(cwd) };
}

function callsOfChildren(live: Live): readonly Call[] {
  return live.calls.filter((call) => call.agentId !== undefined);
}

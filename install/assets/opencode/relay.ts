// Runs the hooks: those of one session one after another, so that its states come in order; one that waits for a person
// holds nobody up. Whatever goes wrong ends in "no outcome": OpenCode never notices.

import type { JsonObject } from "../../../src/domain/json.ts";
import { readAnswer } from "./answer.ts";
import { GRACE_MS, MOST_QUEUED, MOST_WAITING } from "./limits.ts";
import type { Post } from "./post.ts";
import type { Ended, Running, Start } from "./process.ts";
import type { Relay, Request } from "./step.ts";

/** Milliseconds until a hook is ended. */
export type RelayLimits = { readonly plain: number; readonly waiting: number };

export type Doors = { readonly start: Start; readonly post: Post; readonly limits: RelayLimits };

/** What came of one event; without `ended`, its hook was ended or never started. */
export type Outcome = {
  readonly event: string;
  readonly ended?: Ended;
  readonly posted?: { readonly url: string; readonly body: JsonObject };
};

export type Relays = {
  run(relay: Relay): Promise<Outcome>;
  /** The request is over: its hook ends, and whatever it says is not posted. */
  over(request: string): void;
  /** Ends all that wait. */
  close(): void;
};

/** The runner; it keeps only what waits. */
export function relays(doors: Doors): Relays {
  const waiting = new Map<string, Waiting>();
  const enqueue = queues();
  const inTurn = ({ queue, event, request }: Relay, start: () => Promise<Outcome>) => {
    return new Promise<Outcome>((resolve) => {
      const begin = () => {
        // A runtime that cannot start it throws.
        const outcome = start().catch(() => ({ event }));
        outcome.then(resolve);
        return request === undefined ? outcome : undefined;
      };
      enqueue(queue, { begin, drop: () => resolve({ event }) });
    });
  };
  return {
    run(relay) {
      const { event, request } = relay;
      // Written out now: what the event holds may change under us.
      const stdin = JSON.stringify(relay.payload);
      if (request === undefined) return inTurn(relay, () => runPlain(relay, stdin, doors));
      if (waiting.size >= MOST_WAITING) return Promise.resolve({ event });
      const entry: Waiting = { over: false };
      waiting.set(request.id, entry);
      const free = () => waiting.delete(request.id);
      const asked = inTurn(relay, () => runWaiting(relay, stdin, request, { entry, free }, doors));
      return asked.finally(free);
    },
    over: (request) => end(waiting.get(request)),
    close: () => waiting.forEach(end),
  };
}

type Waiting = { over: boolean; running?: Running };

function end(entry: Waiting | undefined): void {
  if (entry === undefined) return;
  entry.over = true;
  if (entry.running !== undefined) stop(entry.running);
}

async function runPlain(relay: Relay, stdin: string, { start, limits }: Doors): Promise<Outcome> {
  const ended = await within(start(argumentsOf(relay), stdin), limits.plain);
  return { event: relay.event, ...(ended && { ended }) };
}

async function runWaiting(
  relay: Relay,
  stdin: string,
  request: Request,
  { entry, free }: { readonly entry: Waiting; readonly free: () => void },
  { start, post, limits }: Doors,
): Promise<Outcome> {
  const { event } = relay;
  if (entry.over) return { event };
  entry.running = start(argumentsOf(relay), stdin);
  const ended = await within(entry.running, limits.waiting);
  // OpenCode may take its time with the answer: that keeps nobody else from being asked.
  free();
  if (ended === undefined || entry.over) return { event };
  const body = ended.code === 0 ? readAnswer(ended.printed, request) : undefined;
  if (body === undefined) return { event, ended };
  try {
    await post(request.url, body);
    return { event, ended, posted: { url: request.url, body } };
  } catch {
    return { event, ended }; // OpenCode's own dialog is still there
  }
}

/** Flags stand before the event (`protocol.md` section 3). */
function argumentsOf({ event, request }: Relay): string[] {
  return ["hook", "--agent", "opencode", ...(request?.questions === undefined ? [] : ["--ask"]), event];
}

/** How it ended, or `undefined` when it took longer and was ended. */
function within(running: Running, span: number): Promise<Ended | undefined> {
  return new Promise((resolve) => {
    const timer = later(span, () => {
      stop(running);
      resolve(undefined);
    });
    running.ended.then((ended) => {
      clearTimeout(timer);
      resolve(ended);
    });
  });
}

function stop(running: Running): void {
  running.kill("SIGTERM");
  const timer = later(GRACE_MS, () => running.kill("SIGKILL"));
  running.ended.then(() => clearTimeout(timer));
}

/** A timer that keeps no program alive: in Bun and Node it is an object that says so. */
function later(span: number, work: () => void): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(work, span);
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function") {
    timer.unref();
  }
  return timer as ReturnType<typeof setTimeout>;
}

/** `begin` gives what the next one has to wait for. */
type Job = { begin(): Promise<unknown> | undefined; drop(): void };

/** Jobs of one name begin one after another; of more than `MOST_QUEUED` that wait, the oldest is dropped. */
function queues(): (name: string, job: Job) => void {
  const known = new Map<string, Job[]>();
  const drain = async (name: string, jobs: Job[]) => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job.begin();
    known.delete(name);
  };
  return (name, job) => {
    const jobs = known.get(name);
    if (jobs === undefined) {
      const first = [job];
      known.set(name, first);
      drain(name, first);
      return;
    }
    jobs.push(job);
    if (jobs.length > MOST_QUEUED) jobs.shift()?.drop();
  };
}

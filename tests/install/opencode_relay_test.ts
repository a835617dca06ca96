// The inside of OpenCode's plugin with scaled deadlines and processes that never end: how long a hook may take, and how
// much is kept.

import { assert, assertEquals } from "@std/assert";
import { MOST_CALLS, MOST_QUEUED, MOST_WAITING } from "../../install/assets/opencode/limits.ts";
import { openPlugin, type Outcome } from "../../install/assets/opencode/plugin.ts";
import { type Running, type Start, starter } from "../../install/assets/opencode/process.ts";
import { reader } from "../../install/assets/opencode/read.ts";
import { poll } from "../../scripts/stage.ts";
import { isAlive } from "../support/opencode.ts";

const LIMITS = { plain: 300, waiting: 600 };

Deno.test("a waiting hook that overstays is ended, by force where it does not listen", async () => {
  const file = await Deno.makeTempFile();
  const script = `echo $$ > "${file}"; trap "" TERM; while :; do sleep 0.05; done`;
  const start = starter(["/bin/sh", "-c", script]);
  assert(start);
  const posts: unknown[] = [];
  const post = (url: string) => Promise.resolve(posts.push(url));
  const plugin = openPlugin("/home/me", { start, post, limits: LIMITS });
  assertEquals(await awake(plugin.handle("event", asked("per_1"))), { event: "PermissionRequest" });
  await poll("its end", () => !isAlive(Number(Deno.readTextFileSync(file))) || undefined);
  assertEquals(posts, []);
  await Deno.remove(file);
});

Deno.test("a hook that waits may take longer than a plain one", async () => {
  const start = starter(["/bin/sh", "-c", `sleep 0.45; printf '{"reply":"once"}'`]);
  assert(start);
  const plugin = openPlugin(undefined, {
    start,
    post: () => Promise.resolve(),
    limits: { plain: 100, waiting: 20_000 },
  });
  assertEquals(await awake(prompt(plugin, "ses_1")), { event: "UserPromptSubmit" });
  const outcome = await awake(plugin.handle("event", asked("per_1")));
  assertEquals(outcome?.posted, { url: "/permission/per_1/reply", body: { reply: "once" } });
});

Deno.test("a process that cannot be started is no outcome, and the next one is", async () => {
  let calls = 0;
  const start: Start = () => {
    if (++calls === 1) throw new Error("no more processes");
    return { ended: Promise.resolve({ code: 0, printed: "" }), kill() {} };
  };
  const plugin = openPlugin(undefined, { start, post: () => Promise.resolve(), limits: LIMITS });
  const outcomes = await Promise.all([prompt(plugin, "ses_1"), prompt(plugin, "ses_1")]);
  assertEquals(outcomes, [
    { event: "UserPromptSubmit" },
    { event: "UserPromptSubmit", ended: { code: 0, printed: "" } },
  ]);
});

Deno.test("of the events that pile up behind a slow hook the oldest are dropped, and the last is told", async () => {
  const { start, started, release } = stuck();
  const plugin = openPlugin(undefined, {
    start,
    post: () => Promise.resolve(),
    limits: { plain: 20_000, waiting: 20_000 },
  });
  const told: (Outcome | undefined)[] = [];
  const all = Array.from(
    { length: MOST_QUEUED + 10 },
    (_, number) =>
      plugin.handle("chat.message", { sessionID: "ses_1", messageID: `m${number}` }, {}).then((outcome) =>
        told.push(outcome)
      ),
  );
  await poll("the dropped ones", () => told.length === 9 || undefined);
  assertEquals(told.every((outcome) => outcome?.ended === undefined), true);
  release();
  await Promise.all(all);
  assertEquals(started.length, MOST_QUEUED + 1);
  assertEquals([started[0]?.prompt_id, started.at(-1)?.prompt_id], ["m0", `m${MOST_QUEUED + 9}`]);
});

Deno.test("no more hooks wait at one time than a person could answer", async () => {
  const { start, started, release } = stuck();
  const plugin = openPlugin(undefined, {
    start,
    post: () => Promise.resolve(),
    limits: { plain: 20_000, waiting: 20_000 },
  });
  const all = Array.from({ length: MOST_WAITING + 5 }, (_, number) => plugin.handle("event", asked(`per_${number}`)));
  assertEquals(await all.at(-1), { event: "PermissionRequest" });
  await poll("the others", () => started.length === MOST_WAITING || undefined);
  release();
  await Promise.all(all);
  assertEquals(started.length, MOST_WAITING);
});

Deno.test("what is remembered of calls is bounded: the oldest is forgotten, and its end is not told", () => {
  const read = reader("/home/me");
  const call = (number: number) => ({ sessionID: "ses_1", tool: "bash", callID: `call_${number}` });
  for (let number = 0; number <= MOST_CALLS; number++) read("tool.execute.before", call(number), { args: {} });
  assertEquals(read("tool.execute.after", call(0)), undefined);
  assertEquals(read("tool.execute.after", call(1))?.relay?.event, "PostToolUse");
  assertEquals(read("tool.execute.after", call(1)), undefined);
});

function asked(id: string): unknown {
  return {
    event: { type: "permission.asked", properties: { id, sessionID: "ses_1", permission: "bash", patterns: ["a"] } },
  };
}

function prompt(plugin: ReturnType<typeof openPlugin>, sessionID: string): Promise<Outcome | undefined> {
  return plugin.handle("chat.message", { sessionID }, {});
}

/** Nothing of the plugin keeps a program alive: here that is the test's own affair. */
async function awake<Result>(work: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** Processes that all end together. */
function stuck() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started: Record<string, unknown>[] = [];
  const start: Start = (_args, stdin): Running => {
    started.push(JSON.parse(stdin));
    return { ended: promise.then(() => ({ code: 0, printed: "" })), kill() {} };
  };
  return { start, started, release: resolve };
}

// OpenCode's plugin with the real hook and a real daemon: what a person answers is what OpenCode is told.

import { assertEquals } from "@std/assert";
import { commandFor } from "../../scripts/run.ts";
import { openStage, poll, type Stage } from "../../scripts/stage.ts";
import type { View } from "../../src/domain/view.ts";
import { callAs, onOpenCode, type OpenCode, recordedCalls } from "../support/opencode.ts";

const SESSION = "opencode:ses_dd2814899ffeWtUmsUOwrhaaqx";
const ASKING = "opencode:ses_dd2802d10ffeaXe3CQuWhOz931";

Deno.test("an allow and a deny with words reach OpenCode, and the session goes from start to done", async () => {
  await onStage(async (stage, at) => {
    const calls = recordedCalls("tui-reply-once");
    const [first = 0, second = 0] = calls.flatMap(({ input }, index) =>
      input.type === "permission.asked" ? [index] : []
    );
    for (const call of calls.slice(0, first + 1)) await callAs(at, call);
    const card = await stage.seen("the first card", ({ cards }) => cards[0]);
    const command = "curl -s http://127.0.0.1:1/; echo hi > made.txt";
    assertEquals(
      [card.session, card.kind, card.tool, card.target, card.cwd, card.whole],
      [SESSION, "permission", "Bash", command, "/home/me/proj", true],
    );
    await answer(stage, card.id, "allow");
    await poll("the post", () => at.posts().length === 1 || undefined);

    for (const call of calls.slice(first + 1, second + 1)) await callAs(at, call);
    const edit = await stage.seen("the second card", ({ cards }) => cards[0]);
    assertEquals([edit.tool, edit.target, edit.input.new_string], ["Edit", "/home/me/proj/a.txt", "hullo"]);
    await answer(stage, edit.id, "deny", "--message", "not that file");
    await poll("the post", () => at.posts().length === 2 || undefined);

    for (const call of calls.slice(second + 1)) await callAs(at, call);
    const done = await stage.seen(
      "the end of the turn",
      ({ sessions }) => sessions.find(({ id, state }) => id === SESSION && state === "done"),
    );
    assertEquals(done.summary, "Finished now.");
    assertEquals(at.posts().map(({ url, body }) => [url, body]), [
      ["/permission/per_22d7ec96a001wJfY3nwB7DCDpp/reply", { reply: "once" }],
      ["/permission/per_22d7ed750001HqezBcH0l0gAS8/reply", { reply: "reject", message: "not that file" }],
    ]);
  });
});

Deno.test("a question is answered from its card", async () => {
  await onStage(async (stage, at) => {
    const calls = recordedCalls("ask-reply");
    const asked = calls.findIndex(({ input }) => input.type === "question.asked");
    for (const call of calls.slice(0, asked + 1)) await callAs(at, call);
    const card = await stage.seen("the card", ({ cards }) => cards[0]);
    assertEquals([card.session, card.kind, card.questions?.[0]?.question], [ASKING, "question", "Which color?"]);
    await answer(stage, card.id, "--answer", "Blue, or so");
    await poll("the post", () => at.posts().length === 1 || undefined);
    assertEquals(at.posts().map(({ url, body }) => [url, body]), [
      ["/question/que_22d7fe412001DUpD1r1YN3Jq6V/reply", { answers: [["Blue, or so"]] }],
    ]);
  });
});

Deno.test("answered in OpenCode's own dialog, the card goes and nothing is posted", async () => {
  await onStage(async (stage, at) => {
    const calls = recordedCalls("tui-reply-once");
    const asked = calls.findIndex(({ input }) => input.type === "permission.asked");
    const replied = calls.findIndex(({ input }) => input.type === "permission.replied");
    for (const call of calls.slice(0, asked + 1)) await callAs(at, call);
    await stage.seen("the card", ({ cards }) => cards[0]);
    for (const call of calls.slice(asked + 1, replied + 1)) await callAs(at, call);
    await stage.seen("no card", ({ cards }) => cards.length === 0 || undefined);
    await stage.seen(
      "work going on",
      ({ sessions }) => sessions.find(({ id, state }) => id === SESSION && state === "working"),
    );
    assertEquals(at.posts(), []);
  });
});

Deno.test("handed back, OpenCode is told nothing; a session without a request is never waiting", async () => {
  await onStage(async (stage, at) => {
    const calls = recordedCalls("tui-reply-once");
    const asked = calls.findIndex(({ input }) => input.type === "permission.asked");
    for (const call of calls.slice(0, asked + 1)) await callAs(at, call);
    const card = await stage.seen("the card", ({ cards }) => cards[0]);
    await answer(stage, card.id, "hand-back");
    await stage.seen("no card", ({ cards }) => cards.length === 0 || undefined);
    for (const call of calls.slice(asked + 1)) await callAs(at, call);
    await stage.seen("the end", ({ sessions }) => sessions.find(({ id, state }) => id === SESSION && state === "done"));
    assertEquals(at.posts(), []);
  });
});

Deno.test("told only, a request is a wait without a card, and its session goes on with the call", async () => {
  await onStage(async (stage, at) => {
    const calls = recordedCalls("tui-reply-once");
    const asked = calls.findIndex(({ input }) => input.type === "permission.asked");
    const inState = (state: string) => (view: View) =>
      view.sessions.some((session) => session.id === SESSION && session.state === state) ? view : undefined;
    for (const call of calls.slice(0, asked + 1)) await callAs(at, call);
    const waiting = await stage.seen("the wait", inState("waiting"));
    for (const call of calls.slice(asked + 1)) await callAs(at, call);
    const done = await stage.seen("the end", inState("done"));
    assertEquals([waiting.cards, done.cards, at.posts()], [[], [], []]);
  }, false);
});

async function answer(stage: Stage, ...words: string[]): Promise<void> {
  assertEquals((await stage.start(["answer", ...words]).ended).code, 0);
}

async function onStage(test: (stage: Stage, at: OpenCode) => Promise<void>, asks = true): Promise<void> {
  const stage = await openStage();
  try {
    await stage.serve();
    const { cmd, args, env } = commandFor(["hook"], stage.env);
    await onOpenCode({ command: [cmd, ...args.slice(0, -1)], asks, env }, (at) => test(stage, at));
  } finally {
    await stage.close();
  }
}

// The loop with the real core: the order of effects, and that it outlives every failure.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { admitter } from "../../src/daemon/admit.ts";
import { type Loop, startLoop } from "../../src/daemon/loop.ts";
import type { Waiters } from "../../src/daemon/ports.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { Words } from "../../src/domain/card.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { decodeEvent } from "../../src/wire/decode.ts";
import { type MemoryStore, memoryStore, permission, until } from "../support/daemon.ts";

type World = {
  readonly loop: Loop;
  readonly store: MemoryStore;
  readonly waiters: Waiters;
  readonly logged: string[];
  readonly replies: { verdict: Verdict; text: string | undefined }[];
  /** Moves the clock. */
  at(now: number): void;
  /** Hands an event over that waits under this name. */
  ask(message: JsonObject, request: string): void;
  answer(words: Words): unknown;
};

const START = 1_800_000_000_000;

function looping(work: (world: World) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const store = memoryStore();
    const waiters: Waiters = new Map();
    const logged: string[] = [];
    const replies: World["replies"] = [];
    let now = START;
    const log = (text: string) => void logged.push(text);
    const loop = startLoop({ store, waiters, demo: true, now: () => now, log, recorded: () => {} });
    const admit = admitter(store.digestKey, () => false);
    function ask(message: JsonObject, request: string): void {
      const decoded = decodeEvent(JSON.stringify(message));
      assert(decoded.ok);
      waiters.set(request, {
        event: decoded.value,
        acknowledge: () => void store.log.push("acknowledged"),
        reply(verdict, text) {
          store.log.push("replied");
          replies.push({ verdict, text });
          waiters.delete(request);
        },
        close() {
          store.log.push("closed");
          waiters.delete(request);
        },
      });
      loop.dispatch(admit(decoded.value, "socket", request));
    }
    function answer(words: Words): unknown {
      const [card] = loop.view().cards;
      assert(card);
      return loop.answer({ card: card.id, by: "command", words, binding: card.binding });
    }
    try {
      await work({ loop, store, waiters, logged, replies, at: (time) => now = time, ask, answer });
    } finally {
      loop.batch.flush(false);
      loop.stop();
    }
  };
}

Deno.test(
  "a card is on disk before its hook hears of it",
  looping(({ ask, store }) => {
    ask(permission("1", "npm test"), "r1");
    const order = store.log.filter((entry) => ["card c1", "flush", "acknowledged"].includes(entry));
    assertEquals(order, ["card c1", "flush", "acknowledged"]);
  }),
);

Deno.test(
  "an answer is on disk before it leaves, with the very text that the hook prints",
  looping(({ ask, answer, store, replies }) => {
    ask(permission("1", "npm test"), "r1");
    store.log.length = 0;
    assertEquals(answer({ decision: "deny", message: "no" }), { status: 200, outcome: "denied" });
    const order = store.log.filter((entry) => ["end c1 denied", "flush durable", "replied"].includes(entry));
    assertEquals(order, ["end c1 denied", "flush durable", "replied"]);
    const text =
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}';
    assertEquals([store.returned, replies.map((reply) => reply.text)], [[text], [text]]);
  }),
);

Deno.test(
  "the text is made from the input uncut",
  looping(({ ask, answer, store }) => {
    const plan = "x".repeat(5_000);
    const cut = {
      hook_event_name: "PermissionRequest",
      session_id: "s",
      tool_name: "ExitPlanMode",
      tool_input: { plan: `${"x".repeat(2_000)}…` },
    };
    ask({ ...permission("1", ""), payload: cut, exact: { plan } }, "r1");
    answer({ decision: "allow" });
    assertStringIncludes(store.returned[0] ?? "", plan);
  }),
);

Deno.test(
  "a record that fails does not keep the answer from the agent, and is noted",
  looping(({ ask, answer, store, replies, loop, logged }) => {
    ask(permission("1", "npm test"), "r1");
    store.endCard = () => {
      throw new Error("no disk");
    };
    assertEquals(answer({ decision: "allow" }), { status: 200, outcome: "allowed" });
    assertEquals(replies.length, 1);
    assertStringIncludes(logged[0] ?? "", "no disk");
    assertStringIncludes(loop.view().health.notes.failure ?? "", "no disk");
  }),
);

Deno.test(
  "an effect that fails leaves the rest to be done and the loop alive",
  looping(({ ask, answer, store, replies, logged }) => {
    store.saveEvent = () => {
      throw new Error("row refused");
    };
    store.saveSession = () => {
      throw new Error("row refused");
    };
    ask(permission("1", "npm test"), "r1");
    assert(store.log.includes("acknowledged"));
    answer({ decision: "allow" });
    assertEquals(replies.length, 1);
    assert(logged.length >= 2);
  }),
);

Deno.test(
  "history that cannot be kept stands in the view until it can",
  looping(({ loop, store }) => {
    store.fail("the disk is full");
    loop.batch.flush(false);
    assertEquals(loop.view().health.notes, { history: "the disk is full" });
    store.fail(undefined);
    loop.batch.flush(false);
    assertEquals(loop.view().health.notes, {});
  }),
);

Deno.test(
  "an input that an effect causes is taken after the effects of the first",
  looping(({ loop, store, ask }) => {
    const seen: string[] = [];
    store.openCard = () => {
      seen.push("open");
      loop.dispatch({ is: "noted", key: "inner", text: "x" });
      // Not taken yet: the outer input is still being performed.
      seen.push(`${loop.view().health.notes.inner}`);
    };
    ask(permission("1", "ls"), "r1");
    assertEquals([seen, loop.view().health.notes.inner], [["open", "undefined"], "x"]);
  }),
);

Deno.test(
  "a hold that runs out wakes the loop by itself, and the hook is closed in silence",
  looping(async ({ ask, at, store, replies, loop }) => {
    ask(permission("1", "ls"), "r1");
    const [card] = loop.view().cards;
    assert(card?.ends);
    // The timer was set when the card opened, 108 s ahead at most; another input sets it anew.
    at(card.ends);
    loop.dispatch({ is: "noted", key: "x", text: "y" });
    await until(() => loop.view().cards.length === 0, "the end of the hold");
    assert(store.log.includes("end c1 expired") && store.log.includes("closed"));
    assertEquals(replies, []);
  }),
);

Deno.test(
  "an answer to a card that is not there is told, not performed",
  looping(({ loop, replies }) => {
    const outcome = loop.answer({ card: "c1", by: "command", words: { decision: "allow" }, binding: "x" });
    assertEquals([outcome?.status, replies], [404, []]);
  }),
);

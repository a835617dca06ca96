// How the numbers of the wire stand to each other, and where a number has to stand twice.

import { assertEquals } from "@std/assert";
import { fit } from "../../src/core/fit.ts";
import {
  AGENT_TIMEOUT_MS,
  ANSWER_BYTES,
  DECISION_MS,
  HIDDEN_HOLD_MS,
  HOLD_MS,
  STDIN_WAITING_MS,
} from "../../src/wire/limits.ts";
import { question, world } from "../support/core_world.ts";

Deno.test("the daemon ends first, then the hook, then the agent, also when stdin came late", () => {
  const order = [HIDDEN_HOLD_MS, HOLD_MS, DECISION_MS, STDIN_WAITING_MS + DECISION_MS, AGENT_TIMEOUT_MS];
  assertEquals(order.toSorted((one, other) => one - other), order);
  assertEquals(new Set(order).size, order.length);
});

Deno.test("the core, which may not read the wire's numbers, holds answers to the same length", () => {
  const it = world();
  it.tell(question);
  const [card] = it.state.cards.values();
  const takes = (bytes: number) => card !== undefined && fit(card, { answers: ["é".repeat(bytes / 2), ["S"]] }).ok;
  assertEquals([takes(ANSWER_BYTES), takes(ANSWER_BYTES + 2)], [true, false]);
});

import { assertEquals } from "@std/assert";
import { inOrder } from "../../src/cli/in_order.ts";

/** Longer than any test may take. */
const FOREVER_MS = 60_000;

Deno.test({
  name: "what ends early is told after what started before it",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const told: string[] = [];
    const add = inOrder<string>(FOREVER_MS, (text) => told.push(text));
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const both = [add(first.promise), add(second.promise)];
    second.resolve("second");
    await new Promise((resolve) => setTimeout(resolve, 20));
    assertEquals(told, []);
    first.resolve("first");
    await Promise.all(both);
    assertEquals(told, ["first", "second"]);
  },
});

Deno.test("what takes long holds nobody up, and is told at its end", async () => {
  const told: string[] = [];
  const add = inOrder<string>(10, (text) => told.push(text));
  const long = Promise.withResolvers<string>();
  const first = add(long.promise);
  await Promise.all([add(Promise.resolve("second")), add(Promise.resolve("third"))]);
  assertEquals(told, ["second", "third"]);
  long.resolve("first");
  await first;
  assertEquals(told, ["second", "third", "first"]);
});

// Bounded places.

import { assertEquals } from "@std/assert";
import { places, takeWhenFree, takeWithin } from "../../src/daemon/places.ts";

Deno.test("no more places are taken than there are, and a given one can be taken again", () => {
  const two = places(2);
  assertEquals([two.take(), two.take(), two.take()], [true, true, false]);
  two.give();
  assertEquals([two.take(), two.take()], [true, false]);
});

Deno.test("several places are taken together or not at all", () => {
  const ten = places(10);
  assertEquals([ten.take(6), ten.take(5), ten.take(4), ten.take()], [true, false, true, false]);
  ten.give(6);
  assertEquals([ten.take(7), ten.take(6)], [false, true]);
});

Deno.test("everybody who waits for a place gets one in the end, and never two at once", async () => {
  const one = places(1);
  let inside = 0;
  const most: number[] = [];
  await Promise.all(Array.from({ length: 50 }, async () => {
    await takeWhenFree(one);
    most.push(inside += 1);
    await Promise.resolve();
    inside -= 1;
    one.give();
  }));
  assertEquals([most.length, Math.max(...most)], [50, 1]);
});

Deno.test("waiting for a place ends with its deadline, and takes none", async () => {
  const one = places(1);
  assertEquals(await takeWithin(one, 1), true);
  assertEquals(await takeWithin(one, 20), false);
  setTimeout(one.give, 5);
  assertEquals(await takeWithin(one, 20_000), true);
  assertEquals(one.take(), false);
});

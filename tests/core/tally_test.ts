import { assertEquals } from "@std/assert";
import { ofLastDay, tallied, type Tally } from "../../src/core/tally.ts";

const HOUR = 3_600_000;

Deno.test("what was counted is known in all, of the last day, and when last", () => {
  let tally: Tally | undefined;
  for (let hour = 0; hour < 100; hour++) tally = tallied(tallied(tally, hour * HOUR), hour * HOUR + 1);
  assertEquals([tally?.all, tally?.last, tally?.hours.size], [200, 99 * HOUR + 1, 24]);
  const day = (at: number) => tally && ofLastDay(tally, at);
  assertEquals([day(99 * HOUR), day(100 * HOUR), day(122 * HOUR), day(123 * HOUR)], [48, 46, 2, 0]);
});

Deno.test("a clock that was set back counts on, and the hours to come are of no day", () => {
  const tally = tallied(tallied(undefined, 50 * HOUR), 10 * HOUR);
  assertEquals([tally.all, tally.last, ofLastDay(tally, 10 * HOUR)], [2, 10 * HOUR, 1]);
});

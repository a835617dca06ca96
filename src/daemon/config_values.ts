// The kinds of values that settings have, each with the words that say what it must be.

import { z } from "zod";

/** A whole number in a range, both ends included; `of` says what it counts. */
export function whole(from: number, to: number, of = ""): z.ZodType<number> {
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  return z.custom<number>(fits, `must be a whole number ${of ? `of ${of} ` : ""}from ${from} to ${to}`);
}

/** A switch. */
export function flag(): z.ZodType<boolean> {
  return z.custom<boolean>((value) => typeof value === "boolean", "must be true or false");
}

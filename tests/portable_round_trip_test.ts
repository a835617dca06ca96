// The round trip against the portable build: the same cases as from source, in a folder whose path has spaces.

import { assertEquals } from "@std/assert";
import { compile } from "./support/compile.ts";
import { roundTrips } from "./support/round_trip.ts";
import { built, type Home, home } from "./support/vults.ts";

let at: Home;

Deno.test.beforeAll(async () => {
  at = await home();
  const { code, stderr } = await compile(["--portable", "--output", `${at.folder}/my programs/vults`]);
  assertEquals(code, 0, stderr);
});

Deno.test.afterAll(() => at.remove());

roundTrips("portable", (args, env) => built(`${at.folder}/my programs/vults`)(args, env));

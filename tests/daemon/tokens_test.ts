// The two tokens and their files.

import { assert, assertEquals, assertMatch, assertNotEquals, assertStringIncludes } from "@std/assert";
import { ensureDir } from "../../src/files.ts";
import { readTokens } from "../../src/daemon/tokens.ts";
import { tempPlaces } from "../support/daemon.ts";

const none = () => undefined;

function inPlaces(work: (paths: ReturnType<typeof tempPlaces>["paths"]) => void): () => void {
  return () => {
    const places = tempPlaces();
    ensureDir(places.paths.support, 0o700);
    try {
      work(places.paths);
    } finally {
      places.remove();
    }
  };
}

Deno.test(
  "two different tokens are made once, 0600, and read again",
  inPlaces((paths) => {
    const made = readTokens(paths, none);
    assert("api" in made);
    assertMatch(made.api, /^[0-9a-f]{64}$/);
    assertMatch(made.hook, /^[0-9a-f]{64}$/);
    assertNotEquals(made.api, made.hook);
    for (const path of [paths.token, paths.hookToken]) assertEquals((Deno.lstatSync(path).mode ?? 0) & 0o777, 0o600);
    assertEquals(readTokens(paths, none), made);
  }),
);

Deno.test(
  "VULTS_TOKEN, or its older name, replaces the hook token alone",
  inPlaces((paths) => {
    const made = readTokens(paths, none);
    assert("api" in made);
    const env = (set: Record<string, string>) => readTokens(paths, (name) => set[name]);
    assertEquals(env({ VULTS_TOKEN: "mine", VIBEBUDDY_TOKEN: "old" }), { api: made.api, hook: "mine" });
    assertEquals(env({ VIBEBUDDY_TOKEN: "old" }), { api: made.api, hook: "old" });
  }),
);

Deno.test(
  "a token that others can read, that is a link, or that is none is refused by name",
  inPlaces((paths) => {
    const refusal = (path: string) => {
      const read = readTokens(paths, none);
      assert("refused" in read);
      assertStringIncludes(read.refused, `"${path}"`);
      return read.refused;
    };
    readTokens(paths, none);
    Deno.chmodSync(paths.token, 0o640);
    assertStringIncludes(refusal(paths.token), "mode 0640 lets others in");
    Deno.chmodSync(paths.token, 0o600);
    Deno.writeTextFileSync(paths.hookToken, "not hex");
    assertStringIncludes(refusal(paths.hookToken), "64 hex digits");
    Deno.removeSync(paths.hookToken);
    Deno.symlinkSync(paths.token, paths.hookToken);
    assertStringIncludes(refusal(paths.hookToken), "not a plain file");
  }),
);

Deno.test(
  "an empty token file, as a crash leaves it, is made anew",
  inPlaces((paths) => {
    Deno.writeTextFileSync(paths.token, "", { mode: 0o600 });
    const made = readTokens(paths, none);
    assert("api" in made);
    assertMatch(made.api, /^[0-9a-f]{64}$/);
  }),
);

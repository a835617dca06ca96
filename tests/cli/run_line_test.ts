import { assert, assertEquals, assertMatch } from "@std/assert";
import { runLine } from "../../src/cli/run_line.ts";

const PLACES: Readonly<Record<string, string>> = { PATH: "/usr/bin:/bin", HOME: "/home/me", SECRET: "x" };
const env = (name: string) => PLACES[name];

Deno.test("a line is run in a shell with its stdin, and only what decides where the daemon is", async () => {
  const ran = await runLine('cat; printf " $HOME ${SECRET-}"; echo err >&2; exit 3', "in", env);
  assert("code" in ran);
  assertEquals([ran.code, ran.printed], [3, "in /home/me err\n"]);
});

Deno.test("a line that reads nothing, is ended, or leaves something running comes back", async () => {
  const unread = await runLine("exit 0", "x".repeat(1_000_000), env);
  assert("code" in unread && unread.code === 0);
  assertEquals(await runLine("kill -9 $$", "", env), { why: "it was ended by SIGKILL" });
  const held = await runLine("sleep 3 & exit 0", "", env, 300);
  assertMatch("why" in held ? held.why : "", /did not end within 0\.3 s/);
});

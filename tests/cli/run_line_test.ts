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

Deno.test("what hangs is ended with all that it started, and so is what prints without end", async () => {
  const mark = `${Deno.makeTempDirSync()}/pid`;
  const hung = await runLine(`sleep 77 & echo $! > ${mark}; exec sleep 78`, "", env, 300);
  assertMatch("why" in hung ? hung.why : "", /did not end within 0\.3 s/);
  await gone(Number(Deno.readTextFileSync(mark)));
  const flood = await runLine(`echo $$ > ${mark}; exec yes`, "", env);
  assertEquals(flood, { why: "it prints without end where it must be silent" });
  await gone(Number(Deno.readTextFileSync(mark)));
});

Deno.test("a token that agents inherit goes along", async () => {
  const ran = await runLine('printf "$VULTS_TOKEN"', "", (name) => ({ ...PLACES, VULTS_TOKEN: "t0" })[name]);
  assert("code" in ran);
  assertEquals(ran.printed, "t0");
});

/** Waits for the end of a process; a test that waits for ever has failed. */
async function gone(pid: number): Promise<void> {
  while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A zombie has ended; nobody may have taken note of it in a container. */
function alive(pid: number): boolean {
  const { stdout } = new Deno.Command("ps", { args: ["-o", "stat=", "-p", String(pid)] }).outputSync();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

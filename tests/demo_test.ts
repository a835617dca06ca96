// `deno task demo` as a machine and as a person runs it: without a terminal it answers by itself, in one it waits for the
// pasted line. However it ends, it leaves neither a process nor a folder.

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandFor } from "../scripts/run.ts";
import { pause, poll } from "../scripts/stage.ts";
import { exists } from "../src/files.ts";
import { decision } from "./support/answers.ts";

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);
const SCRIPT = "/usr/bin/script";
const PROMISED_MS = 30_000;
const STOPPED = "Stopped. The daemon ends now, and its folder goes with it.\n";
const ALLOWED = decision('"behavior":"allow"').trimEnd();
const ANSWERS = '"answers":{"Which color?":"Blue","Which sizes?":["S","L"]}}}}}';

Deno.test("without a terminal it answers by itself, shows the exact bytes, and leaves nothing", async () => {
  const began = Date.now();
  const demo = start([Deno.execPath(), "task", "--quiet", "demo"]);
  assertEquals((await demo.status).code, 0);
  assertEquals(Date.now() - began < PROMISED_MS, true);
  const text = demo.said();
  for (const card of ["c1", "c2"]) assertEquals(pasteable(text, card).length, 1);
  assertStringIncludes(text, "the demo answers with those commands itself");
  for (const bytes of [ALLOWED, ANSWERS]) assertStringIncludes(text, `${bytes}⟨U+000A⟩\n`);
  for (const state of ["done", "working", "waiting", "ended"]) {
    assertMatch(text, new RegExp(`^  claude:\\w+  ${state}`, "m"));
  }
  await nothingLeft(text);
});

Deno.test({
  name: "in a terminal the pasted lines answer it, and it ends by itself (needs util-linux's script)",
  ignore: Deno.build.os !== "linux" || !exists(SCRIPT),
  fn: answeredByPasting,
});

async function answeredByPasting(): Promise<void> {
  const demo = start([SCRIPT, "-qec", `'${Deno.execPath()}' task --quiet demo`, "/dev/null"]);
  await poll("both cards", () => pasteable(demo.said(), "c2")[0]);
  await pause(1_000);
  assertEquals(demo.said().includes("The hook of"), false, "nobody has answered yet");
  for (const card of ["c1", "c2"]) {
    const [line = ""] = pasteable(demo.said(), card);
    const paste = start(["/bin/sh", "-c", line.replace(/npx -y deno@\S+/, `'${Deno.execPath()}'`)]);
    assertEquals((await paste.status).code, 0, paste.said());
  }
  assertEquals((await demo.status).code, 0);
  for (const bytes of [ALLOWED, ANSWERS]) assertStringIncludes(demo.said(), `${bytes}⟨U+000A⟩`);
  await nothingLeft(demo.said());
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.test(`${signal} ends it and its daemon`, async () => {
    const demo = start([Deno.execPath(), "run", "-A", "--no-prompt", "scripts/demo.ts"]);
    await poll("the first card", () => pasteable(demo.said(), "c1")[0]);
    demo.kill(signal);
    assertEquals((await demo.status).code, 130);
    assertStringIncludes(demo.said(), STOPPED);
    assertEquals(demo.said().includes("The hook of"), false, "its end is no news");
    await nothingLeft(demo.said());
  });
}

Deno.test("a Ctrl-C that reaches a hook first ends the demo as calmly", async () => {
  const demo = start([Deno.execPath(), "run", "-A", "--no-prompt", "scripts/demo.ts"]);
  await poll("the first card", () => pasteable(demo.said(), "c1")[0]);
  const folder = folderIn(demo.said());
  const hook = (await processes()).find((line) => line.includes(folder) && / hook --agent /.test(line));
  Deno.kill(Number(hook?.trim().split(" ")[0]), "SIGINT");
  assertEquals((await demo.status).code, 130);
  assertEquals(demo.said().split(STOPPED).length, 2, "said once");
  assertEquals(demo.said().includes("The hook of"), false);
  await nothingLeft(demo.said());
});

Deno.test("--help says what it does, and does nothing", async () => {
  const demo = start([Deno.execPath(), "task", "--quiet", "demo", "--help"]);
  assertEquals((await demo.status).code, 0);
  assertMatch(demo.said(), /^Usage: deno task demo\n/);
  assertStringIncludes(demo.said(), "leaves nothing behind");
  assertEquals(demo.said().includes("vults-"), false, "no folder was made");
});

Deno.test("the end of any process that launched it ends it", async (t) => {
  const launched = `'${Deno.execPath()}' run -A --no-prompt scripts/demo.ts`;
  const chains = { "its parent": `${launched}; :`, "its parent's parent": `/bin/sh -c "${launched}; :"; :` };
  for (const [name, chain] of Object.entries(chains)) {
    await t.step(name, async () => {
      const demo = start(["/bin/sh", "-c", chain]);
      await poll("the first card", () => pasteable(demo.said(), "c1")[0]);
      demo.kill("SIGKILL");
      await nothingLeft(demo.said());
      await demo.status;
      assertEquals(demo.said().includes("Both are over"), false);
    });
  }
});

type Demo = { status: Promise<Deno.CommandStatus>; said(): string; kill(signal: Deno.Signal): void };

/** In the project's folder, under a home of its own, and without a terminal on stdin. */
function start([cmd = "", ...args]: readonly string[]): Demo {
  const home = Deno.makeTempDirSync();
  const cache = commandFor(["version"], { HOME: home }).env["DENO_DIR"] ?? "";
  const child = new Deno.Command(cmd, {
    args: [...args],
    cwd: ROOT,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", HOME: home, DENO_DIR: cache },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk.replaceAll("\r", "");
  });
  const status = Promise.all([child.status, ...reading]).then(([ended]) => {
    Deno.removeSync(home, { recursive: true });
    return ended;
  });
  return { status, said: () => text, kill: (signal) => child.kill(signal) };
}

/** The line that answers `card` from another terminal. */
function pasteable(text: string, card: string): string[] {
  const line = new RegExp(
    `^ *(VULTS_SUPPORT_DIR=\\S+ VULTS_SOCKET=\\S+ npx -y deno@\\S+ task vults answer ${card} .*)\n`,
    "gm",
  );
  return [...text.matchAll(line)].map(([, found = ""]) => found);
}

async function nothingLeft(text: string): Promise<void> {
  const folder = folderIn(text);
  await poll("an empty process list", async () => {
    const left = (await processes()).filter((line) => line.includes(folder));
    return left.length === 0 && !exists(folder) || undefined;
  });
}

/** Where the demo plays, as it says itself. */
function folderIn(text: string): string {
  const folder = /(\/\S+\/vults-\w+)\n/.exec(text)?.[1] ?? "";
  assertEquals(folder.length > 1, true);
  return folder;
}

/** One line each: the pid and the command line. */
async function processes(): Promise<string[]> {
  const options = { args: ["-A", "-o", "pid=,args="], clearEnv: true, env: { PATH: "/usr/bin:/bin" } };
  return new TextDecoder().decode((await new Deno.Command("ps", options).output()).stdout).split("\n");
}

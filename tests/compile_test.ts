import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { VERSION } from "../src/brand.ts";
import { parent } from "../src/wire/endpoint.ts";
import { compile } from "./support/compile.ts";
import type { Launch } from "../scripts/run.ts";
import { asking, built, type Home, home, type Ran, serving, vults } from "./support/vults.ts";

/** The portable build in a folder with spaces, and a home to run it in. */
async function withPortable(test: (at: Home, launch: Launch) => Promise<void>): Promise<void> {
  const at = await home();
  try {
    const file = `${at.folder}/my programs/vults`;
    const { code, stdout, stderr } = await compile(["--portable", "--output", file]);
    assertEquals(code, 0, stderr);
    assertMatch(stdout, /vults +portable, \d+ MiB\n.*vults-forward +forwarder, \d+ KiB\n$/);
    await forwarderBeside(file);
    await test(at, built(file));
  } finally {
    await at.remove();
  }
}

async function forwarderBeside(file: string): Promise<void> {
  const forwarder = file.replace(/vults$/, "vults-forward");
  assertEquals(await Deno.readFile(forwarder), await Deno.readFile(FORWARDER));
  assertEquals((Deno.statSync(forwarder).mode ?? 0) & 0o777, 0o755);
  assertEquals([...Deno.readDirSync(parent(file))].map(({ name }) => name).sort(), ["vults", "vults-forward"]);
}

const FORWARDER = new URL("../install/assets/vults-forward", import.meta.url);

Deno.test("one file runs every command from a path with spaces: a hook asks, a person answers, both ends agree", () =>
  withPortable(async (at, launch) => {
    const run = (...args: string[]) => vults(args, at.env, { launch });
    const silent = { code: 0, stdout: "", stderr: "" };
    assertEquals(await vults(["hook", "--agent", "claude", "Stop"], at.env, { launch, input: "{}" }), silent);
    assertEquals([...Deno.readDirSync(at.folder)].map(({ name }) => name), ["my programs"]); // a hook unpacks nothing

    assertEquals(await run("version"), { code: 0, stdout: `vults ${VERSION}\n`, stderr: "" });
    assertEquals((await run("crads")).code, 2);
    const daemon = await serving(at, { launch });
    try {
      const { card, ended } = await asking(at, {}, launch);
      assertStringIncludes((await run("sessions")).stdout, "waiting (permission)");
      assertStringIncludes((await run("cards")).stdout, `vults answer ${card.id} allow\n`);
      assertEquals((await run("answer", card.id, "deny", "--message", "not now")).code, 0);
      const { code, stdout, stderr } = await ended;
      assertEquals([code, stderr], [0, ""]);
      assertStringIncludes(stdout, '"message":"not now"');
      assertStringIncludes((await run("log")).stdout, `${card.id} denied by you`);
      await replays(at, run);
    } finally {
      const { code, stdout } = await daemon.stop();
      assertEquals(code, 0);
      assertStringIncludes(stdout, `vults serves a demo, which takes answers from anywhere (pid ${daemon.pid})`);
    }
    await loadsItsOwnPart(at);
  }));

/** The hooks of a replay are started by the unpacked runtime. */
async function replays(at: Home, run: (...args: string[]) => Promise<Ran>): Promise<void> {
  const file = `${at.folder}/a session.jsonl`;
  const event = { hook_event_name: "UserPromptSubmit", session_id: "replayed", cwd: "/home/me/x", prompt: "hi" };
  await Deno.writeTextFile(file, JSON.stringify(event) + "\n");
  const { code, stderr } = await run("replay", file, "--agent", "claude");
  assertEquals([code, stderr], [0, ""]);
  assertStringIncludes((await run("sessions")).stdout, "claude:replayed");
}

/** What the hook's process reads at its start: the entry and what that imports, nothing of the daemon's. */
async function loadsItsOwnPart(at: Home): Promise<void> {
  const [runtime] = [...Deno.readDirSync(`${at.support}/runtime`)].filter(({ name }) => /^[0-9a-f]{16}$/.test(name));
  const folder = `${at.support}/runtime/${runtime?.name}`;
  const text = await staticGraph(folder, "main.js", new Set());
  assert(text.includes("hook_event_name"));
  for (const foreign of ["node:", "DatabaseSync", "ZodError", "Hono"]) assert(!text.includes(foreign), foreign);
  assert(text.length < 150_000, `${text.length} characters`);
}

async function staticGraph(folder: string, file: string, seen: Set<string>): Promise<string> {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = await Deno.readTextFile(`${folder}/${file}`);
  const imported = [...text.matchAll(/^(?:import|export)[^;]*?from "\.\/([^"]+)"|^import "\.\/([^"]+)"/gm)];
  const parts = await Promise.all(imported.map((match) => staticGraph(folder, match[1] ?? match[2] ?? "", seen)));
  return text + parts.join("");
}

Deno.test("where the native base cannot be had, --native fails in one line and writes nothing", async () => {
  const at = await home();
  try {
    const env = { DENORT_BIN: `${at.folder}/no such base` };
    const { code, stdout, stderr } = await compile(["--native", "--output", `${at.folder}/vults`], env);
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, /^Cannot build the native form: [^\n]*denort[^\n]*\n$/);
    assertEquals([...Deno.readDirSync(at.folder)], []);
  } finally {
    await at.remove();
  }
});

Deno.test("a wrong flag of the build is a wrong use, and nothing is built", async () => {
  const at = await home();
  try {
    const { code, stderr } = await compile(["--portible"]);
    assertEquals(code, 2);
    assertMatch(stderr, /^Unknown flag --portible: did you mean --portable\?\nUsage: /);
  } finally {
    await at.remove();
  }
});

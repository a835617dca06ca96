// SIGKILL in the middle of writing: what was acknowledged is there, the chain is whole, the database opens.

import { assert, assertEquals } from "@std/assert";
import { inFolder, open, proveChain, wholeHistory } from "./world.ts";

const ROUNDS = 8;
/** How long a writer lives after its first acknowledgement, at most. */
const LONGEST_MS = 150;
const WRITER = new URL("writes_until_killed.ts", import.meta.url).pathname;
const CONFIG = new URL("../../../deno.json", import.meta.url).pathname;

Deno.test("a killed writer loses no acknowledged row, whenever it dies, and starts again", () =>
  inFolder(async (path, folder) => {
    let next = 1;
    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged = await writeUntilKilled(path, folder, next);
      next = checkAll(path, next, acknowledged);
    }
    assert([...Deno.readDirSync(folder)].every(({ name }) => !name.includes("corrupt")));
  }));

/** The last number that the writer, which begins with `first`, acknowledged before it was killed. */
async function writeUntilKilled(path: string, folder: string, first: number): Promise<number> {
  const flags = ["--quiet", "--cached-only", "--no-prompt", "--no-lock", `--config=${CONFIG}`];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, "--allow-read", `--allow-write=${folder}`, WRITER, path, `${first}`],
    clearEnv: true,
    env: cacheEnv(),
    stdout: "piped",
  }).spawn();
  let said = "";
  let kill: ReturnType<typeof setTimeout> | undefined;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    kill ??= setTimeout(() => child.kill("SIGKILL"), Math.random() * LONGEST_MS);
  }
  const { signal } = await child.status;
  assertEquals(signal, "SIGKILL");
  return Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
}

/** Where this Deno has its packages, and nothing else. */
function cacheEnv(): Record<string, string> {
  const names = ["HOME", "DENO_DIR", "XDG_CACHE_HOME"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** Every row up to the last acknowledged one, and of the rows behind it all or nothing. Returns the first unwritten one. */
function checkAll(path: string, first: number, acknowledged: number): number {
  const store = open(path);
  const { sessions, nextCard } = store.load();
  assertEquals([store.note, store.trouble()], [undefined, undefined]);
  assert(acknowledged >= first);
  assert(Number(sessions[0]?.summary) >= acknowledged);
  const rows = wholeHistory(store);
  const events = new Set(rows.map(({ text }) => text));
  const ends = new Map(rows.filter(({ kind }) => kind === "end").map(({ card, end }) => [card, end]));
  const next = ends.size + 1;
  assert(next > acknowledged && nextCard >= next, "no number comes again");
  for (let i = 1; i < next; i++) assert(events.has(`event ${i}`) && ends.has(`c${i}`), `${i} of ${acknowledged}`);
  for (let i = first; i <= acknowledged; i++) assertEquals(ends.get(`c${i}`), "allowed");
  assertEquals(rows.length, 3 * (next - 1), "one event, one request and one end of each");
  const audit = store.audit();
  store.close();
  assertEquals(proveChain(path), audit);
  return next;
}

// Asking Claude Code for its version, with fakes and with real programs (`installer.md` section 7, 14.11).

import { assert, assertEquals } from "@std/assert";
import { PROBE_MS, probeClaude, type ProbeDoors, type RunOptions } from "../../install/claude_probe.ts";
import { runProgram } from "../../install/run_program.ts";

type Asked = { readonly program: string; readonly args: readonly string[]; readonly options: RunOptions };

Deno.test("the first claude of the usual places tells, before what PATH says", async () => {
  const places = ["/home/u/.local/bin", "/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/x/bin", "/y/bin"];
  for (const [index, place] of places.entries()) {
    const there = places.slice(index).map((folder) => `${folder}/claude`);
    const { doors, asked } = fake({ PATH: "/x/bin:/y/bin" }, there, "2.1.332 (Claude Code)");
    assertEquals(await probeClaude(doors), { version: [2, 1, 332], from: `${place}/claude` });
    const options = { path: `${place}:/x/bin:/y/bin`, limit: PROBE_MS };
    assertEquals(asked, [{ program: `${place}/claude`, args: ["--version"], options }]);
  }
  assertEquals(PROBE_MS, 5_000);
});

Deno.test("nothing is run from a relative or empty place of PATH", async () => {
  const { doors, asked } = fake(
    { PATH: ":.:bin:~/bin" },
    ["/claude", "./claude", "bin/claude", "~/bin/claude"],
    "1.2.3",
  );
  assertEquals(await probeClaude(doors), { why: "no claude was found" });
  assertEquals(asked, []);
});

for (const name of ["VULTS_CLAUDE_VERSION", "VIBEBUDDY_CLAUDE_VERSION"]) {
  Deno.test(`${name} decides without running anything, and rubbish in it means unknown`, async () => {
    const set = fake({ [name]: "2.1.200" }, ["/usr/bin/claude"], "2.1.332");
    assertEquals(await probeClaude(set.doors), { version: [2, 1, 200], from: name });
    const rubbish = fake({ [name]: "rubbish" }, ["/usr/bin/claude"], "2.1.332");
    assertEquals(await probeClaude(rubbish.doors), { from: name, why: `${name} tells no version` });
    assertEquals([...set.asked, ...rubbish.asked], []);
  });
}

Deno.test("our own variable is read before the older name", async () => {
  const both = { VULTS_CLAUDE_VERSION: "1.1.1", VIBEBUDDY_CLAUDE_VERSION: "2.2.2" };
  assertEquals((await probeClaude(fake(both, [], "").doors)).version, [1, 1, 1]);
  const empty = { VULTS_CLAUDE_VERSION: "", VIBEBUDDY_CLAUDE_VERSION: "" };
  assertEquals((await probeClaude(fake(empty, ["/usr/bin/claude"], "3.3.3").doors)).version, [3, 3, 3]);
});

Deno.test("a program that needs its interpreter from its own folder tells", async () => {
  await using place = temporary();
  Deno.writeTextFileSync(`${place.root}/interpreter`, "#!/bin/sh\necho 2.1.300\n", { mode: 0o755 });
  assertEquals(await place.probe("#!/usr/bin/env interpreter\n"), { version: [2, 1, 300], from: place.program });
});

Deno.test("stdin is closed and what stands on stderr is not read", async () => {
  await using place = temporary();
  const script = '#!/bin/sh\necho 9.9.9 >&2\ncat\n[ "$1" = --version ] && echo "2.1.301 (Claude Code)"\n';
  assertEquals((await place.probe(script)).version, [2, 1, 301]);
});

Deno.test("rubbish, nothing and a failure are no version, and each says so", async () => {
  await using place = temporary();
  for (const script of ["#!/bin/sh\nhead -c 300000 /dev/urandom\n", "#!/bin/sh\nexit 1\n"]) {
    const probed = await place.probe(script);
    assertEquals(probed, { from: place.program, why: `${place.program} tells no version` });
  }
  const gone = await place.probe("#!/no/such/interpreter\n");
  assert(gone.why?.startsWith(`${place.program} cannot be started: `), gone.why);
  assertEquals(gone.version, undefined);
});

Deno.test("a program that never answers is ended at the limit, whoever holds its stdout", async () => {
  await using place = temporary();
  const script = '#!/bin/sh\necho $$ >"${0%/*}/pids"\nsleep 60 &\necho $! >>"${0%/*}/pids"\nwait\n';
  const started = performance.now();
  const probed = await place.probe(script, 500);
  assertEquals(probed, { from: place.program, why: `${place.program} gave no answer within 0.5 s` });
  assert(performance.now() - started < 30_000);
  const [parent, child] = Deno.readTextFileSync(`${place.root}/pids`).trim().split("\n").map(Number);
  assert(parent && child);
  assertEquals(isAlive(parent), false);
  Deno.kill(child, "SIGKILL");
});

Deno.test("a program that has answered and goes on does not keep the install waiting", async () => {
  await using place = temporary();
  const probed = await place.probe("#!/bin/sh\necho 2.1.302\nexec >&-\nexec sleep 60\n");
  assertEquals(probed.version, [2, 1, 302]);
});

function fake(env: Readonly<Record<string, string>>, there: readonly string[], text: string) {
  const asked: Asked[] = [];
  const doors: ProbeDoors = {
    env: (name) => env[name] || undefined,
    home: "/home/u",
    isProgram: (path) => there.includes(path),
    run: (program, args, options) => {
      asked.push({ program, args, options });
      return Promise.resolve({ text });
    },
  };
  return { doors, asked };
}

function temporary() {
  const root = Deno.makeTempDirSync({ prefix: "vults-probe-" });
  Deno.mkdirSync(`${root}/.local/bin`, { recursive: true });
  const program = `${root}/claude`;
  const probe = (script: string, limit?: number) => {
    Deno.writeTextFileSync(program, script, { mode: 0o755 });
    return probeClaude({
      env: (name) => name === "PATH" ? `${root}:/usr/bin:/bin` : undefined,
      home: "/no/such/home",
      isProgram: (path) => path === program,
      run: (path, args, options) => runProgram(path, args, { ...options, limit: limit ?? options.limit }),
    });
  };
  const dispose = async () => await Deno.remove(root, { recursive: true });
  return { root, program, probe, [Symbol.asyncDispose]: dispose };
}

function isAlive(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
    return true;
  } catch {
    return false; // it has ended
  }
}

// What the hook's start costs, against an empty program that calls `Deno.exit(0)`: interleaved runs, medians, ratios.
// Measured from source and as the one bundle that the portable build ships. `deno task bench:hook [RUNS]`

import { cleanEnvironment, SEALED } from "../../src/launch.ts";
import { paths } from "../../src/paths.ts";
import { flags, grants, place } from "../../src/permissions.ts";

const BUDGET = 1.10;

/** Runs that are thrown away: they fill the caches. */
const WARM = 5;

/** An ordinary event that nobody answers. */
const EVENT = new TextEncoder().encode(JSON.stringify({
  session_id: "5e0c2f0a-1b3d-4e5f-8a2b-0123456789ab",
  transcript_path: "/home/me/.claude/projects/app/session.jsonl",
  cwd: "/home/me/app",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "npm test -- --reporter=dot ".repeat(12), description: "Runs the tests" },
  tool_use_id: "toolu_0123456789abcdef",
}));

/** What no hook can do without, and nothing else: how near to the empty program one could come at all. */
const BARE = `
const end = AbortSignal.timeout(1000);
const over = new Promise((done) => end.addEventListener("abort", done));
const bytes = new Uint8Array(65536);
const count = await Promise.race([Deno.stdin.read(bytes), over]);
const event = JSON.parse(new TextDecoder().decode(bytes.subarray(0, count)));
const path = Deno.env.get("VULTS_SOCKET");
Deno.lstatSync(path);
const connection = await Deno.connect({ transport: "unix", path });
await connection.write(new TextEncoder().encode(JSON.stringify(event) + "\\n"));
Deno.exit(0);
`;

type Row = { readonly name: string; readonly program: string; readonly socket: string; readonly times: number[] };

if (Deno.args[0] === "--daemon") await takeEvents(Deno.args[1] ?? "");
else await bench(Number(Deno.args[0] ?? 50));

async function bench(runs: number): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "bench" });
  await Deno.mkdir(`${folder}/run`, { mode: 0o700 });
  const socket = `${folder}/run/taken.sock`;
  const daemon = startDaemon(socket);
  try {
    await listening(socket);
    const rows = await prepare(folder, socket);
    for (let run = -WARM; run < runs; run++) {
      for (const row of rows) {
        const took = await once(row, folder);
        if (run >= 0) row.times.push(took);
      }
    }
    report(rows, runs);
  } finally {
    daemon.kill("SIGKILL");
    await daemon.status;
    await Deno.remove(folder, { recursive: true });
  }
}

async function prepare(folder: string, taken: string): Promise<Row[]> {
  const empty = `${folder}/empty.ts`;
  await Deno.writeTextFile(empty, "Deno.exit(0);\n");
  const bare = `${folder}/bare.js`;
  await Deno.writeTextFile(bare, BARE);
  const source = here("../../hook.ts");
  const bundle = await bundled(source, `${folder}/bundle`);
  const absent = `${folder}/run/absent.sock`;
  return [
    { name: "empty program", program: empty, socket: absent, times: [] },
    { name: "only the calls, taken", program: bare, socket: taken, times: [] },
    { name: "source, daemon absent", program: source, socket: absent, times: [] },
    { name: "source, event taken", program: source, socket: taken, times: [] },
    { name: "bundle, daemon absent", program: bundle, socket: absent, times: [] },
    { name: "bundle, event taken", program: bundle, socket: taken, times: [] },
  ];
}

async function bundled(source: string, to: string): Promise<string> {
  const args = ["bundle", "--quiet", "--no-config", "--code-splitting", "--outdir", to, source];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, stdout: "null" }).output();
  if (!success) throw new Error(`Cannot bundle "${source}": ${new TextDecoder().decode(stderr)}`);
  return `${to}/hook.js`;
}

/** One run, from its start to its end, in milliseconds. */
async function once({ program, socket }: Row, folder: string): Promise<number> {
  const env = { PATH: "/usr/bin:/bin", HOME: folder, VULTS_SOCKET: socket, TERM_PROGRAM: "kitty" };
  const own = paths({ env: (name) => Object.entries(env).find(([known]) => known === name)?.[1], os: "linux", uid: 0 });
  const granted = flags(grants("hook", place(own, folder, Deno.execPath(), [])));
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", ...SEALED, ...granted, program, "--agent", "claude"],
    env: cleanEnvironment(env, `${folder}/cache`),
    clearEnv: true,
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  });
  const began = performance.now();
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  // The empty program does not read.
  const fed = writer.write(EVENT).then(() => writer.close()).catch(() => {});
  const { code } = await child.status;
  const took = performance.now() - began;
  await fed;
  if (code !== 0) throw new Error(`"${program}" ended with ${code}`);
  return took;
}

function report(rows: readonly Row[], runs: number): void {
  const base = median(rows[0]?.times ?? []);
  console.log(`${cpu()}, ${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}, ${runs} interleaved runs`);
  console.log(`${"".padEnd(24)}median ms   ratio   (budget ${BUDGET.toFixed(2)})`);
  for (const { name, times } of rows) {
    const middle = median(times);
    console.log(`${name.padEnd(24)}${middle.toFixed(1).padStart(9)}${(middle / base).toFixed(3).padStart(8)}`);
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}

function cpu(): string {
  try {
    return /model name\s*:\s*(.+)/.exec(Deno.readTextFileSync("/proc/cpuinfo"))?.[1] ?? Deno.build.arch;
  } catch {
    return Deno.build.arch; // not Linux
  }
}

/** A process of its own, so that its work does not delay the clock here. */
function startDaemon(socket: string): Deno.ChildProcess {
  const args = ["run", "--allow-all", "--no-prompt", here("hook.ts"), "--daemon", socket];
  return new Deno.Command(Deno.execPath(), { args, stdin: "null", stdout: "null" }).spawn();
}

async function listening(socket: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    // The mode is the last thing that is set.
    const mode = await Deno.lstat(socket).then((file) => file.mode ?? 0, () => 0o777);
    if ((mode & 0o077) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Cannot find "${socket}": the daemon of the benchmark did not listen in time`);
}

/** Takes events as a daemon does: reads to the end and closes. */
async function takeEvents(socket: string): Promise<void> {
  const listener = Deno.listen({ transport: "unix", path: socket });
  await Deno.chmod(socket, 0o600);
  for await (const connection of listener) void drain(connection);
}

async function drain(connection: Deno.Conn): Promise<void> {
  const chunk = new Uint8Array(65_536);
  try {
    while (await connection.read(chunk) !== null);
  } catch {
    // Reset: the hook has gone, which is all that matters here.
  }
  connection.close();
}

function here(file: string): string {
  return decodeURIComponent(new URL(file, import.meta.url).pathname);
}

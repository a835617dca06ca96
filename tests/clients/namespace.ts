// A network namespace with nothing but loopback: no client under test can reach anything else, and before the first one
// starts that is looked at, not assumed.

const NEEDED = ["npm", "node", "git", "ps", "unshare", "ip"];

/** Why no client can run here, or none in a terminal; `undefined` when one can. */
export async function lacking(tui: boolean): Promise<string | undefined> {
  if (Deno.build.os !== "linux") return "network namespaces need Linux";
  if (Deno.uid() !== 0) return "a network namespace needs root";
  for (const program of tui ? [...NEEDED, "tmux"] : NEEDED) {
    if (await onPath(program) === undefined) return `there is no ${program}`;
  }
  const { success, stderr } = await new Deno.Command("unshare", { args: ["-n", "true"] }).output();
  return success ? undefined : `unshare makes no namespace: ${new TextDecoder().decode(stderr).trim()}`;
}

/** Runs `program` with `args` inside a new namespace, to its end, and gives its exit code. */
export async function runAlone(program: string, args: readonly string[]): Promise<number> {
  const up = 'ip link set lo up && exec "$@"';
  const child = new Deno.Command("unshare", { args: ["-n", "--", "sh", "-c", up, "sh", program, ...args] }).spawn();
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => pass(child, signal));
  return (await child.status).code;
}

function pass(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended, so this program does too.
  }
}

/** Why this process is not alone in its network; `undefined` when it has loopback and no way out. */
export async function wayOut(): Promise<string | undefined> {
  // Two lines of head, then one for each interface.
  const lines = (await Deno.readTextFile("/proc/self/net/dev")).trim().split("\n").slice(2);
  const others = lines.map((line) => line.trim().split(":")[0]).filter((name) => name !== "lo");
  if (others.length > 0) return `there are other interfaces than lo: ${others.join(", ")}`;
  try {
    // An address that is nobody's (RFC 5737).
    const conn = await Deno.connect({ hostname: "192.0.2.1", port: 80 });
    conn.close();
    return "an address outside answers";
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return /unreachable/i.test(text) ? undefined : `an address outside is not unreachable: ${text}`;
  }
}

/** Where a program stands on this shell's PATH. */
export async function onPath(program: string): Promise<string | undefined> {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const file = `${folder}/${program}`;
    if (folder !== "" && await isFile(file)) return file;
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false; // not in this folder
  }
}

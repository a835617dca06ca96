// Tells when whoever started us has gone. `npx … task demo` is a chain of processes, and the end of any of them leaves
// the rest to a new parent: so every launcher of the chain is watched, not our own parent alone.

/** Programs that only pass a command on. */
const LAUNCHER = /^(\S*\/)?((deno|node|npx|npm)( |$)|(sh|bash|dash) -c )/;
const POLL_MS = 500;

/** Resolves when a process of the chain above us ends. */
export async function launcherGone(): Promise<void> {
  const parent = Deno.ppid;
  const chain = launchers(await processes());
  for (;;) {
    await new Promise((resolve) => Deno.unrefTimer(setTimeout(resolve, POLL_MS)));
    if (Deno.ppid !== parent) return;
    const now = await processes();
    if (chain.some(({ pid, ppid }) => now.size > 0 && now.get(pid)?.ppid !== ppid)) return;
  }
}

type Process = { readonly pid: number; readonly ppid: number; readonly args: string };

/** From our parent upwards, as long as each one only passes a command on. */
function launchers(all: Map<number, Process>): Process[] {
  const chain: Process[] = [];
  for (let next = all.get(Deno.ppid); next && LAUNCHER.test(next.args); next = all.get(next.ppid)) chain.push(next);
  return chain;
}

/** Empty where `ps` cannot be run: then our own parent is all there is to watch. */
async function processes(): Promise<Map<number, Process>> {
  try {
    const { stdout } = await new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid=,args="] }).output();
    const lines = new TextDecoder().decode(stdout).split("\n").map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
    return new Map(lines.flatMap((found) => {
      if (!found) return [];
      const [, pid, ppid, args = ""] = found;
      return [[Number(pid), { pid: Number(pid), ppid: Number(ppid), args }]];
    }));
  } catch {
    return new Map(); // no `ps` here: see above
  }
}

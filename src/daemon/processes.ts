// What the system knows about processes, through `ps`: Deno reads nothing under /proc without all permissions
// (`daemon.md` section 8).

import type { Program } from "../agents/callers.ts";
import { exists, reason } from "../files.ts";

/** Where `ps` may be; which one exists differs. */
const PS = ["/bin/ps", "/usr/bin/ps"] as const;
const PS_MS = 5_000;

export type Ancestors = { readonly programs: readonly Program[] } | { readonly unknown: string };

/** The programs of a process and of all above it, nearest first. */
export async function ancestors(pid: number): Promise<Ancestors> {
  const ps = PS.find(exists);
  if (ps === undefined) return { unknown: `there is no ${PS.join(" or ")} (install procps)` };
  try {
    // Names and command lines apart: either may hold spaces, so each must be the last column.
    const [lines, names] = await Promise.all([list(ps, "pid=,ppid=,args="), list(ps, "pid=,comm=")]);
    return chain(pid, table(lines, names));
  } catch (error) {
    return { unknown: `"${ps}" cannot be run: ${reason(error)}` };
  }
}

async function list(ps: string, columns: string): Promise<string[]> {
  const { success, code, stdout } = await new Deno.Command(ps, {
    args: ["-A", "-ww", "-o", columns],
    clearEnv: true,
    env: { LC_ALL: "C" },
    stdin: "null",
    stderr: "null",
    signal: AbortSignal.timeout(PS_MS),
  }).output();
  if (!success) throw new Error(`it ended with code ${code}`);
  return new TextDecoder().decode(stdout).split("\n");
}

type Row = Program & { readonly parent: number };

function table(lines: readonly string[], names: readonly string[]): Map<number, Row> {
  const named = new Map(names.flatMap((text) => {
    const [, pid, name] = /^\s*(\d+)\s+(.*)$/.exec(text) ?? [];
    return pid === undefined ? [] : [[Number(pid), name ?? ""] as const];
  }));
  return new Map(lines.flatMap((text) => {
    const [, pid, parent, line] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(text) ?? [];
    if (pid === undefined) return [];
    return [[Number(pid), { parent: Number(parent), line: line ?? "", name: named.get(Number(pid)) ?? "" }] as const];
  }));
}

function chain(pid: number, rows: ReadonlyMap<number, Row>): Ancestors {
  const programs: Program[] = [];
  const seen = new Set<number>();
  for (let at = pid, row = rows.get(at); row !== undefined && !seen.has(at); at = row.parent, row = rows.get(at)) {
    seen.add(at);
    programs.push({ name: row.name, line: row.line });
  }
  return programs.length > 0 ? { programs } : { unknown: `no process ${pid} runs` };
}

// The commands that stand in an agent's configs, each run once: whether they reach the daemon, or where they stop.

import type { Finding } from "../../src/domain/finding.ts";
import { commandOf } from "../guarded_command.ts";
import type { Clearing } from "../plan.ts";
import { ownEntriesOf } from "../own_entries.ts";
import { shortPath } from "../short_path.ts";
import { spot } from "../spot.ts";
import type { TargetName } from "../target_name.ts";
import type { OwnEntry } from "../targets/target.ts";
import type { Examination } from "./examination.ts";
import { installFor } from "./mends.ts";
import { probe, type Probed, whyNotRun } from "./probe.ts";

/** Each command once, whatever the number of its events; an older product's is not run, it is to be replaced. */
export async function chainFindings(
  agent: TargetName,
  configs: readonly Clearing[],
  at: Examination,
): Promise<Finding[]> {
  const entries = configs.flatMap((found) => ownEntriesOf(found).map((entry) => ({ ...entry, in: found })))
    .filter(({ own }) => !own.older && own.form !== "statusline");
  const chains: Chain[] = [];
  for (const [line, [first]] of Map.groupBy(entries, ({ command }) => command)) {
    if (first !== undefined) chains.push(await chain(agent, line, first, at));
  }
  const times = chains.flatMap(({ ms }) => ms ?? []);
  const broken = chains.filter(({ level }) => level === "wrong");
  const unproven = chains.filter(({ level }) => level === "note").slice(0, 1);
  return [
    ...(times.length === 0 ? [] : [arrived(agent, times)]),
    ...[...unproven, ...broken].map(({ level, event, says }): Finding => {
      const mend = level === "wrong" ? { mend: installFor(agent) } : {};
      return { agent, check: "chain", level, says: `${event}: ${says}`, ...mend };
    }),
  ];
}

function arrived(agent: TargetName, times: readonly number[]): Finding {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const says = times.length === 1
    ? `its command reaches the daemon, in ${most} ms`
    : `its ${times.length} commands reach the daemon, in ${least} to ${most} ms`;
  return { agent, check: "chain", level: "ok", says };
}

/** An entry and where it stands. */
type Placed = OwnEntry & { readonly in: Clearing };

type Chain = Probed & { readonly event: string };

async function chain(agent: TargetName, line: string, entry: Placed, at: Examination): Promise<Chain> {
  const { machine } = at;
  const { event, own, in: { file } } = entry;
  const program = commandOf(line, machine.home)?.[0] ?? "";
  const why = whyNotRun(program, machine);
  if (why !== undefined) {
    const text = new TextDecoder().decode(file.before);
    const where = spot(file.config, text, [program, JSON.stringify(program).slice(1, -1)], machine.home);
    return { level: "wrong", event, says: `${shortPath(program, machine.home)} ${why}, named in ${where}` };
  }
  const code = agent === "cursor" && own.gate !== undefined ? 1 : 0;
  return { ...await probe({ line: asRun(agent, line, event), event, code }, at), event };
}

/** OpenCode's plugin has the program alone and adds the rest itself (install/assets/opencode/relay.ts). */
function asRun(agent: TargetName, line: string, event: string): string {
  return agent === "opencode" ? `${line} hook --agent opencode ${event}` : line;
}

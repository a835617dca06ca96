// The commands that stand in an agent's configs, each run once: whether they reach the daemon, or where they stop.

import { NAME } from "../../src/brand.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { commandOf } from "../guarded_command.ts";
import type { Machine } from "../machine.ts";
import type { Clearing } from "../plan.ts";
import { ownEntriesOf } from "../own_entries.ts";
import { shortPath } from "../short_path.ts";
import { spot } from "../spot.ts";
import type { TargetName } from "../target_name.ts";
import type { OwnEntry } from "../targets/target.ts";
import type { Examination } from "./examination.ts";
import { installFor } from "./mends.ts";
import { probe, type Probed, whyNotRun } from "./probe.ts";

/**
 * Each command once, whatever the number of its events. Only our own programs are run, and only with arguments that an
 * entry of ours has: another line may be anybody's, and what is to be replaced is said elsewhere.
 */
export async function chainFindings(
  agent: TargetName,
  configs: readonly Clearing[],
  at: Examination,
): Promise<Finding[]> {
  const entries = configs.flatMap((found) => ownEntriesOf(found).map((entry) => ({ ...entry, in: found })))
    .filter(({ own }) => !own.older && own.form !== "statusline" && own.form !== "recorded");
  const chains: Chain[] = [];
  for (const [line, [first]] of Map.groupBy(entries, ({ command }) => command)) {
    if (first !== undefined) chains.push(...await chain(agent, line, first, at));
  }
  const times = chains.flatMap(({ ms }) => ms ?? []);
  const broken = chains.filter(({ level }) => level === "wrong");
  const unproven = chains.filter(({ level }) => level === "note").slice(0, 1);
  return [
    ...(times.length === 0 ? [] : [arrived(agent, times)]),
    ...unproven.map(({ says }): Finding => ({ agent, check: "chain", level: "note", says })),
    ...[...Map.groupBy(broken, ({ says }) => says)].map(([says, those]): Finding => {
      const [{ mend = installFor(agent) } = { mend: undefined }] = those;
      return { agent, check: "chain", level: "wrong", says: `${named(those)}: ${says}`, mend };
    }),
  ];
}

const NAMED = 3;

/** The first events of entries that fail alike. */
function named(those: readonly Chain[]): string {
  const events = those.slice(0, NAMED).map(({ event }) => event).join(", ");
  return those.length > NAMED ? `${events} and ${those.length - NAMED} more` : events;
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

/** None where the line is not for us to run. */
async function chain(agent: TargetName, line: string, entry: Placed, at: Examination): Promise<Chain[]> {
  const { machine } = at;
  const { event, own, in: { file } } = entry;
  const words = commandOf(line, machine.home) ?? [];
  const [program = ""] = words;
  const why = isInReach(program, machine) ? whyNotRun(program, machine) : undefined;
  if (why !== undefined) {
    const text = new TextDecoder().decode(file.before);
    const where = spot(file.config, text, spellings(program), machine.home);
    return [{ level: "wrong", event, says: `${shortPath(program, machine.home)} ${why}, named in ${where}` }];
  }
  const isOurs = program === `${machine.bin}/${NAME}` || program === `${machine.bin}/${NAME}-forward`;
  // The plugin adds the arguments itself, so any that stand in it are somebody's.
  if (!isOurs || (agent === "opencode" && words.length > 1)) return [];
  const code = agent === "cursor" && own.gate !== undefined ? 1 : 0;
  return [{ ...await probe({ line: asRun(agent, line, event), event, code }, at), event }];
}

/** Elsewhere a program that is there may look as if it were not. */
function isInReach(program: string, { home, support }: Machine): boolean {
  return [home, support].some((folder) => program.startsWith(`${folder}/`));
}

/** As the program may be written in a config: in a shell's quotes, and within a string. */
function spellings(program: string): string[] {
  const forms = [program, program.replaceAll("'", "'\\''")];
  return [...forms, ...forms.map((form) => JSON.stringify(form).slice(1, -1))];
}

/** OpenCode's plugin has the program alone and adds the rest itself (install/assets/opencode/relay.ts). */
function asRun(agent: TargetName, line: string, event: string): string {
  return agent === "opencode" ? `${line} hook --agent opencode ${event}` : line;
}

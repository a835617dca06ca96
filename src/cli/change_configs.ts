// What `install` and `uninstall` share: plan everything, show it, ask, do the very same, tell what is on disk.

import { carryOut, type Done, type Task } from "../../install/carry_out.ts";
import { diffText } from "../../install/diff_text.ts";
import type { Outcome as Result } from "../../install/file_plan.ts";
import { shown } from "../../install/fingerprint.ts";
import type { Refused } from "../../install/formats/format.ts";
import { installLock } from "../../install/install_lock.ts";
import type { Machine } from "../../install/machine.ts";
import type { Change } from "../../install/prepare.ts";
import { shortPath } from "../../install/short_path.ts";
import { NAME } from "../brand.ts";
import { shellWord } from "../files.ts";
import type { Given, Wrong } from "./arguments.ts";
import { columns } from "./columns.ts";
import type { Outcome, World } from "./command.ts";
import { confirm, isInteractive } from "./confirm.ts";
import { visible } from "./visible.ts";

/** All that a run will do. */
export type Plan = {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  readonly task: Omit<Task, "replans">;
};

export type Job = {
  readonly machine: Machine;
  /** Why nothing may be written here. */
  whyNot(): Refused | undefined;
  plan(): Promise<Plan | Refused>;
};

/** The flags that both commands take. */
export const CHANGING: readonly string[] = ["approval", "dry-run", "json", "yes"];

/** Without `--yes` there has to be somebody to ask. */
export function nobodyToAsk({ switches }: Given): Wrong | undefined {
  if (switches.has("dry-run") || switches.has("yes")) return undefined;
  if (!switches.has("json") && isInteractive()) return undefined;
  return {
    wrong: "Nothing was written: nobody can be asked here. Add --yes to go on, or --dry-run to see the changes",
  };
}

/** Runs the job as the flags say. */
export async function changeConfigs(job: Job, given: Given, world: World): Promise<Outcome> {
  const { switches } = given;
  const telling = { world, home: job.machine.home, json: switches.has("json") };
  if (switches.has("dry-run")) {
    const plan = await job.plan();
    return "refused" in plan ? stopped(plan, given, world) : preview(plan, telling);
  }
  const why = job.whyNot();
  if (why !== undefined) return stopped(why, given, world);
  const lock = await installLock(job.machine.support);
  if ("refused" in lock) return stopped(lock, given, world);
  try {
    const plan = await job.plan();
    if ("refused" in plan) return stopped(plan, given, world);
    // Where no config changes there is nothing to ask.
    const asks = !switches.has("yes") && plan.changes.some(isChange);
    if (asks && !await agreed(plan, telling)) return world.err("Nothing was written"), 1;
    const done = await carryOut(plan.changes, { ...plan.task, replans: !asks }, job.machine);
    return "refused" in done ? stopped(done, given, world) : told(plan, done, { ...telling, known: asks });
  } finally {
    lock.release();
  }
}

/** What stopped a whole run of such a command. */
export function stopped(why: Refused, { switches }: Given, world: World): 1 {
  return failed(why, world, switches.has("json") ? { changes: [], notes: [] } : undefined);
}

/** One line for what stopped a whole run; with `--json` also the command's `document`, which has it among its problems. */
export function failed(why: Refused, world: World, document?: object): 1 {
  const problem = said(why);
  if (document !== undefined) world.out(JSON.stringify({ ...document, problems: [problem] }, null, 2));
  world.err(visible(`${NAME}: ${problem}`));
  return 1;
}

function said({ refused, mend }: Refused): string {
  return `${refused}; ${mend}`;
}

type Telling = {
  readonly world: World;
  readonly home: string;
  readonly json: boolean;
  /** The notes and refusals of the plan have been shown. */
  readonly known?: boolean;
};

async function agreed(plan: Plan, telling: Telling): Promise<boolean> {
  const count = plan.changes.filter(isChange).length;
  preview(plan, telling);
  return await confirm(`Change ${count === 1 ? "this file" : `these ${count} files`}?`);
}

function preview(plan: Plan, { world, home, json }: Telling): 0 | 1 {
  const { changes, notes } = plan;
  if (json) {
    return world.out(JSON.stringify({ changes: changes.map(rowOf), notes, problems: [] }, null, 2)), codeOf(changes);
  }
  const diffs = changes.filter(isChange).map(diffOf);
  // What is refused is no "nothing".
  if (diffs.length > 0 || codeOf(changes) === 0) {
    world.out(diffs.length === 0 ? "Nothing would change" : diffs.map(onTerminal).join("\n"));
  }
  for (const note of notes) world.err(visible(note));
  sayRefused(changes, home, world);
  return codeOf(changes);
}

function told(plan: Plan, done: Done, { world, home, json, known = false }: Telling): 0 | 1 {
  const { changes, notes } = plan;
  const problems = done.problems.map(said);
  const failed = done.outcomes.some(({ problem }) => problem !== undefined) || problems.length > 0;
  const code = failed ? 1 : codeOf(changes);
  if (json) {
    const rows = changes.map((change) => ({ ...rowOf(change), ...didOf(resultOf(change, done)) }));
    return world.out(JSON.stringify({ changes: rows, notes, problems }, null, 2)), code;
  }
  const results = changes.flatMap((change) => resultOf(change, done) ?? []);
  const rows = summary(results, plan.task.memory === "forget", home);
  if (rows !== undefined || code === 0) world.out(rows ?? "Nothing to change");
  if (done.removed) world.out(`Nothing names our programs any more: ${visible(shortPath(done.removed, home))} is gone`);
  if (!known) {
    for (const note of notes) world.out(visible(note));
    sayRefused(changes, home, world);
  }
  if (done.programs.length > 0) world.out(`Next: ${NAME} serve, and in another terminal ${NAME} doctor`);
  for (const { left } of results) if (left !== undefined) world.out(visible(leftLine(left)));
  for (const { problem, config } of results) if (problem !== undefined) world.err(refusal(problem, config, home));
  for (const problem of problems) world.err(visible(`${NAME}: ${problem}`));
  return code;
}

function resultOf({ agent, config }: Change, { outcomes }: Done): Result | undefined {
  return outcomes.find((known) => known.agent === agent && known.config === config);
}

function sayRefused(changes: readonly Change[], home: string, world: World): void {
  for (const { plan, config } of changes) if ("refused" in plan) world.err(refusal(plan, config, home));
}

/** After an uninstall, what was not there needs no line. */
function summary(results: readonly Result[], all: boolean, home: string): string | undefined {
  const rows = results.filter(({ did }) => all || did !== "nothing");
  if (rows.length === 0) return undefined;
  return columns(rows.map(({ agent, did, config }) => [
    agent,
    did === "nothing" ? "unchanged" : did,
    visible(shortPath(config, home)),
  ])).join("\n");
}

function didOf(result: Result | undefined): Partial<Pick<Result, "did" | "left">> & { readonly reason?: string } {
  if (result === undefined) return {};
  const { did, problem, left } = result;
  return {
    did,
    ...(problem === undefined ? {} : { reason: said(problem) }),
    ...(left === undefined ? {} : { left }),
  };
}

/** Every folder of its own, so that no other is touched. */
function leftLine(folders: readonly string[]): string {
  return `An install made these folders, which are not for us to remove: rmdir ${folders.map(shellWord).join(" ")}`;
}

function rowOf({ agent, config, plan }: Change) {
  if ("refused" in plan) {
    const line = plan.line === undefined ? {} : { line: plan.line };
    return { agent, config, action: "refuse", ...line, reason: said(plan), diff: "" } as const;
  }
  const diff = plan.action === "none" ? "" : diffText(config, plan.before, plan.next);
  return { agent, config, action: plan.action, fingerprint: shown(plan.fingerprint), diff } as const;
}

function isChange({ plan }: Change): boolean {
  return !("refused" in plan) && plan.action !== "none";
}

function diffOf({ config, plan }: Change): string {
  return "refused" in plan ? "" : diffText(config, plan.before, plan.next);
}

/** A pipe gets the bytes as they are; a terminal must not act on them. */
function onTerminal(diff: string): string {
  if (!Deno.stdout.isTerminal()) return diff;
  return diff.split("\n").map((line) => line.replace(/\r$/, "").split("\t").map(visible).join("\t")).join("\n");
}

function refusal({ refused, line, mend }: Refused, config: string, home: string): string {
  const where = `${shortPath(config, home)}${line === undefined ? "" : `:${line}`}`;
  return visible(`${NAME}: cannot safely update ${where}: ${refused}; ${mend}`);
}

function codeOf(changes: readonly Change[]): 0 | 1 {
  return changes.some(({ plan }) => "refused" in plan) ? 1 : 0;
}

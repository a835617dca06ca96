// The entry of every command but the hook: finds it, hands it its world, and is the only place that prints and exits.
// A reader that went away (`| head`) ends a command, and is no failure of it.

import { NAME } from "../brand.ts";
import { reason } from "../files.ts";
import { paths } from "../paths.ts";
import type { Wrong } from "./arguments.ts";
import type { Outcome, World } from "./command.ts";
import { drop } from "./drop.ts";
import { type Entry, manual, overview, TABLE } from "./table.ts";
import { unknownCommand } from "./unknown_command.ts";
import { visible } from "./visible.ts";

/** Runs one command line and ends the process: 0 done, 1 failed, 2 used wrongly. */
export async function runCli(args: readonly string[]): Promise<never> {
  Deno.exit(await unread(dispatch(args, theWorld())));
}

async function unread(code: Promise<number>): Promise<number> {
  try {
    return await code;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return 0;
    throw error;
  }
}

async function dispatch([name, ...args]: readonly string[], world: World): Promise<number> {
  if (name === undefined) return world.err(overview()), 2;
  if (name === "--help" || name === "-h") return dispatch(["help"], world);
  if (name === "--version") return dispatch(["version"], world);
  const entry = TABLE.find((candidate) => candidate.name === name);
  if (entry === undefined) return usage(unknownCommand(name), "help", world);
  drop(name);
  return await one(entry, args, world);
}

async function one(entry: Entry, args: readonly string[], world: World): Promise<number> {
  try {
    const command = await entry.load?.();
    if (command === undefined) return world.out(manual(entry)), 0;
    // Not before: the hook's process, which may ask for its manual, has no packages.
    const { parse } = await import("./arguments.ts");
    const given = parse(args, command.accepts);
    if (given === "help") return world.out(manual(entry)), 0;
    const outcome = "wrong" in given ? given : await command.run(given, world);
    return isWrong(outcome) ? usage(outcome, entry.name === "help" ? "help" : `help ${entry.name}`, world) : outcome;
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw error;
    world.err(visible(`${NAME} ${entry.name}: ${reason(error)}`));
    return 1;
  }
}

function isWrong(outcome: Outcome): outcome is Wrong {
  return typeof outcome === "object";
}

function usage({ wrong }: Wrong, see: string, world: World): 2 {
  world.err(`${wrong}${wrong.endsWith("?") ? "" : "."} See ${NAME} ${see}`);
  return 2;
}

function theWorld(): World {
  const env = (name: string) => Deno.env.get(name) || undefined;
  const os = Deno.build.os === "darwin" ? "darwin" : "linux";
  return {
    env,
    paths: () => paths({ env, os, uid: Deno.uid() ?? -1 }),
    now: Date.now,
    out: (text) => write(Deno.stdout, text),
    err: (text) => write(Deno.stderr, text),
  };
}

/** Whole lines. */
function write(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(`${text}\n`);
  for (let from = 0; from < bytes.length;) from += stream.writeSync(bytes.subarray(from));
}

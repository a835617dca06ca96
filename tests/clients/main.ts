// The real agents against a mock model, wired by our own installer to our daemon: `deno task test:clients [NAME…]
// [--tui] [--again]`. Installs and builds outside, runs inside a network namespace. The last line is `N passed, N failed,
// N skipped`.

import { ALONE, type Arguments, readArguments } from "./arguments.ts";
import { compile } from "../support/compile.ts";
import { type Count, showCount, sum } from "./checks.ts";
import type { Client } from "./client.ts";
import { install, isInstalled } from "./install.ts";
import { lacking, runAlone, wayOut } from "./namespace.ts";
import { runClient } from "./run_client.ts";
import { CLIENTS } from "./table.ts";
import { isTold, listen } from "./told.ts";

const given = readArguments(Deno.args, CLIENTS);
if (typeof given === "string") {
  console.error(given);
  Deno.exit(2);
}
Deno.exit(given.alone === undefined ? await outside(given) : await inside(given, given.alone));

/** Prepares what needs the network, then runs the same program where there is none. */
async function outside({ clients, tui }: Arguments): Promise<number> {
  const why = await lacking(tui);
  if (why !== undefined) {
    for (const { name } of clients) console.log(`${name} skipped: ${why}`);
    return summary([{ passed: 0, failed: 0, skipped: clients.length }]);
  }
  for (const client of clients) {
    const failed = await install(client.packages);
    if (failed !== undefined) console.log(failed);
  }
  const folder = await Deno.makeTempDir({ prefix: "vults-clients-" });
  try {
    const program = `${folder}/vults`;
    const { code, stderr } = await compile(["--portable", "--output", program]);
    if (code === 0) return await alone(program);
    console.error(`Cannot build our own program, so no client is started: ${stderr}`);
    return 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function alone(program: string): Promise<number> {
  const flags = ["--allow-all", "--no-prompt", "--cached-only", `--config=${here("../../deno.json")}`];
  return await runAlone(Deno.execPath(), ["run", ...flags, here("main.ts"), `${ALONE}${program}`, ...Deno.args]);
}

function here(file: string): string {
  return decodeURIComponent(new URL(file, import.meta.url).pathname);
}

async function inside(given: Arguments, program: string): Promise<number> {
  const way = await wayOut();
  if (way !== undefined) {
    console.error(`Not alone in the network, so no client is started: ${way}`);
    return 1;
  }
  listen();
  const counts: Count[] = [];
  for (const client of given.clients) counts.push(await runOne(client, given, program));
  const code = summary(counts);
  return isTold() ? 130 : code;
}

async function runOne(client: Client, { tui, again }: Arguments, program: string): Promise<Count> {
  if (!isInstalled(client.packages)) {
    console.log(`${client.name} FAILED: it is not installed`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const scenarios = tui ? client.tui : client.headless;
  if (scenarios.length === 0) {
    console.log(`${client.name} skipped: nothing is proved of it in a terminal`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const first = await runClient(client, scenarios, program);
  if (first.failed === 0 || !again || isTold()) return first;
  console.log(`${client.name} failed (${showCount(first)}); once more`);
  return await runClient(client, scenarios, program);
}

function summary(counts: readonly Count[]): number {
  const all = sum(counts);
  console.log(showCount(all));
  return all.failed > 0 ? 1 : 0;
}

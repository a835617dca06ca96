// The real agents against a mock model, with our hook in their config and our daemon: `deno task test:clients [NAME…]
// [--tui] [--again]`. Installs outside, runs inside a network namespace. The last line is `N passed, N failed, N skipped`.

import { ALONE, type Arguments, readArguments } from "./arguments.ts";
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
Deno.exit(given.alone ? await inside(given) : await outside(given));

/** Prepares what needs the network, then runs the same program where there is none. */
async function outside({ clients, tui }: Arguments): Promise<number> {
  const why = await lacking(tui);
  if (why !== undefined) {
    for (const { name } of clients) console.log(`${name} skipped: ${why}`);
    return summary([{ passed: 0, failed: 0, skipped: clients.length }]);
  }
  await cacheOurs();
  for (const client of clients) {
    const failed = await install(client.packages);
    if (failed !== undefined) console.log(failed);
    await client.prepare?.();
  }
  const flags = ["--allow-all", "--no-prompt", "--cached-only", `--config=${here("../../deno.json")}`];
  return await runAlone(Deno.execPath(), ["run", ...flags, here("main.ts"), ALONE, ...Deno.args]);
}

/** Fetches what our own program imports, which is run from source. */
async function cacheOurs(): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["cache", "--quiet", "--frozen", `--config=${here("../../deno.json")}`, here("../../main.ts")],
  }).output();
  if (!success) console.log("Cannot fetch our own packages: is the registry reachable?");
}

function here(file: string): string {
  return decodeURIComponent(new URL(file, import.meta.url).pathname);
}

async function inside(given: Arguments): Promise<number> {
  const way = await wayOut();
  if (way !== undefined) {
    console.error(`Not alone in the network, so no client is started: ${way}`);
    return 1;
  }
  listen();
  const counts: Count[] = [];
  for (const client of given.clients) counts.push(await runOne(client, given));
  const code = summary(counts);
  return isTold() ? 130 : code;
}

async function runOne(client: Client, { tui, again }: Arguments): Promise<Count> {
  if (!isInstalled(client.packages)) {
    console.log(`${client.name} FAILED: it is not installed`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const scenarios = tui ? client.tui : client.headless;
  if (scenarios.length === 0) {
    console.log(`${client.name} skipped: nothing is proved of it in a terminal`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const first = await runClient(client, scenarios);
  if (first.failed === 0 || !again || isTold()) return first;
  console.log(`${client.name} failed (${showCount(first)}); once more`);
  return await runClient(client, scenarios);
}

function summary(counts: readonly Count[]): number {
  const all = sum(counts);
  console.log(showCount(all));
  return all.failed > 0 ? 1 : 0;
}

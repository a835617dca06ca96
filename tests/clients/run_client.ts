// Runs the scenarios of one client, each in a world of its own. A scenario that throws has failed, and what could be
// seen of it is shown.

import { type Checks, checks, type Count, sum } from "./checks.ts";
import type { Client, Scenario } from "./client.ts";
import { onPath } from "./namespace.ts";
import { folderOf, NODE_22, programOf } from "./packages.ts";
import { arrived } from "./seen.ts";
import { ends } from "./running.ts";
import { isTold } from "./told.ts";
import { type World, world } from "./world.ts";

/** Prints the client's version and every check. */
export async function runClient(client: Client, scenarios: readonly Scenario[]): Promise<Count> {
  const path = await pathOf(client);
  const counts: Count[] = [];
  for (const scenario of [versionOf(client), ...scenarios]) {
    if (isTold()) break;
    counts.push(await runScenario(client.name, scenario, path));
  }
  return sum(counts);
}

/** What stands before the usual folders in the PATH of a client: the Node it runs on. */
async function pathOf({ packages }: Client): Promise<string[]> {
  if (packages.specs.includes(NODE_22)) return [`${folderOf(NODE_22)}/node_modules/node/bin`];
  const node = await onPath("node");
  return node === undefined ? [] : [node.slice(0, node.lastIndexOf("/"))];
}

/** The program says that it is the version that was pinned. */
function versionOf({ packages }: Client): Scenario {
  const [spec] = packages.specs;
  const pinned = spec.slice(spec.lastIndexOf("@") + 1);
  return {
    name: "version",
    async run(at, check) {
      const { stdout, stderr } = await ends(at.start(programOf(packages), ["--version"]));
      check.that(`it is ${pinned}, as pinned`, stdout.includes(pinned), stdout + stderr);
    },
  };
}

async function runScenario(client: string, scenario: Scenario, path: readonly string[]): Promise<Count> {
  const check = checks(`${client}, ${scenario.name}`);
  await attempt("its world is made", check, async () => {
    const at = await world(path);
    await attempt("it runs to its end", check, () => scenario.run(at, check));
    if (check.count.failed > 0) await tell(at);
    await attempt("everything it started ends", check, () => at.end());
  });
  return check.count;
}

/** What throws is a failed check. */
async function attempt(what: string, check: Checks, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    check.that(what, false, error instanceof Error ? error.message : String(error));
  }
}

/** For whoever has to find out why: what arrived, what the model was asked, what the client printed. */
async function tell(at: World): Promise<void> {
  const told = await arrived(at).catch((error: Error) => error.message);
  console.log(`    events: ${JSON.stringify(told)}`);
  for (const { asked } of at.models) {
    const lines = asked.map(({ path, turn, tools, calls }) =>
      `${path} turn ${turn ?? "-"}, ${tools.length} tools, calls ${calls.map(({ name }) => name).join(" ") || "-"}`
    );
    console.log(`    model: ${lines.join("; ")}`);
  }
  for (const screen of at.screens) console.log(indented(await screen().catch((error: Error) => error.message)));
  for (const { command, soFar, printed } of at.running) {
    const ran = soFar();
    const state = ran === undefined ? "still runs" : `ended with ${ran.code}`;
    console.log(`    ${command.slice(0, 160)}: ${state}\n${indented(printed().slice(-3_000))}`);
  }
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "      ");
}

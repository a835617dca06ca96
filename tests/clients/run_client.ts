// Runs the scenarios of one client, each in a world of its own. A scenario that throws has failed, and what could be
// seen of it is shown.

import { type Checks, checks, type Count, sum } from "./checks.ts";
import type { Client, Scenario } from "./client.ts";
import { onPath } from "./namespace.ts";
import { folderOf, NODE_22, programOf } from "./packages.ts";
import { arrived } from "./seen.ts";
import { ends } from "./running.ts";
import { parent } from "../../src/wire/endpoint.ts";
import { isTold } from "./told.ts";
import { unwire } from "./wired.ts";
import { type Programs, type World, world } from "./world.ts";

/** Prints the client's version and every check. `ours` is our built program. */
export async function runClient(client: Client, scenarios: readonly Scenario[], ours: string): Promise<Count> {
  const programs = { path: await pathOf(client), ours };
  const counts: Count[] = [];
  for (const scenario of [versionOf(client), ...scenarios]) {
    if (isTold()) break;
    counts.push(await runScenario(client.name, scenario, programs));
  }
  return sum(counts);
}

/** What stands before the usual folders in every PATH: the client itself, and the Node it runs on. */
async function pathOf({ packages }: Client): Promise<string[]> {
  const node = packages.specs.includes(NODE_22)
    ? `${folderOf(NODE_22)}/node_modules/node/bin/node`
    : await onPath("node");
  return [programOf(packages), ...(node === undefined ? [] : [node])].map(parent);
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

async function runScenario(client: string, scenario: Scenario, programs: Programs): Promise<Count> {
  const check = checks(`${client}, ${scenario.name}`);
  await attempt("its world is made", check, async () => {
    const at = await world(programs);
    await attempt("it runs to its end", check, () => scenario.run(at, check));
    if (check.count.failed > 0) await tell(at);
    await attempt("everything it started ends", check, () => at.stop());
    await attempt("it is unwired", check, () => unwire(at, check));
    await at.remove();
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

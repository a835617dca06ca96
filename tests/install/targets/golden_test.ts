// The recorded pairs of `fixtures/configs/<agent>`: a file as somebody has it, and as it is after an install. A name that
// begins with "approval" is installed with `--approval`; a pair without `.before` is a new file. After an uninstall the
// file is as before, or as `.gone` where older entries went with ours.

import { assert, assertEquals } from "@std/assert";
import { TARGETS } from "../../../install/target_name.ts";
import { readRecorded } from "../formats/golden.ts";
import { installed, uninstalled } from "./planning.ts";

const CONFIGS = new URL("../../../fixtures/configs/", import.meta.url);
const VERSION = [2, 1, 332] as const;

for (const agent of TARGETS.filter((agent) => agent !== "opencode")) {
  const folder = new URL(`${agent}/`, CONFIGS);
  const pairs = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".after"));
  assert(pairs.length > 0, `no pairs in ${folder}`);
  for (const pair of pairs.toSorted().map((name) => name.slice(0, -".after".length))) {
    Deno.test(`${agent}: ${pair.replaceAll("-", " ")} becomes what is recorded, and goes without a trace`, async () => {
      const text = read(`${pair}.before`, folder);
      const there = await installed(agent, { text }, { approval: pair.startsWith("approval"), version: [...VERSION] });
      assertEquals(there.text, read(`${pair}.after`, folder));
      assertEquals(await uninstalled(agent, there), read(`${pair}.gone`, folder) ?? text);
    });
  }
}

/** `undefined`: there is no such file in the pair. */
function read(name: string, folder: URL): string | undefined {
  try {
    return readRecorded(new URL(name, folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

// What holds for every file that a target takes: installed, the same again, re-pointed and gone, it has its own bytes.

import fc from "fast-check";
import { assert } from "@std/assert";
import { planInstall } from "../../../install/plan.ts";
import type { TargetName } from "../../../install/target_name.ts";
import { documentOfObjects, look, textOf } from "../formats/json_documents.ts";
import { tomlFile } from "../formats/toml_documents.ts";
import { yamlFile } from "../formats/yaml_documents.ts";
import { assertCycle, BIN, found } from "./planning.ts";

const RUNS = 150;
/** Of the runs, those that must not be refused, or the test would say little. */
const LEAST = 30;

/** The generated entries are no hooks of Kimi's: made so, they are. */
const kimiFile = tomlFile.map((text) =>
  text.replaceAll(/\{ ?event ?= ?"(?:Stop|B)" ?\}/g, '{ event = "Stop", command = "x" }')
);

Deno.test("Kimi: any file has its own bytes after install, update and uninstall, or was refused", async () => {
  await assertCycles("kimi", kimiFile);
});

const jsonFile = fc.tuple(documentOfObjects, look).map(([source, how]) => textOf(source, how, false));

Deno.test("Antigravity: any file has its own bytes after install, update and uninstall, or was refused", async () => {
  await assertCycles("antigravity", jsonFile);
});

Deno.test("Cursor: any file has its own bytes after install, update and uninstall, or was refused", async () => {
  await assertCycles("cursor", jsonFile);
});

Deno.test("agentica: any file has its own bytes after install, update and uninstall, or was refused", async () => {
  await assertCycles("agentica", yamlFile);
});

async function assertCycles(agent: TargetName, files: fc.Arbitrary<string>): Promise<void> {
  let taken = 0;
  const property = fc.asyncProperty(files, fc.boolean(), async (text, approval) => {
    const plan = planInstall(await found(agent, { text }), { approval, bin: BIN });
    if ("refused" in plan) return;
    taken++;
    await assertCycle(agent, [text], { approval });
  });
  await fc.assert(property, { numRuns: RUNS });
  assert(taken >= LEAST, `only ${taken} of ${RUNS} were not refused`);
}

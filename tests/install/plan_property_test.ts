// The planner over generated files: installed and uninstalled is the same bytes, twice is once, and a hook that a person
// adds in between stays where it is (`installer.md` section 14, numbers 1, 4 and 5).

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { JSON_TARGETS } from "../../install/targets/table.ts";
import { planInstall, planUninstall } from "../../install/plan.ts";
import { after, BIN, found, text, VERSION } from "../support/install_plan.ts";
import { codexDocument, document, look, textOf } from "./formats/json_documents.ts";
import { documentIn } from "./formats/round.ts";

const AGENTS = (["claude", "codex", "qwen", "droid"] as const).map((agent) =>
  [agent, JSON_TARGETS.get(agent)] as const
);
const MINE = { hooks: [{ type: "command", command: "mine" }] };

for (const [agent, target] of AGENTS) {
  const comments = agent === "qwen" || agent === "droid";
  const file = agent === "codex"
    ? fc.tuple(codexDocument, look).map(([source, drawn]) => textOf(source, { ...drawn, bom: false }, false))
    : fc.tuple(document, look).map(([source, drawn]) => textOf(source, drawn, comments));

  Deno.test(`${agent}: any file is the same bytes after install and uninstall, and twice is once`, async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.boolean(), async (original, approval) => {
        const installed = planInstall(await found(agent, original), { approval, bin: BIN, version: VERSION });
        fc.pre(!("refused" in installed));
        const again = planInstall(await after(agent, installed), { approval: false, bin: BIN, version: VERSION });
        assert(!("refused" in again), JSON.stringify(again));
        assertEquals([again.action, text(again)], ["none", text(installed)]);
        const gone = planUninstall(await after(agent, installed), undefined);
        assert(!("refused" in gone), JSON.stringify(gone));
        assertEquals(text(gone), original);
      }),
      { numRuns: 150 },
    );
  });

  Deno.test(`${agent}: a hook that a person adds in between stays`, async () => {
    await fc.assert(
      fc.asyncProperty(file, async (original) => {
        const installed = planInstall(await found(agent, original), { approval: false, bin: BIN, version: VERSION });
        fc.pre(!("refused" in installed) && target !== undefined);
        const edited = target.format.edit(text(installed), [{ do: "append", path: ["hooks", "Stop"], value: MINE }]);
        assert(!("refused" in edited));
        const at = await after(agent, installed, edited.text);
        const updated = planInstall(at, { approval: true, bin: BIN, version: VERSION });
        assert(!("refused" in updated));
        const gone = planUninstall(await after(agent, updated), undefined);
        assert(!("refused" in gone), JSON.stringify(gone));
        assert(JSON.stringify(documentIn(target.format, text(gone))).includes(JSON.stringify(MINE)), text(gone));
        assert(!text(gone).includes(BIN.folder), text(gone));
      }),
      { numRuns: 80 },
    );
  });
}

// The planner over generated files: installed and uninstalled is the same bytes, twice is once, and a hook that a person
// adds in between stays where it is (`installer.md` section 14, numbers 1, 4 and 5).

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { jsonc } from "../../install/formats/json.ts";
import { commentsOf, tokensOf } from "../../install/formats/json/tokens.ts";
import { JSON_TARGETS } from "../../install/targets/table.ts";
import { planInstall, planUninstall } from "../../install/plan.ts";
import { after, BIN, found, text, VERSION } from "../support/install_plan.ts";
import { codexDocument, document, look, textOf } from "./formats/json_documents.ts";
import { documentIn } from "./formats/round.ts";

const AGENTS = (["claude", "codex", "qwen", "droid"] as const).map((agent) =>
  [agent, JSON_TARGETS.get(agent)] as const
);
const MOVED = { folder: "/home/me/elsewhere/bin", forwards: true };
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

for (const agent of ["qwen", "droid"] as const) {
  Deno.test(`${agent}: a comment that a person writes anywhere in between stays, in order, and so does what is theirs`, async () => {
    const file = fc.option(fc.tuple(document, look).map(([source, drawn]) => textOf(source, drawn, true)), {
      nil: undefined,
    });
    const comments = fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(file, comments, async (original, drawn) => {
        const installed = planInstall(await found(agent, original), { approval: true, bin: BIN });
        fc.pre(!("refused" in installed));
        const written = sprinkled(text(installed), drawn);
        const updated = planInstall(await after(agent, installed, written), { approval: false, bin: MOVED });
        assert(!("refused" in updated), JSON.stringify(updated));
        const gone = planUninstall(await after(agent, installed, text(updated)), undefined);
        assert(!("refused" in gone), JSON.stringify(gone));
        assertEquals(commentsIn(text(updated)), commentsIn(written), written);
        assertEquals(commentsIn(text(gone)), commentsIn(written), written);
        assert(!text(gone).includes("/bin/vults"), text(gone));
        const left = jsonc.read(text(gone));
        assert(!("refused" in left), text(gone));
        if (original !== undefined) assertEquals(left.document, documentIn(jsonc, original));
      }),
      { numRuns: 150 },
    );
  });
}

/** The text with these comments between its tokens. */
function sprinkled(text: string, drawn: readonly (readonly [number, boolean])[]): string {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  return drawn.reduce((written, [place, isLine], index) => {
    const starts = tokensOf(written.slice(mark)).map(({ start }) => start + mark);
    const at = starts[place % starts.length] ?? mark;
    const comment = isLine ? `// mine ${index}\n` : `/* mine ${index} */`;
    return written.slice(0, at) + comment + written.slice(at);
  }, text);
}

function commentsIn(text: string): string[] {
  return commentsOf(text, tokensOf(text));
}

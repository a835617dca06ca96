// A person's comment in a config with comments stays over update and uninstall, also where the containers that we made
// around it go (`installer.md` A2).

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { planInstall } from "../../../install/plan.ts";
import { targetOf } from "../../../install/targets/table.ts";
import { assertSameComments, commentsOf, strewn, withComments } from "../formats/comments.ts";
import { document, look, textOf } from "../formats/json_documents.ts";
import { documentIn } from "../formats/round.ts";
import { BIN, found, installed, MOVED, uninstalled } from "./planning.ts";

const OURS = /vults|vibebuddy/;
const file = fc.tuple(document, look).map(([source, how]) => textOf(source, how, true));

for (const agent of ["qwen", "droid"] as const) {
  const { format } = targetOf(agent, `/home/me/.${agent}/settings.json`);

  Deno.test(`${agent}: comments between, in and after our entries are there when those are gone`, async () => {
    const there = await installed(agent, { text: '{\n  "a": 1 // mine\n}\n' });
    const commented = there.text
      .replace('"hooks": {', '"hooks": { // beside\n    // before')
      .replace('    "Stop": [\n      {', '    // above Stop\n    "Stop": [\n      {\n        /* in the group */')
      .replace(/("Stop": [^]*?"timeout": \d+)/, "$1 // in the handler")
      .replace(/\n {2}\}\n\}\n$/, "\n    // last\n  }\n  // the end\n}\n");
    const left = `{
  "a": 1 // mine
  // beside
    // before
    // above Stop
        /* in the group */
        // in the handler
    // last
  // the end
}
`;
    assertEquals(commentsOf(commented).length, 8, commented);
    assertEquals(await uninstalled(agent, { ...there, text: commented }), left);
    assertEquals(await uninstalled(agent, { text: commented }), left, "nor is a manifest needed");
    assertEquals(await uninstalled(agent, { text: left }), left);
  });

  Deno.test(`${agent}: an empty list that was filled keeps its old comment once, and the new one`, async () => {
    const before = '{\n  "hooks": {\n    "Stop": [ /* none yet */ ]\n  }\n}\n';
    const there = await installed(agent, { text: before });
    const commented = there.text.replace('"command": ', '"command": /* new */ ');
    assertEquals(await uninstalled(agent, there), before);
    const left = await uninstalled(agent, { ...there, text: commented }) ?? "";
    assertEquals(documentIn(format, left), { hooks: { Stop: [] } });
    assertEquals(commentsOf(left), commentsOf(commented));
  });

  Deno.test(`${agent}: a file that we made goes, but not with a comment in it`, async () => {
    const there = await installed(agent, { text: undefined });
    const commented = { ...there, text: `// mine\n${there.text}` };
    assertEquals([await uninstalled(agent, there), await uninstalled(agent, commented)], [undefined, "// mine\n{}\n"]);
  });

  Deno.test(`${agent}: a blank file that came to hold a comment keeps it`, async () => {
    const there = await installed(agent, { text: "\n" });
    const commented = there.text.replace("{", "{\n  // mine");
    assertEquals(await uninstalled(agent, there), "\n");
    assertEquals(await uninstalled(agent, { ...there, text: commented }), "{\n  // mine\n}\n");
  });

  Deno.test(`${agent}: an update that drops an older entry leaves the comment in it`, async () => {
    const older = `{ "command": "/opt/x/vults-hook --agent ${agent} Setup" /* in it */ }`;
    const text = `{\n  "hooks": {\n    // why\n    "Setup": [\n      { "hooks": [${older}] }\n    ]\n  }\n}\n`;
    const there = await installed(agent, { text });
    assert(!there.text.includes("Setup"), there.text);
    assertSameComments(text, there.text);
    assertEquals(commentsOf(await uninstalled(agent, there) ?? ""), commentsOf(text));
  });

  Deno.test(`${agent}: strewn anywhere, every comment stays, and nothing of ours does`, async () => {
    const property = fc.asyncProperty(file, strewn, fc.boolean(), async (original, drawn, updates) => {
      fc.pre(!("refused" in planInstall(await found(agent, { text: original }), { approval: false, bin: BIN })));
      const there = await installed(agent, { text: original });
      const commented = { ...there, text: withComments(there.text, drawn) };
      const now = updates ? await installed(agent, commented, { approval: true, bin: MOVED }) : commented;
      assertSameComments(commented.text, now.text);
      const gone = await uninstalled(agent, now) ?? "";
      assertSameComments(commented.text, gone);
      assert(!OURS.test(gone), gone);
      assertEquals(documentIn(format, gone), documentIn(format, original));
      assertEquals(await uninstalled(agent, { ...now, text: gone }), gone);
    });
    await fc.assert(property, { numRuns: 150 });
  });
}

Deno.test("gemini: comments in older products' entries stay", async () => {
  const own = '{ "type": "command", "command": "/x/vibebuddy-forward.sh gemini" /* old */ }';
  const before = `{\r\n  "hooks": { // mine\r\n    "AfterAgent": [{ "hooks": [${own}] }]\r\n  }\r\n}\r\n`;
  assertEquals(await uninstalled("gemini", { text: before }), "{\r\n  // mine\r\n    /* old */\r\n}\r\n");
});

// What older products left with the Gemini CLI (`installer.md` 6.12; scenario 28).

import { assert, assertEquals } from "@std/assert";
import { planInstall } from "../../../install/plan.ts";
import { BIN, clearing, uninstalled, why } from "./planning.ts";

const OWN = ["/x/vibebuddy-forward.sh gemini", "/x/vults-hook --agent gemini", "curl 127.0.0.1:9876/hook"];

Deno.test("Gemini: own handlers under hooks go, and nothing else does", async () => {
  const mine = '{ "hooks": [{ "type": "command", "command": "mine", "timeout": 60000 }] }';
  const own = OWN.map((command) => `{ "matcher": "*", "hooks": [{ "type": "command", "command": "${command}" }] }`);
  const before = `{
  // keep
  "tools": { "a": 1.50 },
  "hooks": {
    "BeforeTool": [
      ${mine},
      ${own.join(",\n      ")}
    ],
    "AfterAgent": [${own[0]}]
  },
  "vults": { "Stop": [{ "command": "${OWN[1]}" }] }
}
`;
  const after = `{
  // keep
  "tools": { "a": 1.50 },
  "hooks": {
    "BeforeTool": [
      ${mine}
    ]
  },
  "vults": { "Stop": [{ "command": "${OWN[1]}" }] }
}
`;
  assertEquals(await uninstalled("gemini", { text: before }), after);
  assertEquals(await uninstalled("gemini", { text: after }), after);
});

Deno.test("Gemini: a file that is not there, or holds none of ours, stays so", async () => {
  for (const text of [undefined, "", "{}\n", '{"hooks": {"BeforeTool": []}}', '{"hooks": {"AfterTool": {}}}']) {
    assertEquals(await uninstalled("gemini", { text }), text);
  }
});

Deno.test("Gemini: nothing is ever installed", async () => {
  const there = await clearing("gemini", { text: "{}" });
  const plan = planInstall({ ...there, agent: "antigravity" }, { approval: false, bin: BIN });
  assert(why(plan).includes("nothing is installed"));
});

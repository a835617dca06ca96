// What makes Codex drop its whole `hooks.json` (A9): each row as its app-server 0.171.0 answered `hooks/list`, where the
// file held one good hook beside it.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { planInstall, planUninstall } from "../../../install/plan.ts";
import { BIN, found, ok, uninstalled, why } from "./planning.ts";

const GOOD = '{"type": "command", "command": "true"}';

const DROPPED: readonly (readonly [text: string, line: number, words: string])[] = [
  [`{"hooks": {},\n"foo": 1}`, 2, '"foo" is neither "description" nor "hooks"'],
  [`{"hooks": {},\n"$schema": "x"}`, 2, '"$schema" is neither'],
  [`{"hooks": {},\n"description": 1}`, 2, '"description" is not text'],
  [
    stop(`${GOOD},\n{"type": "http", "url": "x"}`),
    2,
    '"hooks.Stop[0].hooks[1].type" is not one of "command", "mcp_tool"',
  ],
  [stop(`${GOOD},\n{"command": "true"}`), 2, '"hooks.Stop[0].hooks[1].type" is not one of'],
  [stop(`${GOOD},\n{"type": "command"}`), 2, '"hooks.Stop[0].hooks[1].command" is not text'],
  [stop(`${GOOD},\n{"type": "command", "command": 1}`), 2, "command"],
  [stop(`${GOOD},\n"x"`), 2, '"hooks.Stop[0].hooks[1]" is not an object'],
  [groups(`{"hooks": [${GOOD}]},\n"x"`), 2, '"Stop" is not an object'],
  [groups(`{"hooks": [${GOOD}],\n"matcher": 1}`), 2, '"hooks.Stop[0].matcher" is not text'],
  [`{"hooks": {"Stop": [{"hooks": [${GOOD}]}],\n"PreToolUse": null}}`, 2, '"PreToolUse" is not a list'],
  [handler('"timeout": "5"'), 2, '"hooks.Stop[0].hooks[0].timeout" is not a whole number'],
  [handler('"timeout": 1.5'), 2, "is not a whole number"],
  [handler('"timeout": -1'), 2, "is not a whole number"],
  [handler('"async": "x"'), 2, "is not true or false"],
  [handler('"statusMessage": 1'), 2, "is not text"],
  [handler('"commandWindows": 1'), 2, "is not text"],
  [handler('"command": "false"'), 2, '"hooks.Stop[0].hooks[0].command" is given twice'],
  [`\uFEFF{"hooks": {}}`, 1, "byte order mark"],
  ["\uFEFF", 1, "byte order mark"],
];

const TAKEN: readonly string[] = [
  '{"description": "x", "hooks": {}}',
  stop(`${GOOD}, {"type": "prompt"}, {"type": "agent"}, {"type": "mcp_tool"}`),
  stop(`${GOOD}, {"type": "command", "command": ""}`),
  groups(`{"hooks": [${GOOD}], "x": 1, "matcher": null}, {"hooks": []}`),
  groups(`{"hooks": [${GOOD}], "matcher": "("}`),
  `{"hooks": {"Stop": [{"hooks": [${GOOD}]}], "Foo": {}}}`,
  `{"hooks": {"Stop": [{"hooks": [${GOOD}]}], "Foo": [{"hooks": ["x", {"type": "foo"}]}]}}`,
  handler('"timeout": 0, "timeoutSec": "x", "foo": 1'),
];

Deno.test("Codex: a file that it would drop is refused with the line and the mend, and loses ours all the same", async () => {
  for (const [text, line, words] of DROPPED) {
    const plan = planInstall(await found("codex", { text }), { approval: false, bin: BIN });
    assertStringIncludes(why(plan), words, text);
    assert("refused" in plan);
    assertEquals(plan.line, line, text);
    assert(plan.mend.endsWith("and run again"), plan.mend);
    // An uninstall has nothing to ask of the rest of the file.
    const gone = planUninstall(await found("codex", { text }), undefined);
    assert(!("refused" in gone) && gone.action === "none", text);
  }
});

Deno.test("Codex: what it takes or skips with a warning is no reason to refuse, and comes back to the byte", async () => {
  for (const text of TAKEN) {
    const plan = ok(planInstall(await found("codex", { text }), { approval: false, bin: BIN }));
    assertEquals(plan.action, "change", text);
    assertEquals(await uninstalled("codex", { text }), text);
  }
});

function groups(list: string): string {
  return `{"hooks": {"Stop": [${list}]}}`;
}

function stop(handlers: string): string {
  return groups(`{"hooks": [${handlers}]}`);
}

function handler(members: string): string {
  return stop(`{"type": "command", "command": "true",\n${members}}`);
}

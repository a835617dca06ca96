// Whether Codex's hooks are switched off, by every form of the table (`installer.md` section 8, 14.18).

import { assertEquals } from "@std/assert";
import { codexHooksOff } from "../../install/codex_features.ts";

const OFF = { key: "hooks", line: 2 };

for (
  const [what, text, off] of [
    ["disabled", "[features]\nhooks = false\n", OFF],
    ["disabled, CRLF and a BOM", '\uFEFFmodel = "x"\r\n[features]\r\nhooks = false # why\r\n', {
      key: "hooks",
      line: 3,
    }],
    ["the alias", "[features]\ncodex_hooks = false\n", { key: "codex_hooks", line: 2 }],
    ["a dotted key", "features.hooks = false\n", { key: "hooks", line: 1 }],
    ["an inline table", "features = { a = true, hooks = false }\n", { key: "hooks", line: 1 }],
    ["a quoted key", '["features"]\n"hooks" = false\n', OFF],
    ["both off", "[features]\ncodex_hooks = false\nhooks = false\n", { key: "hooks", line: 3 }],
    ["enabled", "[features]\nhooks = true\n", undefined],
    ["the key that decides is on", "[features]\nhooks = true\ncodex_hooks = false\n", undefined],
    ["the key that decides is off", "[features]\ncodex_hooks = true\nhooks = false\n", { key: "hooks", line: 3 }],
    ["missing key", "[features]\nother = false\n", undefined],
    ["wrong table", "[profiles.x.features]\nhooks = false\n[feature]\nhooks = false\n", undefined],
    ["a table of that name further in", "[a]\nfeatures.hooks = false\n", undefined],
    ["commented", "[features]\n# hooks = false\n", undefined],
    ["no table", "hooks = false\n", undefined],
    ["a string", '[features]\nhooks = "false"\n', undefined],
    ["in a text", 'note = """\n[features]\nhooks = false\n"""\n', undefined],
    ["features is no table", "features = false\n", undefined],
    ["tables of that name", "[[features]]\nhooks = false\n", undefined],
    ["broken TOML", "[features]\nhooks = false\nhooks = false\n", undefined],
    ["empty", "", undefined],
  ] as const
) {
  Deno.test(`${what}: ${off ? `off in line ${off.line}` : "not off"}`, () => assertEquals(codexHooksOff(text), off));
}

Deno.test("a file over 1 MiB is not read", () => {
  assertEquals(codexHooksOff(`[features]\nhooks = false\n#${" ".repeat(1_048_576)}`), undefined);
});

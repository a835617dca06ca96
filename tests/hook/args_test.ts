// The command line of a hook entry: read without ever failing.

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { hookArgs } from "../../src/hook/args.ts";
import type { HookArgs } from "../../src/wire/build.ts";

const PLAIN: HookArgs = { kind: "claude", ask: false, approval: false, statusline: false };

const ROWS: [string[], Partial<HookArgs>][] = [
  [[], {}],
  [["--agent", "codex"], { kind: "codex" }],
  [["--agent", "aider"], { kind: "other", name: "aider" }],
  [["--agent", "gemini"], { kind: "other" }],
  [["--agent", "aider", "--agent", "qwen"], { kind: "qwen" }],
  [["--agent"], {}],
  [["--ask", "--approval", "PreToolUse"], { ask: true, approval: true, event: "PreToolUse" }],
  [["--statusline", "0123456789ab"], { statusline: true, key: "0123456789ab" }],
  [["--statusline", "0123456789AB"], { statusline: true, event: "0123456789AB" }],
  [["--statusline", "0123456789abc"], { statusline: true, event: "0123456789abc" }],
  [["--statusline", "--ask"], { statusline: true, ask: true }],
  [["--new", "Stop"], { event: "Stop" }],
];

for (const [args, read] of ROWS) {
  Deno.test(`hook ${args.join(" ")} is read`, () => assertEquals(hookArgs(args), { ...PLAIN, ...read }));
}

Deno.test("no arguments make it fail", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("--agent", "--statusline", "--ask"))), (args) => {
      assertEquals(typeof hookArgs(args).kind, "string");
    }),
  );
});

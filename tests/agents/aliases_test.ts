// Names of agents at the loopback door (daemon.md section 4).

import { assertEquals } from "@std/assert";
import { knownAgent, sourceOf } from "../../src/agents/aliases.ts";

Deno.test("every accepted name leads to its agent, in any case", () => {
  const rows = {
    claude: ["claude", "claudecode", "claude-code", "Claude", ""],
    codex: ["codex", "CODEX"],
    opencode: ["opencode"],
    qwen: ["qwen", "qwen-code", "qwencode"],
    copilot: ["copilot", "githubcopilot", "github-copilot"],
    grok: ["grok", "grok-build", "grokbuild"],
    cursor: ["cursor", "cursor-agent", "cursoragent"],
    agentica: ["agentica"],
  } as const;
  for (const [kind, names] of Object.entries(rows)) {
    for (const name of names) assertEquals(sourceOf(name), { kind: kind as keyof typeof rows }, name);
  }
  assertEquals(sourceOf(undefined), { kind: "claude" });
});

Deno.test("agents without a kind of their own travel as other, under one name", () => {
  const rows = {
    antigravity: ["antigravity", "agy", "gemini"],
    droid: ["droid", "factory", "factory-droid"],
    kimi: ["kimi", "kimi-code", "kimicode"],
  };
  for (const [own, names] of Object.entries(rows)) {
    for (const name of names) assertEquals(sourceOf(name), { kind: "other", name: own }, name);
  }
});

Deno.test("an unknown name travels as it is when it can, else it is shown as Claude Code", () => {
  assertEquals(sourceOf("aider"), { kind: "other", name: "aider" });
  for (const name of ["my tool", "café", "x".repeat(25), "other", "a/b"]) {
    assertEquals(sourceOf(name), { kind: "claude" }, name);
  }
  assertEquals(knownAgent("aider"), undefined);
});

// Which variables and programs mark an agent as the one who asks.

import { assertEquals } from "@std/assert";
import { markedBy, type Program } from "../../src/agents/callers.ts";

const LINES: readonly (readonly [string, string | undefined])[] = [
  ["claude", "claude"],
  ["/home/me/.local/bin/claude --resume", "claude"],
  ["node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js -p hello", "claude"],
  ["node --max-old-space-size=4096 /usr/bin/claude", "claude"],
  ["/opt/codex/codex app-server", "codex"],
  ["node /usr/lib/node_modules/@openai/codex/bin/codex.js", "codex"],
  ["opencode serve", "opencode"],
  ["node /usr/bin/qwen", "qwen"],
  ["/usr/local/bin/copilot", "copilot"],
  ["grok", "grok"],
  ["cursor-agent chat", "cursor"],
  ["agy", "antigravity"],
  ["droid exec", "droid"],
  ["kimi-code", "kimi"],
  ["python3 -u /home/me/bin/agentica", "agentica"],
  ["bun run /x/node_modules/@google/gemini-cli/dist/index.js", "gemini"],
  ["-bash", undefined],
  ["zsh", undefined],
  ["vim claude", undefined],
  ["less /home/me/claude", undefined],
  ["node server.js claude", undefined],
  ["/usr/bin/deno run main.ts answer c1 allow", undefined],
  ["tmux new-session -s codex", undefined],
  ["/home/claude/bin/fish", undefined],
  ["", undefined],
];

Deno.test("a command line marks an agent by the program that runs, not by what its arguments say", () => {
  for (const [line, agent] of LINES) assertEquals(markedBy([], programs(line)), agent, line);
});

Deno.test("the nearest marked ancestor counts", () => {
  assertEquals(markedBy([], programs("/bin/sh -c vults answer c1 allow", "claude", "-zsh")), "claude");
  assertEquals(markedBy([], programs("bash", "-zsh", "sshd: me@pts/1")), undefined);
});

Deno.test("variables of the agents mark, variables that a terminal sets too do not", () => {
  assertEquals(markedBy(["HOME", "CLAUDECODE"], []), "claude");
  assertEquals(markedBy(["GROK_HOOK_EVENT"], []), "grok");
  assertEquals(markedBy(["COPILOT_CLI"], []), "copilot");
  assertEquals(markedBy(["QWEN_CODE_SESSION_ID"], []), "qwen");
  assertEquals(markedBy(["CODEX_MANAGED_BY_NPM"], []), "codex");
  assertEquals(markedBy(["FACTORY_PROJECT_DIR"], []), "droid");
  assertEquals(markedBy(["CLAUDE_PROJECT_DIR", "CURSOR_TRACE_ID", "TMUX", "toString"], []), undefined);
});

Deno.test("a program whose path has blanks is known by its name", () => {
  assertEquals(markedBy([], [{ name: "claude", line: "/a b/claude --resume" }]), "claude");
  assertEquals(
    markedBy([], [{ name: "/Applications/My Tools/claude", line: "/Applications/My Tools/claude" }]),
    "claude",
  );
  assertEquals(markedBy([], [{ name: "vim", line: "/a b/vim /c/claude" }]), undefined);
});

function programs(...lines: string[]): Program[] {
  return lines.map((line) => ({ name: "", line }));
}

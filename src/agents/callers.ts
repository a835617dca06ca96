// Who started a command: an agent that answers its own card would answer for the human (DESIGN section 7). Read from the
// variables that agents set for what they start, and from the programs above the command.

/** Variables that only an agent sets, with its name (`agents.md` 14.1; 1, 5, 6 and 9 for the further ones). */
export const CALLER_VARIABLES: Readonly<Record<string, string>> = {
  CLAUDECODE: "claude",
  CLAUDE_CODE_SESSION_ID: "claude",
  CODEX_MANAGED_BY_NPM: "codex",
  COPILOT_CLI: "copilot",
  FACTORY_PROJECT_DIR: "droid",
  GEMINI_SESSION_ID: "gemini",
  GROK_HOOK_EVENT: "grok",
  GROK_SESSION_ID: "grok",
  QWEN_CODE_SESSION_ID: "qwen",
};

/** Program names (`agents.md` sections 1 to 13), and the npm packages that a script's path shows (section 15). */
const PROGRAMS: ReadonlyMap<string, string> = new Map([
  ["claude", "claude"],
  ["codex", "codex"],
  ["opencode", "opencode"],
  ["qwen", "qwen"],
  ["copilot", "copilot"],
  ["grok", "grok"],
  ["cursor-agent", "cursor"],
  ["agy", "antigravity"],
  ["antigravity", "antigravity"],
  ["droid", "droid"],
  ["kimi", "kimi"],
  ["kimi-code", "kimi"],
  ["agentica", "agentica"],
  ["gemini", "gemini"],
]);
const PACKAGES: readonly (readonly [string, string])[] = [
  ["/@anthropic-ai/claude-code/", "claude"],
  ["/@openai/codex/", "codex"],
  ["/opencode-ai/", "opencode"],
  ["/@qwen-code/qwen-code/", "qwen"],
  ["/@github/copilot/", "copilot"],
  ["/@xai-official/grok/", "grok"],
  ["/@moonshot-ai/kimi-code/", "kimi"],
  ["/@factory/cli", "droid"],
  ["/@google/gemini-cli/", "gemini"],
];

/** Programs whose first argument without a dash is the program that runs. */
const RUNNERS = /^(node|nodejs|bun|deno|python[0-9.]*|uv|npx)$/;

/** A running program as `ps` tells of it: its name (a path on macOS), and its command line with blanks between the words. */
export type Program = { readonly name: string; readonly line: string };

/** The agent that a variable or an ancestor tells of; `undefined` when none does. */
export function markedBy(variables: readonly string[], ancestors: readonly Program[]): string | undefined {
  const set = variables.find((name) => Object.hasOwn(CALLER_VARIABLES, name));
  if (set !== undefined) return CALLER_VARIABLES[set];
  for (const { name, line } of ancestors) {
    // A path with blanks cannot be told from arguments in the line, so the name counts by itself.
    const agent = PROGRAMS.get(nameOf(name)) ?? agentOf(line);
    if (agent !== undefined) return agent;
  }
  return undefined;
}

/** The agent that a command line, as `ps` prints it, runs. */
function agentOf(line: string): string | undefined {
  const [program = "", ...rest] = line.trim().split(/\s+/);
  const name = nameOf(program);
  const script = RUNNERS.test(name) ? rest.find((word) => !word.startsWith("-") && word !== "run") ?? "" : program;
  return PROGRAMS.get(nameOf(script)) ?? PACKAGES.find(([part]) => script.includes(part))?.[1];
}

/** The last part of a path; a login shell's dash and a script's ending do not count. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/^-/, "").replace(/\.(js|mjs|cjs|py|exe)$/, "");
}

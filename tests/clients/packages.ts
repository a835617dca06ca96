// The programs as npm has them, each pinned (`agents.md` section 15), and where they are kept once installed.

/** Who runs, and with which packages; the first is the client itself. */
export type Packages = {
  readonly specs: readonly [string, ...string[]];
  /** The program inside the first package's folder. */
  readonly program: string;
  /** What a package manager that runs no scripts leaves undone: a script to run once, inside that folder. */
  readonly finish?: string;
};

/** A Node for the clients that refuse older ones. */
export const NODE_22 = "node@22.23.3";

/** The plugin's own library, which OpenCode would fetch at its start. */
export const OPENCODE_PLUGIN = "@opencode-ai/plugin@1.18.33";

export const CLAUDE: Packages = {
  specs: ["@anthropic-ai/claude-code@2.1.332"],
  program: "node_modules/.bin/claude",
  finish: "node_modules/@anthropic-ai/claude-code/install.cjs",
};
export const CODEX: Packages = { specs: ["@openai/codex@0.171.0"], program: "node_modules/.bin/codex" };
export const OPENCODE: Packages = {
  specs: ["opencode-ai@1.18.33", OPENCODE_PLUGIN],
  program: "node_modules/.bin/opencode",
};
export const QWEN: Packages = {
  specs: ["@qwen-code/qwen-code@0.24.4", NODE_22],
  program: "node_modules/.bin/qwen",
};
export const COPILOT: Packages = { specs: ["@github/copilot@1.0.102"], program: "node_modules/.bin/copilot" };
export const GROK: Packages = { specs: ["@xai-official/grok@1.0.41"], program: "node_modules/.bin/grok" };
export const KIMI: Packages = { specs: ["@moonshot-ai/kimi-code@2.1.0", NODE_22], program: "node_modules/.bin/kimi" };
export const DROID: Packages = {
  specs: [`@factory/cli-linux-${machine()}@0.225.2`],
  program: `node_modules/@factory/cli-linux-${machine()}/bin/droid`,
};

/** The folder of one package, named after its exact version. */
export function folderOf(spec: string): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") ?? "/tmp"}/.cache`;
  return `${cache}/vults/clients/${spec.replaceAll("/", "_")}`;
}

/** The client's own executable. */
export function programOf({ specs, program }: Packages): string {
  return `${folderOf(specs[0])}/${program}`;
}

/** npm's name of this machine's processor. */
function machine(): string {
  return Deno.build.arch === "aarch64" ? "arm64" : "x64";
}

// A throw-away home with the files that people have for their agents, and the installer's commands as real processes in it.

import { assertEquals } from "@std/assert";
import { type Home, home, type Ran, vults } from "./vults.ts";

export type InstallHome = Home & {
  /** Everything that a process in it is given. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file, and its folders. */
  write(path: string, text: string): string;
  read(path: string): string;
  vults(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** The same, where it has to succeed. */
  ok(...args: readonly string[]): Promise<Ran>;
};

/** Stands for a built program: it is only copied. */
const BINARY = "#!/bin/sh\nexit 0\n";

export async function withInstallHome(test: (at: InstallHome) => Promise<void>): Promise<void> {
  const at = await home();
  const binary = `${at.folder}/program`;
  await Deno.writeTextFile(binary, BINARY, { mode: 0o755 });
  const env = {
    ...at.env,
    VULTS_BINARY: binary,
    VULTS_CLAUDE_VERSION: "2.1.332",
    // The tests may run as root, and in a container.
    VULTS_ALLOW_ROOT: "1",
    VULTS_ALLOW_CONTAINER: "1",
  };
  const run: InstallHome["vults"] = (args, more = {}) => vults(args, { ...env, ...more });
  try {
    await test({
      ...at,
      env,
      write: (path, text) => write(path.startsWith("/") ? path : `${at.folder}/${path}`, text),
      read: (path) => Deno.readTextFileSync(`${at.folder}/${path}`),
      vults: run,
      async ok(...args) {
        const ran = await run(args);
        assertEquals([ran.code, ran.stderr], [0, ""], args.join(" "));
        return ran;
      },
    });
  } finally {
    await at.remove();
  }
}

/** Files that people have: other hooks, comments, odd layouts. Path in the home to text. */
export const CONFIGS: Readonly<Record<string, string>> = {
  ".claude/settings.json":
    '{\n    "z": 1.50,\n    "env": {"API_KEY": "sk-1", "url": "https:\\/\\/x"},\n    "hooks": {\n        "Stop": [\n            {"hooks": [{"type": "command", "command": "mine"}]}\n        ]\n    }\n}\n',
  ".codex/hooks.json":
    '{\n\t"description": "mine",\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "notify" }] }]\n\t}\n}',
  ".codex/config.toml": '# mine\nmodel = "x"\n',
  ".grok/config.toml": "",
  ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "mine"}]}}',
  ".config/opencode/opencode.jsonc": '{\n  // mine\n  "plugin": [],\n}\n',
  ".gemini/config/hooks.json":
    '\uFEFF{\r\n  "mine": { "Stop": [{ "type": "command", "command": "x", "timeout": 3 }] }\r\n}\r\n',
  ".qwen/settings.json": '{\r\n  // mine\r\n  "$version": 3,\r\n  "hooks": { }\r\n}\r\n',
  ".copilot/config.json": "{}",
  ".factory/settings.json": '{ "model": "x" /* mine */ }\n',
  ".kimi-code/config.toml": '[providers.a]\napi_key = "sk-2" # mine\n',
  ".agentica/config.yaml": "# mine\nsettings:\n  theme: dark\n",
};

/** Puts them there. */
export function withConfigs(at: InstallHome): void {
  for (const [path, text] of Object.entries(CONFIGS)) at.write(path, text);
}

/** Every file outside the support folder with its bytes. */
export function agentFiles(folder: string): Record<string, string> {
  const all = snapshot(folder, ({ path }) => Deno.readTextFileSync(path));
  return Object.fromEntries(Object.entries(all).filter(([path]) => !path.startsWith("support/") && path !== "program"));
}

/** Every file and folder with what says that nobody touched it. */
export function untouched(folder: string): Record<string, string> {
  return snapshot(folder, ({ info }) => `${info.ino} ${info.mode} ${info.size} ${info.mtime?.toISOString()}`, true);
}

type Seen = { readonly path: string; readonly info: Deno.FileInfo };

function snapshot(folder: string, say: (seen: Seen) => string, folders = false, within = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    const info = Deno.lstatSync(path);
    if (!info.isDirectory || folders) found[`${within}${name}`] = say({ path, info });
    if (info.isDirectory) Object.assign(found, snapshot(path, say, folders, `${within}${name}/`));
  }
  return found;
}

function write(path: string, text: string): string {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, text);
  return path;
}

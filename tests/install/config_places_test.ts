// Where each agent's config is: HOME, the agents' own variables, and which of several files counts (`installer.md`
// section 6, 14.6, 14.25, 14.26).

import { assert, assertEquals } from "@std/assert";
import { type ConfigPlace, configPlace } from "../../install/config_places.ts";
import { type TargetName, TARGETS } from "../../install/target_name.ts";

type Name = TargetName | "gemini";
type Facts = { readonly env?: Readonly<Record<string, string>>; readonly there?: readonly string[] };

const PLACES: Readonly<Record<Name, string>> = {
  claude: "/h/.claude/settings.json",
  codex: "/h/.codex/hooks.json",
  grok: "/h/.grok/hooks/vults.json",
  cursor: "/h/.cursor/hooks.json",
  opencode: "/h/.config/opencode/plugins/vults.js",
  antigravity: "/h/.gemini/config/hooks.json",
  qwen: "/h/.qwen/settings.json",
  copilot: "/h/.copilot/hooks/vults.json",
  droid: "/h/.factory/settings.json",
  kimi: "/h/.kimi-code/config.toml",
  agentica: "/h/.agentica/config.yaml",
  gemini: "/h/.gemini/settings.json",
};

for (const [agent, config] of Object.entries(PLACES) as [Name, string][]) {
  Deno.test(`${agent}'s file is ${config}`, () => {
    const { config: found, configured, folder } = place(agent);
    assertEquals([found, configured], [config, false]);
    assert(found.startsWith(`${folder}/`));
    assertEquals(place(agent, { there: [folder] }).configured, true);
  });
}

Deno.test("every target has a place", () => {
  assertEquals(Object.keys(PLACES).filter((name) => name !== "gemini").sort(), [...TARGETS].sort());
});

for (
  const [agent, variable, config] of [
    ["claude", "CLAUDE_CONFIG_DIR", "/o/settings.json"],
    ["codex", "CODEX_HOME", "/o/hooks.json"],
    ["grok", "GROK_HOME", "/o/hooks/vults.json"],
    ["cursor", "CURSOR_HOME", "/o/hooks.json"],
    ["opencode", "XDG_CONFIG_HOME", "/o/opencode/plugins/vults.js"],
    ["qwen", "QWEN_HOME", "/o/settings.json"],
    ["copilot", "COPILOT_HOME", "/o/hooks/vults.json"],
    ["droid", "FACTORY_HOME_OVERRIDE", "/o/.factory/settings.json"],
    ["kimi", "KIMI_CODE_HOME", "/o/config.toml"],
    ["agentica", "AGENTICA_HOME", "/o/config.yaml"],
  ] as const
) {
  Deno.test(`${variable} moves every file of ${agent}`, () => {
    const moved = place(agent, { env: { [variable]: "/o" } });
    assertEquals(moved.config, config);
    for (const file of [moved.folder, moved.settings ?? "/o", ...moved.leftovers.map(({ file }) => file)]) {
      // Kimi's other folder has a variable of its own.
      if (agent !== "kimi") assert(file.startsWith("/o"), file);
    }
    assertEquals(place(agent, { env: { [variable]: "/o//" } }).config, config);
    assertEquals(place(agent, { env: { [variable]: "~/o" } }).config, config.replace(/^\/o/, "/h/o"));
    assertEquals(place(agent, { env: { [variable]: "~" } }).config, config.replace(/^\/o/, "/h"));
    assertEquals(place(agent, { env: { [variable]: "" } }), place(agent));
  });

  Deno.test(`a relative ${variable} is refused, and named`, () => {
    for (const given of ["o", "./o", "~you/o", "../o"]) {
      const refused = configPlace(agent, host({ env: { [variable]: given } }));
      assertEquals(refused, {
        refused: `${variable} is not a whole path: "${given}"`,
        mend: 'begin it with "/" or "~/", or unset it',
      });
    }
  });
}

Deno.test("a path with .. in it is refused by the name of its variable, wherever it stands", () => {
  for (const given of ["/o/../x", "/o/..", "/..", "~/../x", "~/o/../x", "/o/..//x/"]) {
    assertEquals(configPlace("claude", host({ env: { CLAUDE_CONFIG_DIR: given } })), {
      refused: `CLAUDE_CONFIG_DIR has ".." in it: "${given}"`,
      mend: 'write it without ".."',
    });
  }
  for (const name of ["/o/..x", "/o/x..", "/o/...", "/o/./x"]) {
    assertEquals(place("claude", { env: { CLAUDE_CONFIG_DIR: name } }).config, `${name}/settings.json`);
  }
});

Deno.test("antigravity has no variable, and the Gemini CLI's folder alone does not mean that it is here", () => {
  assertEquals(place("antigravity", { env: { GEMINI_CLI_HOME: "/o" } }), place("antigravity"));
  assertEquals(place("antigravity", { there: ["/h/.gemini"] }).configured, false);
  assertEquals(place("antigravity", { there: ["/h/.gemini/antigravity-cli"] }).configured, true);
  assertEquals(place("antigravity").leftovers, [{ file: "/h/.gemini/antigravity-cli/hooks.json", events: [] }]);
});

Deno.test("gemini's leftovers are looked for under both homes", () => {
  const moved = place("gemini", { env: { GEMINI_CLI_HOME: "/o" } });
  assertEquals(moved.config, "/h/.gemini/settings.json");
  assertEquals(moved.leftovers, [{ file: "/o/.gemini/settings.json", events: ["hooks"] }]);
});

for (
  const [there, config, events] of [
    [["hooks.json", "hooks/hooks.json", "settings.json"], "hooks.json", []],
    [["hooks.json"], "hooks.json", []],
    [["hooks/hooks.json", "settings.json"], "hooks/hooks.json", []],
    [["settings.json"], "settings.json", ["hooks"]],
    [[], "settings.json", ["hooks"]],
  ] as const
) {
  Deno.test(`droid with ${there.join(", ") || "none of its files"} is wired in ${config}; all three are searched`, () => {
    const folder = "/h/.factory";
    const found = place("droid", { there: there.map((name) => `${folder}/${name}`) });
    assertEquals([found.config, found.events], [`${folder}/${config}`, events]);
    const all = [found.config, ...found.leftovers.map(({ file }) => file)].sort();
    assertEquals(all, [`${folder}/hooks.json`, `${folder}/hooks/hooks.json`, `${folder}/settings.json`]);
    assertEquals(found.settings, `${folder}/settings.json`);
  });
}

for (
  const [what, facts, config, older] of [
    ["both folders", { there: ["/h/.kimi-code", "/h/.kimi"] }, "/h/.kimi-code/config.toml", undefined],
    ["the older folder alone", { there: ["/h/.kimi"] }, "/h/.kimi/config.toml", true],
    ["no folder", {}, "/h/.kimi-code/config.toml", undefined],
    ["a named folder", { env: { KIMI_CODE_HOME: "/o" }, there: ["/h/.kimi"] }, "/o/config.toml", undefined],
    ["a named older folder", { env: { KIMI_SHARE_DIR: "/o" }, there: ["/o"] }, "/o/config.toml", true],
    [
      "a named older folder beside the current one",
      { env: { KIMI_SHARE_DIR: "/o" }, there: ["/o", "/h/.kimi-code"] },
      "/h/.kimi-code/config.toml",
      undefined,
    ],
  ] as const
) {
  Deno.test(`kimi with ${what} is wired in ${config}`, () => {
    const found = place("kimi", facts);
    assertEquals([found.config, found.olderKimi], [config, older]);
    assertEquals(found.leftovers.length, 1);
  });
}

Deno.test("codex's and grok's other config is named", () => {
  assertEquals(place("codex").settings, "/h/.codex/config.toml");
  assertEquals(place("grok").settings, "/h/.grok/config.toml");
});

Deno.test("codex's folder on a drive of Windows is shared with the Codex there, and only inside Windows", () => {
  const shared = (folder: string, wsl: boolean, agent: Name = "codex"): boolean | undefined => {
    const env = (name: string) => name.endsWith("_HOME") ? folder : undefined;
    const found = configPlace(agent, { home: "/h", env, exists: () => false, wsl });
    return "refused" in found ? undefined : found.withWindows === true;
  };
  assertEquals(shared("/mnt/c/Users/you/.codex", true), true);
  assertEquals(shared("/mnt/c/Users/you/.codex", false), false);
  assertEquals(shared("/mnt/data/.codex", true), false);
  assertEquals(shared("/h/.codex", true), false);
  assertEquals(shared("/mnt/c/Users/you/.qwen", true, "qwen"), false);
});

Deno.test("older products' files are searched and never added to", () => {
  const names = (agent: Name): readonly string[] => place(agent).leftovers.map(({ file }) => file);
  assertEquals(names("grok"), ["/h/.grok/hooks/vibebuddy.json"]);
  assertEquals(names("opencode"), [
    "/h/.config/opencode/plugins/vibebuddy.js",
    "/h/.config/opencode/plugin/vults.js",
    "/h/.config/opencode/plugin/vibebuddy.js",
  ]);
});

function place(agent: Name, facts: Facts = {}): ConfigPlace {
  const found = configPlace(agent, host(facts));
  assert(!("refused" in found), JSON.stringify(found));
  return found;
}

function host({ env = {}, there = [] }: Facts) {
  return { home: "/h", env: (name: string) => env[name], exists: (path: string) => there.includes(path) };
}

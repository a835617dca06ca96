// Where each agent keeps its hooks, from HOME and the agent's own variables (`installer.md` section 6). Pure but for
// `exists`. An empty variable is unset, `~/` stands for the home folder. Refused are a relative path, which would be another
// place in each folder, and one with `..`, which is another place where a folder before it is missing or a link.

import { NAME } from "../src/brand.ts";
import { fromHome } from "../src/paths.ts";
import type { Refused } from "./formats/format.ts";
import type { TargetName } from "./target_name.ts";

/** What the places are found from. */
export type Host = {
  readonly home: string;
  /** Reads one variable. */
  readonly env: (name: string) => string | undefined;
  readonly exists: (path: string) => boolean;
  /** This is a Linux inside Windows. */
  readonly wsl?: boolean;
};

/** The files of one agent. */
export type ConfigPlace = {
  /** The agent's own folder: where it is missing, installing makes it. */
  readonly folder: string;
  /** The agent is on this computer. */
  readonly configured: boolean;
  /** The file that entries go to. */
  readonly config: string;
  /** Where the object with the events stands in it. */
  readonly events: readonly string[];
  /** Further files that may hold own entries, and how deep: searched by uninstall and status, never added to. */
  readonly leftovers: readonly Leftover[];
  /** The agent's other config, for its switches and status line. */
  readonly settings?: string;
  /** Kimi from before Kimi Code. */
  readonly olderKimi?: true;
  /** A folder of Windows, whose Codex reads the same file. */
  readonly withWindows?: true;
};

export type Leftover = { readonly file: string; readonly events: readonly string[] };

/** The places of an agent; `gemini` has leftovers alone. */
export function configPlace(agent: TargetName | "gemini", host: Host): ConfigPlace | Refused {
  const read = reader(host);
  const place = PLACES[agent](read);
  return read.refused() ?? place;
}

type Reader = {
  readonly home: string;
  readonly exists: (path: string) => boolean;
  readonly wsl: boolean;
  /** The folder that a variable names, or `undefined`. */
  readonly folder: (name: string) => string | undefined;
  /** What was wrong with the first variable that was. */
  readonly refused: () => Refused | undefined;
};

function reader({ home, env, exists, wsl = false }: Host): Reader {
  let refused: Refused | undefined;
  const folder = (name: string): string | undefined => {
    const given = env(name);
    if (!given) return undefined;
    const why = misfit(given);
    if (why === undefined) return fromHome(given, home).replace(/(?<=.)\/+$/, "");
    refused ??= { refused: `${name} ${why.is}: "${given}"`, mend: why.mend };
    return undefined;
  };
  return { home, exists, wsl, folder, refused: () => refused };
}

function misfit(given: string): { readonly is: string; readonly mend: string } | undefined {
  if (!/^(~?\/|~$)/.test(given)) return { is: "is not a whole path", mend: 'begin it with "/" or "~/", or unset it' };
  return given.split("/").includes("..") ? { is: 'has ".." in it', mend: 'write it without ".."' } : undefined;
}

const HOOKS = ["hooks"];

const PLACES: Readonly<Record<TargetName | "gemini", (read: Reader) => ConfigPlace>> = {
  claude: (read) => simple(read, read.folder("CLAUDE_CONFIG_DIR") ?? `${read.home}/.claude`, "settings.json"),
  codex(read) {
    const folder = read.folder("CODEX_HOME") ?? `${read.home}/.codex`;
    const withWindows = read.wsl && /^\/mnt\/[a-z](\/|$)/.test(folder);
    return {
      ...simple(read, folder, "hooks.json"),
      settings: `${folder}/config.toml`,
      ...(withWindows ? { withWindows } : {}),
    };
  },
  grok(read) {
    const folder = read.folder("GROK_HOME") ?? `${read.home}/.grok`;
    return {
      ...simple(read, folder, `hooks/${NAME}.json`),
      leftovers: [{ file: `${folder}/hooks/vibebuddy.json`, events: HOOKS }],
      settings: `${folder}/config.toml`,
    };
  },
  cursor: (read) => simple(read, read.folder("CURSOR_HOME") ?? `${read.home}/.cursor`, "hooks.json"),
  opencode(read) {
    const folder = `${read.folder("XDG_CONFIG_HOME") ?? `${read.home}/.config`}/opencode`;
    const others = ["plugins/vibebuddy.js", `plugin/${NAME}.js`, "plugin/vibebuddy.js"];
    return {
      ...simple(read, folder, `plugins/${NAME}.js`),
      events: [],
      leftovers: others.map((name) => ({ file: `${folder}/${name}`, events: [] })),
    };
  },
  antigravity(read) {
    const gemini = `${read.home}/.gemini`;
    const older = `${gemini}/antigravity-cli`;
    const place = simple(read, `${gemini}/config`, "hooks.json");
    return {
      ...place,
      // `~/.gemini` alone is the Gemini CLI's.
      configured: place.configured || read.exists(older),
      events: [NAME],
      leftovers: [{ file: `${older}/hooks.json`, events: [] }],
    };
  },
  qwen: (read) => simple(read, read.folder("QWEN_HOME") ?? `${read.home}/.qwen`, "settings.json"),
  copilot: (read) => simple(read, read.folder("COPILOT_HOME") ?? `${read.home}/.copilot`, `hooks/${NAME}.json`),
  droid,
  kimi,
  agentica(read) {
    const folder = read.folder("AGENTICA_HOME") ?? `${read.home}/.agentica`;
    return { ...simple(read, folder, "config.yaml"), events: ["settings", "hooks", "consumers"] };
  },
  gemini(read) {
    const place = simple(read, `${read.home}/.gemini`, "settings.json");
    // It stands for the home folder, like Droid's (`installer.md` section 6).
    const moved = read.folder("GEMINI_CLI_HOME");
    return moved === undefined
      ? place
      : { ...place, leftovers: [{ file: `${moved}/.gemini/settings.json`, events: HOOKS }] };
  },
};

function simple(read: Reader, folder: string, file: string): ConfigPlace {
  return { folder, configured: read.exists(folder), config: `${folder}/${file}`, events: HOOKS, leftovers: [] };
}

/** A hooks file hides the events of the settings, so the one that is there is used (`installer.md` 6.8, read 0.225.2). */
function droid(read: Reader): ConfigPlace {
  const folder = `${read.folder("FACTORY_HOME_OVERRIDE") ?? read.home}/.factory`;
  const files: readonly Leftover[] = [
    { file: `${folder}/hooks.json`, events: [] },
    { file: `${folder}/hooks/hooks.json`, events: [] },
    { file: `${folder}/settings.json`, events: HOOKS },
  ];
  const settings = { file: `${folder}/settings.json`, events: HOOKS };
  const used = files.find(({ file }) => read.exists(file)) ?? settings;
  return {
    folder,
    configured: read.exists(folder),
    config: used.file,
    events: used.events,
    leftovers: files.filter(({ file }) => file !== used.file),
    settings: settings.file,
  };
}

/** Kimi Code's folder, and only where that is missing the one from before (`installer.md` section 6). */
function kimi(read: Reader): ConfigPlace {
  const named = read.folder("KIMI_CODE_HOME");
  const current = named ?? `${read.home}/.kimi-code`;
  const before = read.folder("KIMI_SHARE_DIR") ?? `${read.home}/.kimi`;
  const isOlder = named === undefined && !read.exists(current) && read.exists(before);
  const [used, other] = isOlder ? [before, current] : [current, before];
  return {
    ...simple(read, used, "config.toml"),
    leftovers: [{ file: `${other}/config.toml`, events: HOOKS }],
    ...(isOlder ? { olderKimi: true } : {}),
  };
}

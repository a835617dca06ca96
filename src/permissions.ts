// Subcommand and places to the Deno permissions it needs (DESIGN section 10): the one source for scripts/run.ts, the
// portable launcher, the tests, and what a command drops at its start. Every entry is exact: a revoke of a path inside
// a granted folder would drop the whole grant.

import { CALLER_VARIABLES } from "./agents/callers.ts";
import { CLAUDE_MANAGED } from "./agents/claude_managed.ts";
import { ENV, OLD_ENV } from "./brand.ts";
import { HOOK_ENV } from "./hook/env.ts";
import type { Paths } from "./paths.ts";
import { parent } from "./wire/endpoint.ts";

/** What each kind of a grant is called, in Deno's flags and in `Deno.permissions`. */
export const KINDS = ["net", "read", "write", "env", "run", "sys"] as const;

/** What a process may do. An empty list grants nothing of its kind. */
export type Grants = Readonly<Record<typeof KINDS[number], readonly string[]>>;

/** Where a command runs: real paths, or the variables of the launcher's shell. */
export type Place = {
  readonly support: string;
  readonly socket: string;
  /** The socket's folder where it holds nothing but ours, else the socket again. */
  readonly folder: string;
  readonly api: string;
  readonly lock: string;
  /** The second socket and its folder; the first again where there is none. */
  readonly also: string;
  readonly alsoFolder: string;
  readonly config: string;
  readonly home: string;
  /** The program that runs us, which `replay` starts its hooks with. */
  readonly runtime: string;
  /** Files that the command line names. */
  readonly named: readonly string[];
  readonly reach: Reach;
};

/** What an install touches besides the home and the support folder. */
export type Reach = {
  /** The file that runs: what is put under the stable path. */
  readonly binary: string;
  /**
   * Folders outside the home that agents' configs are really in, by a variable or a link; missing ones from the first. And
   * those above them that are ours, 0700, and hold nothing else: what an install has made, an uninstall takes away.
   */
  readonly folders: readonly string[];
  /** What missing folders would be made in: looked at alone. */
  readonly above: readonly string[];
  /** Programs that are asked for their version, by absolute path. */
  readonly programs: readonly string[];
  /** The socket of a running Codex, which is asked for its trust. */
  readonly codex: string;
};

/** An entry that grants its whole kind. */
const WHOLE = "*";

/** Every subcommand that is granted something, with its row. */
export const ROWS: ReadonlyMap<string, (at: Place) => Grants> = new Map([
  ["hook", hook],
  ["serve", serve],
  ["sessions", client],
  ["cards", client],
  ["answer", client],
  ["log", client],
  ["replay", replay],
  ["version", version],
  ["install", installer],
  ["uninstall", uninstaller],
  ["status", status],
  ["hooks", installer],
  ["doctor", doctor],
]);

/** The row of a subcommand; one that is not in the table gets nothing. */
export function grants(command: string | undefined, at: Place): Grants {
  return ROWS.get(command ?? "")?.(at) ?? NOTHING;
}

/** What any subcommand is granted: baked into a native build, where each drops what is not its own. */
export function allGrants(at: Place): Grants {
  return [...ROWS.values()].map((row) => row(at)).reduce(both, NOTHING);
}

/** Grants as flags of `deno run`. Throws where an entry cannot be written: Deno splits lists at commas. */
export function flags(given: Grants): string[] {
  return KINDS.filter((kind) => given[kind].length > 0).map((kind) => {
    const entries = [...new Set(given[kind])];
    if (entries.includes(WHOLE)) return `--allow-${kind}`;
    const bad = entries.find((entry) => entry === "" || entry.includes(","));
    if (bad === undefined) return `--allow-${kind}=${entries.join(",")}`;
    throw new Error(`Cannot grant "${bad}": permissions are lists separated by commas. Use a path without a comma`);
  });
}

/** The places of real paths. `args` are those after the subcommand; only the installer's commands need a reach. */
export function place(
  paths: Paths,
  home: string,
  runtime: string,
  args: readonly string[],
  reach: Reach = { binary: runtime, folders: [], above: [], programs: [], codex: runtime },
): Place {
  const first = paths.endpoint;
  const second = paths.alsoListen ?? first;
  return {
    support: paths.support,
    socket: first.socket,
    folder: first.dedicated ? parent(first.socket) : first.socket,
    api: paths.api,
    lock: paths.lock,
    also: second.socket,
    alsoFolder: second.dedicated ? parent(second.socket) : second.socket,
    config: paths.config,
    home,
    runtime,
    named: args.filter((arg) => arg !== "" && !arg.startsWith("-")),
    reach,
  };
}

/** Variables that decide where our files and sockets are. */
export const PLACE_ENV: readonly string[] = [
  "HOME",
  "XDG_RUNTIME_DIR",
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  `${ENV}SOCKET`,
  `${ENV}SUPPORT_DIR`,
  `${OLD_ENV}SUPPORT_DIR`,
];

/** The hook token, where it is not that of the file: agents inherit it. */
export const TOKEN_ENV: readonly string[] = [`${ENV}TOKEN`, `${OLD_ENV}TOKEN`];

/** Variables that move an agent's own folder (`installer.md` section 6); `XDG_CONFIG_HOME` is one of ours too. */
export const AGENT_FOLDERS: readonly string[] = [
  "CLAUDE_CONFIG_DIR",
  "CODEX_HOME",
  "GROK_HOME",
  "CURSOR_HOME",
  "QWEN_HOME",
  "COPILOT_HOME",
  "FACTORY_HOME_OVERRIDE",
  "KIMI_CODE_HOME",
  "KIMI_SHARE_DIR",
  "AGENTICA_HOME",
  "GEMINI_CLI_HOME",
];

/** Names the file that runs: set by the launcher, whatever it was before. */
export const BINARY_ENV = `${ENV}BINARY`;

/** What else decides how and whether something is installed. */
const INSTALL_ENV = [
  "PATH",
  "TMPDIR",
  "container",
  BINARY_ENV,
  ...["ALLOW_ROOT", "ALLOW_CONTAINER", "CLAUDE_VERSION"].map((name) => `${ENV}${name}`),
  `${OLD_ENV}CLAUDE_VERSION`,
  "AGENTICA_HOOKS_ENABLED",
  "AGENTICA_HOOKS_CONSUMERS",
];

/** What overrides the daemon's settings. */
const SERVE_ENV = [`${ENV}PORT`, `${OLD_ENV}PORT`, ...TOKEN_ENV];

/** What tells of the computer, and of whoever manages it. */
const MACHINE = ["/.dockerenv", "/run/.containerenv", "/bin/sh", ...CLAUDE_MANAGED];

const NOTHING: Grants = { net: [], read: [], write: [], env: [], run: [], sys: [] };

function both(a: Grants, b: Grants): Grants {
  return {
    net: [...a.net, ...b.net],
    read: [...a.read, ...b.read],
    write: [...a.write, ...b.write],
    env: [...a.env, ...b.env],
    run: [...a.run, ...b.run],
    sys: [...a.sys, ...b.sys],
  };
}

/** One connection to one socket; Deno asks for read and write of its path besides. */
function hook(at: Place): Grants {
  return {
    ...NOTHING,
    net: [`unix:${at.socket}`],
    read: [at.folder, at.socket],
    write: [at.socket],
    env: HOOK_ENV,
    sys: ["uid"],
  };
}

/**
 * The doors of the daemon; `ps` tells who its callers are, and where it lives differs. `sys` is whole because
 * `Deno.umask` cannot be granted alone: 2.9.6 knows no such entry.
 */
function serve(at: Place): Grants {
  const files = [at.support, at.folder, at.socket, at.lock, at.api, at.alsoFolder, at.also];
  const ps = ["/bin/ps", "/usr/bin/ps"];
  return {
    net: ["127.0.0.1", `unix:${at.socket}`, `unix:${at.also}`, `unix:${at.api}`],
    read: [...files, at.config, ...ps],
    write: files,
    env: [...PLACE_ENV, ...SERVE_ENV],
    run: ps,
    sys: [WHOLE],
  };
}

/** A command that talks to the daemon. Deno asks for `localhost:80` when `fetch` goes through a socket. */
function client(at: Place): Grants {
  return {
    ...NOTHING,
    net: ["localhost:80", `unix:${at.api}`],
    read: [at.folder, at.api, `${at.support}/token`, `${at.support}/daemon.json`],
    write: [at.api],
    env: [...PLACE_ENV, ...Object.keys(CALLER_VARIABLES)],
    sys: ["uid"],
  };
}

/**
 * Starts hooks, each with the hook's own row, and looks whether their socket is there. The launcher's shell cannot leave
 * the list of named files out, so it is never empty.
 */
function replay(at: Place): Grants {
  const read = [at.socket, "/dev/null", ...at.named];
  return { ...NOTHING, read, env: PLACE_ENV, run: [at.runtime], sys: ["uid"] };
}

/** `--permissions` shows paths, so it has to find them. */
function version(): Grants {
  return { ...NOTHING, env: PLACE_ENV, sys: ["uid"] };
}

/**
 * The agents' own configs are anywhere under the home, or where a variable or a link leads. `/bin/sh` tells the device of
 * the system's own files. The launcher's shell cannot leave a list out, so none is ever empty.
 */
function status(at: Place): Grants {
  const { folders, above, binary } = at.reach;
  return {
    ...NOTHING,
    read: [at.home, at.support, ...MACHINE, binary, ...folders, ...above],
    env: [...PLACE_ENV, ...AGENT_FOLDERS, ...INSTALL_ENV],
    sys: ["uid", "osRelease"],
  };
}

function uninstaller(at: Place): Grants {
  return { ...status(at), write: [at.home, at.support, ...at.reach.folders] };
}

/** It asks the daemon and a running Codex, and runs the commands of the configs in a shell as their agents do. */
function doctor(at: Place): Grants {
  const change = both(installer(at), client(at));
  return {
    ...change,
    env: [...change.env, ...TOKEN_ENV],
    net: [...change.net, `unix:${at.reach.codex}`],
    run: [...change.run, "/bin/sh"],
  };
}

/** `/dev/null` can be granted and never run. */
function installer(at: Place): Grants {
  const programs = ["/dev/null", ...at.reach.programs];
  const change = uninstaller(at);
  return { ...change, read: [...change.read, ...programs], run: programs };
}

// What is wired now, agent by agent (`installer.md` section 11). Nothing is written, and a config that cannot be read counts
// as empty and is named.

import { type Capability, capability } from "./capabilities.ts";
import { parseVersion } from "./claude_version.ts";
import { ENV, NAME, OLD_ENV } from "../src/brand.ts";
import { placeholdersIn, placeholdersText } from "./codex_placeholders.ts";
import { recordedTrust, type Trust } from "./codex_trust.ts";
import { elsewhereLines } from "./elsewhere.ts";
import { type AnyAgent, type Config, findConfigs, type FoundAgent, whyUnread } from "./find_configs.ts";
import type { Refused } from "./formats/format.ts";
import { textIn } from "./look_in.ts";
import type { Machine } from "./machine.ts";
import { type Manifest, manifestKey, readManifest } from "./manifest.ts";
import { ownFiles } from "./own_files.ts";
import { waitsAt } from "./ownership.ts";
import type { Clearing } from "./plan.ts";
import { ownEntriesOf } from "./own_entries.ts";
import { documentOf } from "./read_config.ts";
import { shortPath } from "./short_path.ts";
import { switchedOff, switchLine } from "./switched_off.ts";
import { readUninstalled, type Uninstalled } from "./uninstalled.ts";

/** One agent. */
export type AgentStatus = {
  readonly agent: AnyAgent;
  readonly config: string;
  readonly configured: boolean;
  readonly installed: boolean;
  /** False where a config cannot be read: it may hold entries all the same. */
  readonly readable: boolean;
  /** An entry waits for a person. */
  readonly approval: boolean;
  readonly statusline: boolean;
  /** Entries of an older product, or where this version adds none. */
  readonly older: number;
  /** Lines of the person's own that run our program. */
  readonly yours: number;
  readonly uninstalled: boolean;
  /** Claude's, where a variable tells it: only an install asks the program. */
  readonly version?: string;
  readonly events: readonly string[];
  readonly answers?: Capability;
  readonly trust?: Trust;
  readonly problems: readonly string[];
};

/** `forwards`: the forwarder is there. */
export type BinStatus = { readonly folder: string; readonly installed: boolean; readonly forwards: boolean };

export type Status = {
  readonly agents: readonly AgentStatus[];
  readonly bin: BinStatus;
  /** Of our own files. */
  readonly problems: readonly string[];
};

/** Of these agents. */
export async function statusOf(agents: readonly AnyAgent[], machine: Machine): Promise<Status> {
  const own = ownFiles(machine.support);
  const manifest = readManifest(machine.doors.files, own.manifest);
  const state = readUninstalled(machine.doors.files, own.state);
  const around: Around = {
    machine,
    manifest: "refused" in manifest ? EMPTY : manifest,
    state: "refused" in state ? { keys: new Set(), others: {} } : state,
  };
  const rows: AgentStatus[] = [];
  for (const agent of agents) rows.push(await agentStatus(agent, around));
  return {
    agents: rows,
    bin: {
      folder: machine.bin,
      installed: machine.exists(`${machine.bin}/${NAME}`),
      forwards: machine.exists(`${machine.bin}/${NAME}-forward`),
    },
    problems: [manifest, state].flatMap((read) => "refused" in read ? [said(read)] : []),
  };
}

type Around = { readonly machine: Machine; readonly manifest: Manifest; readonly state: Uninstalled };

const EMPTY: Manifest = { entries: new Map(), foreign: {}, others: {} };

async function agentStatus(agent: AnyAgent, around: Around): Promise<AgentStatus> {
  const { machine, manifest } = around;
  const found = await findConfigs(agent, machine, manifest);
  if ("refused" in found) return { ...NOTHING, agent, config: "", problems: [said(found)] };
  const [main] = found.configs;
  const readable = found.configs.flatMap((config) => "refused" in config.found ? [] : [config.found]);
  const own = readable.flatMap((each) => ownEntriesOf(each).map((entry) => ({ ...entry, leftover: each.leftover })));
  const unread = found.configs.flatMap((config) => unreadable(config, machine.home));
  return {
    agent,
    config: found.place.config,
    configured: found.place.configured,
    installed: own.length > 0,
    readable: unread.length === 0,
    approval: own.some((entry) => waitsAt(entry.own, entry.event)),
    statusline: readable.some(({ entry }) => entry?.statusline),
    older: own.filter((entry) => entry.own.older || entry.leftover).length,
    yours: readable.reduce((sum, each) => sum + yoursIn(each), 0),
    uninstalled: isUninstalled(main, around),
    ...versionOf(agent, machine),
    events: [...new Set(own.map(({ event }) => event))],
    ...(agent === "gemini"
      ? {}
      : { answers: capability(agent, parseVersion(versionOf(agent, machine).version ?? "")) }),
    ...trustOf(found, machine),
    problems: [
      ...unread,
      ...fixed(readable, machine.home),
      ...(agent === "codex" && own.length === 0 ? held(readable) : []),
      ...await elsewhereLines(agent, found.configs.map(({ path }) => path), { machine, manifest }),
      ...(agent === "gemini" ? [] : switchedOff(agent, machine).map(switchLine)),
    ],
  };
}

const NOTHING = {
  configured: false,
  installed: false,
  readable: false,
  approval: false,
  statusline: false,
  older: 0,
  yours: 0,
  uninstalled: false,
  events: [],
};

function yoursIn({ file, target, place, ownerOf }: Clearing): number {
  const document = documentOf(file.before, target.format);
  if (document === undefined) return 0;
  return target.commands(document, place.events).map(ownerOf).filter((owner) => !owner.own && owner.yours).length;
}

function isUninstalled(main: Config | undefined, { state }: Around): boolean {
  if (main === undefined || "refused" in main.found) return false;
  return state.keys.has(manifestKey(main.agent, main.found.file.real));
}

function versionOf(agent: AnyAgent, { env }: Machine): { readonly version?: string } {
  if (agent !== "claude") return {};
  const version = parseVersion(env(`${ENV}CLAUDE_VERSION`) ?? env(`${OLD_ENV}CLAUDE_VERSION`) ?? "");
  return version === undefined ? {} : { version: version.join(".") };
}

/** Codex's recorded trust, where there is something to trust. */
export function trustOf({ place, configs: [main] }: FoundAgent, machine: Machine): { readonly trust?: Trust } {
  if (main?.agent !== "codex" || "refused" in main.found || place.settings === undefined) return {};
  const { file, target, ownerOf } = main.found;
  const document = documentOf(file.before, target.format);
  if (document === undefined) return {};
  const isOwn = (command: string) => ownerOf(command).own;
  const trust = recordedTrust(textIn(place.settings, machine), [file.config, file.real], document, isOwn);
  return trust.all === 0 ? {} : { trust };
}

function unreadable(config: Config, home: string): string[] {
  const why = whyUnread(config);
  return why === undefined ? [] : [at(config.path, why, home)];
}

function fixed(configs: readonly Clearing[], home: string): string[] {
  return configs.flatMap(({ file }) => file.fixed === undefined ? [] : [at(file.config, file.fixed, home)]);
}

/** Nothing of ours is there, but for what keeps a place. */
function held(configs: readonly Clearing[]): string[] {
  const count = configs.reduce((sum, { file, target }) => {
    return sum + placeholdersIn(documentOf(file.before, target.format));
  }, 0);
  return count === 0
    ? []
    : [`${placeholdersText(count)}: the hooks behind keep their place, and Codex's trust with it`];
}

function at(path: string, why: Refused, home: string): string {
  return `${shortPath(path, home)}${why.line === undefined ? "" : `:${why.line}`}: ${said(why)}`;
}

function said({ refused, mend }: Refused): string {
  return `${refused}; ${mend}`;
}

// Where an install reaches besides the home folder: the real folders of the agents' configs, and the programs that it asks.
// The launcher finds the same in shell (scripts/launcher.ts), and a test holds the two together. Nothing is written.

import { folderOf, nameOf, realPath } from "../src/files.ts";
import { bashCandidates } from "./choose_bash.ts";
import { claudeCandidates } from "./claude_probe.ts";
import { appServerSocket } from "./codex_trust.ts";
import { configPlace, type Host } from "./config_places.ts";
import { TARGETS } from "./target_name.ts";

/** What `src/permissions.ts` grants of it. */
export type FoundReach = {
  readonly folders: readonly string[];
  readonly above: readonly string[];
  readonly programs: readonly string[];
  readonly codex: string;
};

type Variables = Pick<Host, "home" | "env">;

/** Looks at the disk of this computer. */
export function findReach({ home, env }: Variables): FoundReach {
  const files = [undefined, ...movingVariables()].flatMap((name) => configFiles({ home, env: only(name, env) }));
  const places = files.flatMap((file) => [folderOf(file), ...linkTarget(file)]).map(lookAt);
  const outside = (path: string) => path !== home && !path.startsWith(`${home}/`);
  const programs = [
    ...claudeCandidates(home, env("PATH") ?? "").filter(mayRun).slice(0, 1),
    ...bashCandidates(env("PATH")).filter(mayRun),
  ];
  return {
    folders: granted(places, outside, realPath(home)),
    above: places.flatMap(({ above }) => above).filter(outside),
    programs,
    codex: appServerSocket(codexFolder({ home, env })),
  };
}

/** Where a variable names no folder, whoever asks is told. */
function codexFolder({ home, env }: Variables): string {
  const place = configPlace("codex", { home, env, exists: () => false });
  return "refused" in place ? `${home}/.codex` : place.folder;
}

/** The variables that move an agent's folder. */
export function movingVariables(): string[] {
  const read = new Set<string>();
  configFiles({ home: "/", env: (name) => void read.add(name) });
  return [...read];
}

/** Every file that hooks of any agent may be in. */
export function configFiles(host: Variables): string[] {
  const files = [...TARGETS, "gemini" as const].flatMap((agent) => {
    const place = configPlace(agent, { ...host, exists: () => false });
    // Whoever installs for it is told.
    if ("refused" in place) return [];
    const settings = place.settings === undefined ? [] : [place.settings];
    return [place.config, ...place.leftovers.map(({ file }) => file), ...settings];
  });
  return [...new Set(files)];
}

function only(name: string | undefined, env: Host["env"]): Host["env"] {
  return (asked) => asked === name ? env(asked) : undefined;
}

/** True for a file that can be run. */
export function isProgram(path: string): boolean {
  const info = statIfThere(path);
  return info !== undefined && info.isFile && ((info.mode ?? 0) & 0o111) !== 0;
}

/** Permissions are lists separated by commas. */
function mayRun(path: string): boolean {
  return isProgram(path) && !path.includes(",");
}

/** A link leads to another folder, in which the file is replaced. */
function linkTarget(file: string): string[] {
  const real = statIfThere(file) === undefined ? file : realPath(file);
  return real === file ? [] : [folderOf(real)];
}

type Looked = {
  readonly folders: readonly string[];
  readonly above: readonly string[];
  /** The folder without links, where it is there. */
  readonly real?: string;
};

/** As named and without links: the folder, or the first that is missing and what that would be made in. */
function lookAt(folder: string): Looked {
  let first: string | undefined;
  let at = folder;
  for (; !statIfThere(at)?.isDirectory; at = folderOf(at)) first = nameOf(at);
  const real = realPath(at);
  const both = [...new Set([at, real])];
  if (first === undefined) return { folders: both.filter((path) => path !== "/"), above: [], real };
  return { folders: both.map((path) => `${path === "/" ? "" : path}/${first}`), above: both };
}

/**
 * Besides the folders, those above them that hold nothing else: no file of anybody comes into reach by them, and what an
 * install has made an uninstall can take away. `home` is the real one, which is granted by its own name or not at all.
 */
function granted(places: readonly Looked[], outside: (path: string) => boolean, home: string): string[] {
  const all = new Set<string>();
  for (const { folders, real = "/" } of places) {
    for (const folder of folders.filter(outside)) all.add(folder);
    for (let at = folderOf(real); outside(at) && at !== home && leadsOnlyThere(at, all); at = folderOf(at)) all.add(at);
  }
  return [...all];
}

/** A folder as an install makes it (ours, 0700, no mount) that holds nothing but granted ones. */
function leadsOnlyThere(folder: string, all: ReadonlySet<string>): boolean {
  if (folder === "/") return false;
  const info = Deno.lstatSync(folder);
  if (info.uid !== Deno.uid() || ((info.mode ?? 0) & 0o7777) !== 0o700) return false;
  if (info.dev !== Deno.lstatSync(folderOf(folder)).dev) return false;
  return [...Deno.readDirSync(folder)].every(({ name }) => all.has(`${folder}/${name}`));
}

/** Behind every link; `undefined` for what is not there, or not for us to see. */
function statIfThere(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined; // see above
  }
}

// A throw-away home and support folder, and the simplest planner there is: our entry is one line at the end of a file.
// It stands in for the real one where only the writing is looked at.

import { assert, assertEquals } from "@std/assert";
import { type Doors, type FileDoor, realDoors, realFiles } from "../../install/doors.ts";
import type { FilePlan } from "../../install/file_plan.ts";
import type { Refused } from "../../install/formats/format.ts";
import { ABSENT } from "../../install/fingerprint.ts";
import { manifestKey, readManifest } from "../../install/manifest.ts";
import { ownFiles } from "../../install/own_files.ts";
import { perform, type PerformOptions } from "../../install/perform.ts";
import { readTarget, type Target } from "../../install/target_file.ts";

export const OURS = '# ours: it runs "/opt/vults"\n';

export type InstallPlace = {
  readonly root: string;
  readonly home: string;
  readonly support: string;
  /** Writes a file under the home, with its folders, and gives its path. */
  write(name: string, text: string, mode?: number): string;
  [Symbol.dispose](): void;
};

/** Made anew, with nothing in it but the two folders; it goes with its scope. */
export function installPlace(): InstallPlace {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "vults-install-" }));
  const [home, support] = [`${root}/home`, `${root}/support`];
  for (const folder of [home, support]) Deno.mkdirSync(folder, { mode: 0o700 });
  return {
    root,
    home,
    support,
    write: (name, text, mode = 0o644) => {
      const path = `${home}/${name}`;
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
      Deno.writeTextFileSync(path, text);
      Deno.chmodSync(path, mode);
      return path;
    },
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
}

/** A test with such a place of its own. */
export function inPlace(work: (at: InstallPlace) => void | Promise<void>): () => Promise<void> {
  return async () => {
    using at = installPlace();
    await work(at);
  };
}

export type Wish = "install" | "uninstall";

/** Reads the config and plans for it. */
export async function planned(
  at: InstallPlace,
  agent: string,
  config: string,
  wish: Wish,
): Promise<FilePlan | Refused> {
  const target = await readTarget(config);
  if ("refused" in target) return target;
  const manifest = readManifest(realFiles, ownFiles(at.support).manifest);
  assert(!("refused" in manifest));
  const created = manifest.entries.get(manifestKey(agent, target.real))?.created ?? target.before === undefined;
  return plan(target, { agent, created, wish });
}

/** The same, where nothing may be refused. */
export async function surely(at: InstallPlace, agent: string, config: string, wish: Wish): Promise<FilePlan> {
  const made = await planned(at, agent, config, wish);
  assert(!("refused" in made), JSON.stringify(made));
  return made;
}

/** Plans and performs for `agent: config`, as a command would. */
export async function run(
  at: InstallPlace,
  configs: Readonly<Record<string, string>>,
  wish: Wish,
  doors: Doors = realDoors,
  more: Partial<PerformOptions> = {},
) {
  const plans: FilePlan[] = [];
  for (const [agent, config] of Object.entries(configs)) plans.push(await surely(at, agent, config, wish));
  const memory = wish === "install" ? "forget" : "remember";
  return await perform(plans, doors, { support: at.support, memory, ...more });
}

/** Every file under a folder: its path within, and its text. */
export function allFiles(folder: string, within = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) Object.assign(found, allFiles(path, `${within}${name}/`));
    else found[`${within}${name}`] = isSymlink ? `-> ${Deno.readLinkSync(path)}` : Deno.readTextFileSync(path);
  }
  return found;
}

export function modeOf(path: string): number {
  return (Deno.lstatSync(path).mode ?? 0) & 0o7777;
}

/** No temporary file of ours, whatever its form. */
export function noTemporaries(folder: string): void {
  assertEquals(temporaries(folder), []);
}

export function temporaries(folder: string): string[] {
  return Object.keys(allFiles(folder)).filter((path) => /\.vults-[0-9a-f-]{36}$|\.new-\d+$|\.tmp$/.test(path));
}

/** The door with something done around each step. */
export function steppedDoor(
  around: { before?: (step: keyof FileDoor) => void; after?: (step: keyof FileDoor) => void },
  files: FileDoor = realFiles,
): FileDoor {
  const steps = Object.entries(files).map(([name, step]: [string, (...args: never[]) => unknown]) => {
    const key = name as keyof FileDoor;
    return [name, (...args: never[]) => {
      around.before?.(key);
      const result = step(...args);
      around.after?.(key);
      return result;
    }];
  });
  return Object.fromEntries(steps);
}

type Asked = { readonly agent: string; readonly created: boolean; readonly wish: Wish };

function plan(target: Target, { agent, created, wish }: Asked): FilePlan {
  const text = target.before === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(target.before);
  const bare = text.replace(OURS, "");
  const wanted = wish === "install" ? bare + OURS : bare;
  const gone = wish === "uninstall" && (target.before === undefined || (created && bare === ""));
  const next = gone ? undefined : new TextEncoder().encode(wanted);
  const entry = {
    config: target.config,
    approval: false,
    statusline: false,
    commands: ["/opt/vults hook"],
    created,
    folders: [],
    containers: [],
    undo: [],
    ...(text === bare && target.fingerprint !== ABSENT ? { before: target.fingerprint } : {}),
  };
  return {
    ...target,
    agent,
    next,
    action: actionOf(target, next, text === wanted),
    entry: wish === "install" ? entry : undefined,
    check: (read) => read === wanted ? undefined : "another text than was planned",
  };
}

function actionOf(target: Target, next: Uint8Array | undefined, same: boolean): FilePlan["action"] {
  if (next === undefined) return target.before === undefined ? "none" : "delete";
  if (target.before === undefined) return "create";
  return same ? "none" : "change";
}

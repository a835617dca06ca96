// A client's config as a person has it, the real `vults install` over it before the client starts, and at last the real
// `vults uninstall`: what the person has is there as before, byte for byte, and nothing of ours.

import type { TargetName } from "../../install/target_name.ts";
import type { Checks } from "./checks.ts";
import type { World } from "./world.ts";

/** What a person has in the folder of their client. */
export type Wiring = {
  readonly agent: TargetName;
  /** The client's folder, under the home. */
  readonly folder: string;
  /** Its files: text, or a value as JSON. A hook of the person's own (`mineIn`) is among them, at the session's start. */
  readonly files: Readonly<Record<string, string | object>>;
  /** The one file that the installer writes. */
  readonly config: string;
  /** A file that the client itself writes anew: what of it has to be as before, instead of every byte. */
  readonly rewrites?: { readonly file: string; readonly kept: (text: string) => unknown };
  /** How often the person's own hook runs. */
  readonly mine?: number;
};

/** A wiring, with the files as they were before our installer came. */
export type Wired = Wiring & { readonly before: ReadonlyMap<string, string> };

/** A line for a hook of the person's own. */
export function mineIn(at: World): string {
  return `echo ran >> ${mineFile(at)}`;
}

/** What that line writes to. */
export function mineFile(at: World): string {
  return `${at.home}/mine.txt`;
}

/** Writes what the person has, and wires the client with our own installer. Throws where it writes anything but `config`. */
export async function wire(at: World, wiring: Wiring): Promise<void> {
  const { agent, folder, files, config } = wiring;
  for (const [path, content] of Object.entries(files)) await at.write(`${folder}/${path}`, content);
  const before = await filesIn(`${at.home}/${folder}`);
  at.wired.push({ ...wiring, before });
  const did = await change(at, "install", agent, "--approval");
  const wanted = [`${before.has(config) ? "changed" : "created"} ${at.home}/${folder}/${config}`];
  if (did.join() !== wanted.join()) {
    throw new Error(`The installer did ${did.join() || "nothing"}, not ${wanted.join()}`);
  }
}

/** Takes ours out again, once the client has ended, and looks at what is left. */
export async function unwire(at: World, check: Checks): Promise<void> {
  for (const { agent, folder, config, before, rewrites, mine = 1 } of at.wired) {
    check.equal("the person's own hook runs beside ours", await linesOf(mineFile(at)), mine);
    const did = before.has(config) ? "changed" : "deleted";
    const seen = await change(at, "uninstall", agent);
    check.equal("the uninstall", seen, [`${did} ${at.home}/${folder}/${config}`]);
    const after = await filesIn(`${at.home}/${folder}`);
    for (const [path, text] of before) {
      const now = after.get(path) ?? "";
      if (path !== rewrites?.file) check.that(`after it ${path} is as before, byte for byte`, now === text, now);
      else check.equal(`after it ${path} says the same`, rewrites.kept(now), rewrites.kept(text));
    }
    const ours = [...after].filter(([path, text]) => isOurs(path) || (!isRecord(path) && text.includes("/bin/vults")));
    check.equal("nothing of ours is left in its folder", ours.map(([path]) => path), []);
  }
}

function isOurs(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1).includes("vults");
}

/** What was said in a session: Claude 2.1.332 and Droid 0.225.2 quote the hooks there that ran. */
function isRecord(path: string): boolean {
  return path.endsWith(".jsonl");
}

/** What it did to which file. */
async function change(at: World, command: string, agent: TargetName, ...flags: string[]): Promise<string[]> {
  const printed = await at.vults(command, "--agent", agent, ...flags, "--yes", "--json");
  const { changes }: { changes: readonly { readonly did: string; readonly config: string }[] } = JSON.parse(printed);
  return changes.map(({ did, config }) => `${did} ${config}`);
}

/** Every file in it with its bytes, one character each; what a link leads to is not in it. */
async function filesIn(folder: string, within = ""): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { name, isFile, isDirectory } of Deno.readDir(`${folder}/${within}`)) {
    const path = `${within}${name}`;
    if (isFile) found.set(path, await bytesOf(`${folder}/${path}`));
    if (isDirectory) { for (const [inner, text] of await filesIn(folder, `${path}/`)) found.set(inner, text); }
  }
  return found;
}

async function bytesOf(file: string): Promise<string> {
  return new TextDecoder("latin1").decode(await Deno.readFile(file));
}

async function linesOf(file: string): Promise<number> {
  try {
    return (await Deno.readTextFile(file)).split("\n").length - 1;
  } catch {
    return 0; // it was never written
  }
}

// Puts a client's packages into the cache, once. A folder is made under another name and renamed when it is whole, so
// that a killed install is never taken for one.

import { folderOf, type Packages } from "./packages.ts";

/** Installs what is missing. Returns why it could not; `undefined` when all is there. */
export async function install(packages: Packages): Promise<string | undefined> {
  for (const spec of packages.specs) {
    const finish = spec === packages.specs[0] ? packages.finish : undefined;
    const failed = await installOne(spec, finish);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** True when every package is in the cache. */
export function isInstalled({ specs }: Packages): boolean {
  return specs.every((spec) => isThere(folderOf(spec)));
}

async function installOne(spec: string, finish: string | undefined): Promise<string | undefined> {
  const folder = folderOf(spec);
  if (isThere(folder)) return undefined;
  console.log(`installing ${spec}`);
  const parent = folder.slice(0, folder.lastIndexOf("/"));
  await Deno.mkdir(parent, { recursive: true });
  await sweep(parent);
  const part = await Deno.makeTempDir({ dir: parent, prefix: `.part-${Deno.pid}-` });
  try {
    const failed = await run("npm", [...NPM, "--prefix", part, spec], part) ??
      (finish === undefined ? undefined : await run("node", [`${part}/${finish}`], part));
    if (failed !== undefined) return `Cannot install ${spec}: ${failed}`;
    await Deno.rename(part, folder);
    return undefined;
  } finally {
    await remove(part);
  }
}

const NPM = ["install", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];

/** In the person's own environment, which says how to reach the registry. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  const command = new Deno.Command(program, { args: [...args], cwd, stdin: "null", stdout: "null", stderr: "piped" });
  const { success, code, stderr } = await command.output();
  return success ? undefined : `${program} ended with ${code}: ${new TextDecoder().decode(stderr).trim().slice(-800)}`;
}

/** What a killed install left: its process is no more. */
async function sweep(parent: string): Promise<void> {
  for (const { name } of Deno.readDirSync(parent)) {
    const [, pid] = /^\.part-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isThere(`/proc/${pid}`)) await remove(`${parent}/${name}`);
  }
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false; // not there
  }
}

async function remove(part: string): Promise<void> {
  try {
    await Deno.remove(part, { recursive: true });
  } catch (error) {
    // Renamed (it has become the folder), or another install swept it.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

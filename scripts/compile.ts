// `deno task compile [--portable | --native] [--output FILE]`: one executable from one permission table and one module
// graph (DESIGN section 10). Native needs a base that Deno fetches from its own host; without it the build goes on to
// the portable form, which needs nothing but the Deno that runs this. The forwarder goes beside either.

import { createHash } from "node:crypto";
import { NAME } from "../src/brand.ts";
import { last, parse } from "../src/cli/arguments.ts";
import { UNHEARD } from "../src/launch.ts";
import { allGrants, flags } from "../src/permissions.ts";
import { parent } from "../src/wire/endpoint.ts";
import { launcher } from "./launcher.ts";
import { placeUnder } from "./run.ts";

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);

const USAGE = "Usage: deno task compile [--portable | --native] [--output FILE]";

/** How a bundle loads the older kind of modules. */
const AT_ONCE = /^import \{ createRequire as (\w+) \} from "node:module";\nvar __require = \1\(import\.meta\.url\);\n/m;

if (import.meta.main) Deno.exit(await compile(Deno.args));

async function compile(args: readonly string[]): Promise<number> {
  const given = parse(args, { switches: ["portable", "native"], values: ["output"], words: [0, 0] });
  if (given === "help" || "wrong" in given) {
    console.error(given === "help" ? USAGE : `${given.wrong}\n${USAGE}`);
    return given === "help" ? 0 : 2;
  }
  const output = absolute(last(given, "output") ?? `${ROOT}dist/vults`);
  if (!given.switches.has("portable")) {
    const failed = await native(output);
    if (failed === undefined) return done(output, "native");
    console.error(`Cannot build the native form: ${failed}`);
    if (given.switches.has("native")) return 1;
  }
  await portable(output);
  return done(output, "portable");
}

async function done(output: string, form: string): Promise<0> {
  console.log(`${output}  ${form}, ${Math.round(Deno.statSync(output).size / 1_048_576)} MiB`);
  const forwarder = `${parent(output)}/${NAME}-forward`;
  await place(forwarder, (part) => Deno.copyFile(`${ROOT}install/assets/${NAME}-forward`, part));
  console.log(`${forwarder}  forwarder, ${Math.ceil(Deno.statSync(forwarder).size / 1_024)} KiB`);
  return 0;
}

/** The build itself runs in the project's folder. */
function absolute(path: string): string {
  return path.startsWith("/") ? path : `${Deno.cwd()}/${path}`;
}

/**
 * Why there is no native build, in one line. Baked in is the union of all rows, for this user's paths: at run time each
 * subcommand drops what is not its own.
 */
async function native(output: string): Promise<string | undefined> {
  const baked = flags(allGrants(placeUnder(Deno.env.toObject(), output, [])));
  // Deno overwrites nothing but its own, so that an older portable build would stand in the way.
  const part = `${output}.new-${Deno.pid}`;
  const { success, stderr } = await deno(["compile", "--no-prompt", UNHEARD, ...baked, `--output=${part}`, "main.ts"]);
  if (!success) return causeOf(stderr);
  await Deno.rename(part, output);
  return undefined;
}

/** Deno says what failed, then why in numbered lines; the first two of these name the base and what happened to it. */
function causeOf(stderr: string): string {
  const lines = stderr.split("Stack backtrace:")[0]?.split("\n").map((line) => line.trim()).filter(Boolean) ?? [];
  const causes = lines.filter((line) => /^\d+: /.test(line)).map((line) => line.replace(/^\d+: /, ""));
  return causes.length > 0
    ? causes.slice(0, 2).join(" ")
    : lines.at(-1)?.replace(/^error: /, "") ?? "the compiler said nothing";
}

async function portable(output: string): Promise<void> {
  const stage = await Deno.makeTempDir({ prefix: "vults-compile-" });
  try {
    const program = `${stage}/program`;
    await bundle(program);
    await Deno.copyFile(await Deno.realPath(Deno.execPath()), `${program}/deno`);
    await Deno.chmod(`${program}/deno`, 0o755);
    const os = Deno.build.os === "darwin" ? "darwin" : "linux";
    const header = launcher({ os, hash: await hashOf(program), files: namesIn(program) });
    if (await startsWith(output, header)) return;
    const payload = `${stage}/payload.tar.gz`;
    await succeed("tar", ["-czf", payload, "-C", program, "."]);
    await join(header, payload, output);
  } finally {
    await Deno.remove(stage, { recursive: true });
  }
}

/** Split, so that a hook loads its own part alone. */
async function bundle(folder: string): Promise<void> {
  const split = ["--code-splitting", "--platform=deno", "--frozen-lockfile", `--outdir=${folder}`];
  const { success, stderr } = await deno(["bundle", ...split, "main.ts"]);
  if (!success) throw new Error(`Cannot bundle the program: ${stderr}`);
  for (const { name } of Deno.readDirSync(folder)) await requireLate(`${folder}/${name}`);
}

/**
 * The bundler gives every part its helpers for packages of the older module kind, and those load `node:module` at once:
 * some 30 ms that a hook would pay for nothing. What such a package asks for is loaded when it asks.
 */
async function requireLate(file: string): Promise<void> {
  const text = await Deno.readTextFile(file);
  const late = text.replace(AT_ONCE, "var __require = (name) => globalThis.process.getBuiltinModule(name);\n");
  if (late !== text) await Deno.writeTextFile(file, late);
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

/** Names the unpacked folder by its content. */
async function hashOf(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of namesIn(folder)) hash.update(`${name}\0`).update(await Deno.readFile(`${folder}/${name}`));
  return hash.digest("hex").slice(0, 16);
}

/** The header names the content: the same one means the same program, and no new time and bytes for an install. */
async function startsWith(file: string, header: string): Promise<boolean> {
  try {
    using opened = await Deno.open(file);
    const bytes = new TextEncoder().encode(header);
    const first = new Uint8Array(bytes.length);
    for (let at = 0; at < first.length;) {
      const count = await opened.read(first.subarray(at));
      if (count === null) return false;
      at += count;
    }
    return first.every((byte, index) => byte === bytes[index]);
  } catch {
    return false; // there is none yet, or it cannot be read: it is made anew
  }
}

async function join(header: string, payload: string, output: string): Promise<void> {
  await Deno.mkdir(parent(output), { recursive: true });
  await place(output, async (part) => {
    await Deno.writeTextFile(part, header);
    await Deno.writeFile(part, await Deno.readFile(payload), { append: true });
  });
}

/** Writes beside `output`, then renames: there is never half a program. */
async function place(output: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${output}.new-${Deno.pid}`;
  await write(part);
  await Deno.chmod(part, 0o755);
  await Deno.rename(part, output);
}

async function deno(args: string[]): Promise<{ success: boolean; stderr: string }> {
  const command = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env: { NO_COLOR: "1" }, stdout: "null" });
  const { success, stderr } = await command.output();
  return { success, stderr: new TextDecoder().decode(stderr) };
}

async function succeed(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args, stdout: "null" }).output();
  if (!success) throw new Error(`Cannot run ${program}: ${new TextDecoder().decode(stderr).trim()}`);
}

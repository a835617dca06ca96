// One throw-away world for one run of a client: its HOME and project, our built program with its daemon, the mock model.
// Everything that runs in it has this HOME, and has ended when `stop` is done.

import { built, type Home, type Serving, serving, vults } from "../support/vults.ts";
import { type Mock, mock } from "./mock/server.ts";
import type { Turn } from "./mock/turn.ts";
import { endAll } from "./processes.ts";
import { type Env, type Running, start } from "./running.ts";
import { homes, isTold } from "./told.ts";
import type { Wired } from "./wired.ts";

/** Something that is held until it is let go. */
export type Gate = { readonly opened: Promise<void>; open(): void };

export type World = {
  readonly home: string;
  readonly project: string;
  /** Where our own files are; the installer puts its programs in `bin` there. */
  readonly support: string;
  /** What a client is given. */
  readonly env: Env;
  readonly running: Running[];
  readonly models: Mock[];
  /** What its terminals show. */
  readonly screens: (() => Promise<string>)[];
  /** What our installer has wired. */
  readonly wired: Wired[];
  /** Starts a model that says these turns. */
  model(turns: readonly Turn[]): Mock;
  gate(): Gate;
  /** Writes a file under the home: text, or a value as JSON. */
  write(path: string, content: string | object): Promise<void>;
  /** Starts a program in the project, with nothing on its stdin. */
  start(program: string, args: readonly string[], env?: Env): Running;
  /** Runs one of our commands, which must succeed, and gives what it printed. */
  vults(...args: readonly string[]): Promise<string>;
  /** Ends everything that runs in it, the daemon too. */
  stop(): Promise<void>;
  /** Its files are gone. */
  remove(): Promise<void>;
};

/** What stands before the usual folders in every PATH of a world, and our built program. */
export type Programs = { readonly path: readonly string[]; readonly ours: string };

/** Makes the folders and starts the daemon. */
export async function world(programs: Programs): Promise<World> {
  const at = await places(programs);
  homes.add(at.home);
  try {
    const daemon = await serving(at.ours, { launch: built(programs.ours) });
    if (isTold()) throw new Error("Told to end");
    return open(at, daemon, programs);
  } catch (error) {
    await end(at);
    await at.ours.remove();
    throw error;
  }
}

function open(at: Places, daemon: Serving, programs: Programs): World {
  const { home, project, ours } = at;
  const [running, models, gates]: [Running[], Mock[], Gate[]] = [[], [], []];
  const env = clientEnv(ours, home, programs.path);
  return {
    home,
    project,
    support: ours.support,
    env,
    running,
    models,
    screens: [],
    wired: [],
    model: (turns) => keep(models, mock(turns)),
    gate: () => keep(gates, newGate()),
    write: (path, content) => write(`${home}/${path}`, content),
    start: (program, args, more = {}) => keep(running, start(program, args, project, { ...env, ...more })),
    vults: (...args) => command(args, ours.env, programs.ours),
    async stop() {
      for (const gate of gates) gate.open();
      await end(at);
      await daemon.stop();
      for (const model of models) await model.stop();
    },
    remove: ours.remove,
  };
}

type Places = { readonly home: string; readonly project: string; readonly ours: Home };

async function places({ path }: Programs): Promise<Places> {
  const folder = await Deno.makeTempDir({ prefix: "vults-client-" });
  const home = `${folder}/home`;
  const project = `${home}/project`;
  await Deno.mkdir(project, { recursive: true });
  await Deno.mkdir(`${folder}/tmp`);
  const git = await new Deno.Command("git", { args: ["init", "--quiet", project] }).output();
  if (!git.success) throw new Error(`git init failed: ${new TextDecoder().decode(git.stderr)}`);
  // Every line that the installer writes has to be quoted for it.
  const support = `${folder}/it's (ours) & more`;
  const socket = `${folder}/run/vults.sock`;
  const env = {
    PATH: [...path, "/usr/bin", "/bin"].join(":"),
    HOME: home,
    VULTS_SUPPORT_DIR: support,
    VULTS_SOCKET: socket,
    // These are root's own agents, and there may be a container around them.
    VULTS_ALLOW_ROOT: "1",
    VULTS_ALLOW_CONTAINER: "1",
  };
  const remove = () => Deno.remove(folder, { recursive: true });
  return { home, project, ours: { folder, support, socket, env, remove } };
}

function clientEnv({ folder, support, socket }: Home, home: string, path: readonly string[]): Env {
  return {
    VULTS_SUPPORT_DIR: support,
    VULTS_SOCKET: socket,
    PATH: [...path, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
    HOME: home,
    TMPDIR: `${folder}/tmp`,
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    SHELL: "/bin/bash",
    USER: "me",
    LOGNAME: "me",
  };
}

function keep<Value>(list: Value[], value: Value): Value {
  list.push(value);
  return value;
}

function newGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

async function write(file: string, content: string | object): Promise<void> {
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

async function command(args: readonly string[], env: Env, program: string): Promise<string> {
  const { code, stdout, stderr } = await vults(args, env, { launch: built(program) });
  if (code !== 0) throw new Error(`vults ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

/** Nothing runs in it any more, the daemon neither. */
async function end(at: Places): Promise<void> {
  await endAll(at.home);
  homes.delete(at.home);
}

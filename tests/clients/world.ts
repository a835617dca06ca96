// One throw-away world for one run of a client: its HOME and project, our daemon and hook from source, the mock model.
// Everything that runs in it has this HOME, and has ended when `end` is done.

import { commandFor } from "../../scripts/run.ts";
import { DROPPED } from "../../src/launch.ts";
import { type Home, type Serving, serving, vults } from "../support/vults.ts";
import { type Mock, mock } from "./mock/server.ts";
import type { Turn } from "./mock/turn.ts";
import { endAll } from "./processes.ts";
import { type Env, type Running, start } from "./running.ts";
import { homes, isTold } from "./told.ts";

/** Something that is held until it is let go. */
export type Gate = { readonly opened: Promise<void>; open(): void };

export type World = {
  readonly home: string;
  readonly project: string;
  /** Our program as an agent's config names it; it takes `hook …`. */
  readonly hook: string;
  /** What a client is given. */
  readonly env: Env;
  readonly running: Running[];
  readonly models: Mock[];
  /** What its terminals show. */
  readonly screens: (() => Promise<string>)[];
  /** Starts a model that says these turns. */
  model(turns: readonly Turn[]): Mock;
  gate(): Gate;
  /** Writes a file under the home: text, or a value as JSON. */
  write(path: string, content: string | object): Promise<void>;
  /** Starts a program in the project, with nothing on its stdin. */
  start(program: string, args: readonly string[], env?: Env): Running;
  /** Runs one of our commands, which must succeed, and gives what it printed. */
  vults(...args: readonly string[]): Promise<string>;
  end(): Promise<void>;
};

/** Makes the folders and starts the daemon. `path` stands before the usual folders in the client's PATH. */
export async function world(path: readonly string[]): Promise<World> {
  const at = await places();
  homes.add(at.home);
  try {
    const hook = await writeHook(at.ours);
    const daemon = await serving(at.ours);
    if (isTold()) throw new Error("Told to end");
    return open(at, hook, daemon, path);
  } catch (error) {
    await close(at);
    throw error;
  }
}

function open(at: Places, hook: string, daemon: Serving, path: readonly string[]): World {
  const { home, project, ours } = at;
  const [running, models, gates]: [Running[], Mock[], Gate[]] = [[], [], []];
  const env = clientEnv(ours.folder, home, path);
  return {
    home,
    project,
    hook,
    env,
    running,
    models,
    screens: [],
    model: (turns) => keep(models, mock(turns)),
    gate: () => keep(gates, newGate()),
    write: (path, content) => write(`${home}/${path}`, content),
    start: (program, args, more = {}) => keep(running, start(program, args, project, { ...env, ...more })),
    vults: (...args) => command(args, ours.env),
    async end() {
      for (const gate of gates) gate.open();
      await close(at);
      await daemon.stop();
      for (const model of models) await model.stop();
    },
  };
}

type Places = { readonly home: string; readonly project: string; readonly ours: Home };

async function places(): Promise<Places> {
  const folder = await Deno.makeTempDir({ prefix: "vults-client-" });
  const home = `${folder}/home`;
  const project = `${home}/project`;
  await Deno.mkdir(project, { recursive: true });
  await Deno.mkdir(`${folder}/tmp`);
  const git = await new Deno.Command("git", { args: ["init", "--quiet", project] }).output();
  if (!git.success) throw new Error(`git init failed: ${new TextDecoder().decode(git.stderr)}`);
  const support = `${folder}/support`;
  const socket = `${folder}/run/vults.sock`;
  const env = { PATH: "/usr/bin:/bin", HOME: home, VULTS_SUPPORT_DIR: support, VULTS_SOCKET: socket };
  const remove = () => Deno.remove(folder, { recursive: true });
  return { home, project, ours: { folder, support, socket, env, remove } };
}

function clientEnv(folder: string, home: string, path: readonly string[]): Env {
  return {
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

/** The hook as an installed program: its own flags, and the agent's environment without what `cleanEnvironment` drops. */
async function writeHook({ folder, env }: Home): Promise<string> {
  const { cmd, args, env: clean } = commandFor(["hook"], env);
  const ours = Object.entries(clean).filter(([name]) => name !== "PATH" && name !== "HOME");
  const lines = [
    "#!/bin/sh",
    `unset ${DROPPED.join(" ")}`,
    ...ours.map(([name, value]) => `export ${name}=${quoted(value)}`),
    // The last argument is `hook`, which the caller says itself.
    `exec ${[cmd, ...args.slice(0, -1)].map(quoted).join(" ")} "$@"`,
  ];
  const file = `${folder}/vults`;
  await Deno.writeTextFile(file, `${lines.join("\n")}\n`, { mode: 0o700 });
  return file;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
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

async function command(args: readonly string[], env: Env): Promise<string> {
  const { code, stdout, stderr } = await vults(args, env);
  if (code !== 0) throw new Error(`vults ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

/** Nothing runs in it any more, the daemon neither, and it is gone. */
async function close(at: Places): Promise<void> {
  await endAll(at.home);
  homes.delete(at.home);
  await at.ours.remove();
}

// The daemon put together: folders and locks first, then tokens and the store, then the doors, and `daemon.json` last, when
// all of them listen. What fails on the way is a refusal, and everything taken until then is given back.

import { NAME, OLD_ENV } from "../brand.ts";
import type { Millis } from "../domain/session.ts";
import { reason } from "../files.ts";
import type { Paths } from "../paths.ts";
import type { ReadEnv } from "../wire/endpoint.ts";
import { admitter, namesAny } from "./admit.ts";
import { type ReadConfig, readConfig } from "./config.ts";
import { type DaemonFile, daemonFile } from "./daemon_json.ts";
import { refuseDemo } from "./demo_places.ts";
import { DOOR_LIMITS, type DoorLimits } from "./door_limits.ts";
import { folderFault, openHookDoor } from "./socket/hook_doors.ts";
import { apiApp, type HttpParts, tcpApp } from "./http/app.ts";
import { serveApi, serveTcp } from "./http/serve_http.ts";
import { type Loop, noted, startLoop } from "./loop.ts";
import { takeLocks } from "./one_daemon.ts";
import { places } from "./places.ts";
import type { Store, Waiters } from "./ports.ts";
import type { SocketDoor } from "./socket/socket.ts";
import { openStore } from "./store/open.ts";
import { readTokens, type Tokens } from "./tokens.ts";

export type StartOptions = {
  readonly paths: Paths;
  /** The wanted TCP port; 0 = any free one, null = no TCP, absent = as the settings say. */
  readonly port?: number | null;
  readonly demo: boolean;
  readonly log: (text: string) => void;
  readonly env?: ReadEnv;
  readonly now?: () => Millis;
  readonly limits?: DoorLimits;
};

export type Daemon = {
  /** The bound port; null without TCP. */
  readonly port: number | null;
  /** What a human should know about this start, one line each. */
  readonly notes: readonly string[];
  stop(): Promise<void>;
};

/** Why no daemon was started, as one line with its mend. */
export type Refusal = { readonly refused: string };

/** Starts the daemon, or leaves everything as it was. */
export async function start(options: StartOptions): Promise<Daemon | Refusal> {
  const taken: Cleanup[] = [];
  const result = await attempt(() => open(options, taken));
  if ("refused" in result) await undo(taken, options.log);
  return result;
}

type Cleanup = () => void | Promise<void>;
type Setting = Required<StartOptions> & ReadConfig;

async function attempt(work: () => Promise<Daemon | Refusal>): Promise<Daemon | Refusal> {
  try {
    return await work();
  } catch (error) {
    return { refused: `Cannot start: ${reason(error)}` };
  }
}

async function undo(taken: Cleanup[], log: (text: string) => void): Promise<void> {
  for (let cleanup = taken.pop(); cleanup !== undefined; cleanup = taken.pop()) {
    try {
      await cleanup();
    } catch (error) {
      log(`Cannot stop cleanly: ${reason(error)}`); // the rest is still to be given back
    }
  }
}

async function open(options: StartOptions, taken: Cleanup[]): Promise<Daemon | Refusal> {
  const { config, errors } = readConfig(options.paths.config);
  const port = config.http.enabled ? config.http.port : null;
  const setting: Setting = { env: readEnv, now: Date.now, limits: DOOR_LIMITS, port, ...options, config, errors };
  const demo = () => setting.demo ? refuseDemo(setting.paths, setting.env) : undefined;
  // Asked before anything is made, and again when all places are there and can be told apart for certain.
  const refused = demo() ?? takeLocks(setting.paths, taken) ?? demo();
  if (refused !== undefined) return { refused };
  const tokens = readTokens(setting.paths, setting.env);
  if ("refused" in tokens) return tokens;
  const { now, log } = setting;
  const store = openStore(setting.paths.database, { now, log, retentionDays: config.retention.days });
  taken.push(() => store.close());
  return await openDoors(setting, tokens, store, taken);
}

function readEnv(name: string): string | undefined {
  return Deno.env.get(name) || undefined;
}

async function openDoors(setting: Setting, tokens: Tokens, store: Store, taken: Cleanup[]): Promise<Daemon | Refusal> {
  const { paths, limits, log, demo, now, config, errors } = setting;
  const { endpoint: { socket }, api, daemonJson } = paths;
  const waiters: Waiters = new Map();
  const file = daemonFile(daemonJson, { started: now(), socket, api, demo }, { store, trouble: unpublished });
  const loop = startLoop({ store, waiters, demo, now, log, recorded: file.changed });
  taken.push(() => endLoop(loop));
  restore(loop, store);

  let port: number | null = null;
  const admit = admitter(store.digestKey, namesAny(ownNames(paths), () => port), config.holds);
  const shared = { dispatch: loop.dispatch, admit, reading: places(limits.reading), limits, log };
  const hooks: SocketDoor = {
    ...shared,
    waiters,
    waiting: places(limits.waiting),
    weight: places(limits.waitingBytes),
  };
  const http: HttpParts = {
    ...shared,
    tokens,
    store,
    loop,
    flushed: loop.batch.flushed,
    working: places(limits.working),
    tokenless: config.http.accept_tokenless_hooks,
    demo,
  };

  const notes: string[] = [];
  const opened = await openSockets(paths, hooks, taken, notes) ?? await openApi(api, http, taken);
  if (opened !== undefined) return opened;
  if (setting.port !== null) port = openTcp(setting.port, tcpApp(http, () => port ?? 0), log, taken, notes);
  notes.forEach((text, index) => loop.dispatch(noted(`start-${index + 1}`, text)));
  if (errors.length > 0) loop.dispatch(noted("config", errors.join("; ")));
  publish(file, port, taken);
  return { port, notes: [...errors, ...notes], stop: () => undo(taken, log) };

  function unpublished(text: string | undefined): void {
    if (text !== undefined) log(text);
    loop.dispatch(noted("daemon.json", text));
  }
}

function restore(loop: Loop, store: Store): void {
  if (store.note !== undefined) loop.dispatch(noted("database", store.note));
  loop.dispatch({ is: "restored", ...store.load() });
  // Tells at once when history cannot be kept.
  loop.batch.flush(false);
}

/** Runs when every door is closed: nothing new can open a card any more. */
function endLoop(loop: Loop): void {
  loop.dispatch({ is: "shutdown" });
  loop.batch.flush(true);
  loop.stop();
}

/** What a request must not name unnoticed: our programs, our files. The port is added by its number. */
function ownNames({ support, endpoint, api, alsoListen }: Paths): string[] {
  return [NAME, OLD_ENV.replace("_", ""), support, endpoint.socket, api, ...(alsoListen ? [alsoListen.socket] : [])];
}

/** The first socket must open. The second is for shells without `XDG_RUNTIME_DIR`, and is missed only there. */
async function openSockets(
  { endpoint, alsoListen }: Paths,
  door: SocketDoor,
  taken: Cleanup[],
  notes: string[],
): Promise<Refusal | undefined> {
  const first = await openHookDoor(endpoint, door);
  if ("refused" in first) return first;
  taken.push(first.stop);
  if (alsoListen === undefined) return undefined;
  const fault = folderFault(alsoListen);
  const second = fault === undefined ? await openHookDoor(alsoListen, door) : { refused: fault };
  if ("refused" in second) notes.push(`${second.refused}; hooks without XDG_RUNTIME_DIR do not reach this daemon`);
  else taken.push(second.stop);
  return undefined;
}

async function openApi(path: string, parts: HttpParts, taken: Cleanup[]): Promise<Refusal | undefined> {
  const server = await serveApi(apiApp(parts), path, parts.log);
  if ("refused" in server) return server;
  taken.push(server.stop);
  return undefined;
}

function openTcp(
  wanted: number,
  app: ReturnType<typeof tcpApp>,
  log: (text: string) => void,
  taken: Cleanup[],
  notes: string[],
): number {
  const { port, stop } = serveTcp(app, wanted, log);
  taken.push(stop);
  if (wanted !== 0 && port !== wanted) notes.push(`Port ${wanted} is taken: listening on ${port}`);
  return port;
}

function publish(file: DaemonFile, port: number | null, taken: Cleanup[]): void {
  file.publish(port);
  taken.push(file.remove);
}

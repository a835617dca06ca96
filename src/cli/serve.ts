// `vults serve [--port N] [--no-http] [--demo]`: the daemon, in the foreground, until it is told to stop. Where it listens
// goes to stdout, everything else to stderr; it serves on when nobody takes what it says.

import { ENV, NAME, OLD_ENV } from "../brand.ts";
import type { Daemon } from "../daemon/start.ts";
import type { ReadEnv } from "../wire/endpoint.ts";
import { type Given, last, type Wrong } from "./arguments.ts";
import type { Command, World } from "./command.ts";
import { visibleLines } from "./visible.ts";

export const serve: Command = {
  accepts: { switches: ["no-http", "demo"], values: ["port"], words: [0, 0] },
  async run(given, told) {
    const world = { ...told, out: unheard(told.out), err: unheard(told.err) };
    const port = portOf(given, world.env);
    if (typeof port === "object" && port !== null) return port;
    const [{ start }, { untilAsked }] = await Promise.all([
      import("../daemon/start.ts"),
      import("../daemon/until_asked.ts"),
    ]);
    const options = { paths: world.paths(), demo: given.switches.has("demo"), env: world.env, log: world.err };
    const asked = untilAsked(world.err);
    const daemon = await start(port === undefined ? options : { ...options, port });
    if ("refused" in daemon) return world.err(daemon.refused), 1;
    announce(daemon, options.demo, world);
    await asked;
    await daemon.stop();
    return 0;
  },
};

/** Says what can be said, as a terminal may show it: paths and payloads may hold anything. */
function unheard(say: (text: string) => void): (text: string) => void {
  return (text) => {
    try {
      say(visibleLines(text).join("\n"));
    } catch {
      return; // a pipe without its reader, a full disk: there is no other place to say so
    }
  };
}

/** The flag, else the variable, else none: then the settings say. Null without TCP. */
function portOf(given: Given, env: ReadEnv): number | null | undefined | Wrong {
  if (given.switches.has("no-http")) return null;
  const flag = last(given, "port");
  const text = flag ?? env(`${ENV}PORT`) ?? env(`${OLD_ENV}PORT`);
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  return { wrong: `${flag === undefined ? `${ENV}PORT` : "--port"} needs a number from 0 to 65535` };
}

function announce({ port, notes }: Daemon, demo: boolean, world: World): void {
  const { endpoint, alsoListen, api } = world.paths();
  const sockets = [endpoint, ...(alsoListen === undefined ? [] : [alsoListen])].map(({ socket }) => socket);
  world.out(`${NAME} serves${demo ? " a demo, which takes answers from anywhere" : ""} (pid ${Deno.pid})`);
  world.out(`  hooks     ${sockets.join("  ")}${port === null ? "" : `  http://127.0.0.1:${port}/hook`}`);
  world.out(`  commands  ${api}`);
  for (const note of notes) world.err(note);
}

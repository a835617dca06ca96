// A client in a terminal of its own: tmux on a private socket, with no configuration of anybody's.

import { LAST_WORDS } from "./prompt.ts";
import type { Talk } from "./talk.ts";
import { until } from "./until.ts";
import type { Env } from "./running.ts";
import type { World } from "./world.ts";

export type Terminal = Talk & {
  /** What is on the screen now. */
  screen(): Promise<string>;
  /** Waits until the screen shows this. */
  shows(what: RegExp): Promise<void>;
  /** Presses keys by their tmux names. */
  press(...keys: readonly string[]): Promise<void>;
  /** Types a line and sends it. */
  type(text: string): Promise<void>;
};

/** Opens a terminal in the project that runs this program. */
export async function terminal(at: World, program: string, args: readonly string[], env: Env): Promise<Terminal> {
  const socket = `${at.env["TMPDIR"]}/tmux`;
  const tmux = (...words: readonly string[]) => run(at, ["-S", socket, "-f", "/dev/null", ...words]);
  const variables = Object.entries({ ...at.env, ...env }).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const size = ["-x", "140", "-y", "45"];
  await tmux("new-session", "-d", "-s", "it", ...size, "-c", at.project, ...variables, "--", program, ...args);
  await tmux("set-option", "-g", "remain-on-exit", "on");
  const screen = () => tmux("capture-pane", "-p", "-t", "it");
  const shows = async (what: RegExp) => void await until(`the screen to show ${what}`, () => shown(screen, what));
  const press = async (...keys: readonly string[]) => void await tmux("send-keys", "-t", "it", ...keys);
  at.screens.push(screen);
  return {
    screen,
    shows,
    press,
    async type(text) {
      await tmux("send-keys", "-t", "it", "-l", text);
      await until("what was typed to be on the screen", async () => (await screen()).includes(text) || undefined);
      await press("Enter");
    },
    over: () => undefined,
    finish: () => shows(new RegExp(`${LAST_WORDS}$`, "m")),
  };
}

async function shown(screen: () => Promise<string>, what: RegExp): Promise<true | undefined> {
  return what.test(await screen()) || undefined;
}

async function run(at: World, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("tmux", {
    args: [...args],
    clearEnv: true,
    env: { ...at.env },
  }).output();
  if (!success) throw new Error(`tmux ${args.slice(4).join(" ").slice(0, 80)}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

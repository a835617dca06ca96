// `vults hooks install|uninstall|status …`: the same three commands under their older name.

import type { Given } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CHANGING } from "./change_configs.ts";
import { install } from "./install.ts";
import { nearest } from "./nearest.ts";
import { status } from "./status.ts";
import { uninstall } from "./uninstall.ts";
import { visible } from "./visible.ts";

const COMMANDS: ReadonlyMap<string, Command> = new Map([["install", install], ["uninstall", uninstall], [
  "status",
  status,
]]);

export const hooks: Command = {
  accepts: { switches: CHANGING, values: ["agent"], words: [1, 1], missing: "Say install, uninstall or status" },
  run(given, world) {
    const [word = ""] = given.words;
    const command = COMMANDS.get(word);
    if (command === undefined) return Promise.resolve(unknown(word));
    const stray = strayFlag(given, command);
    if (stray !== undefined) return Promise.resolve({ wrong: `--${stray} does not go with ${word}` });
    return command.run({ ...given, words: [] }, world);
  },
};

function strayFlag({ switches }: Given, { accepts }: Command): string | undefined {
  return [...switches].find((flag) => !accepts.switches?.includes(flag));
}

function unknown(word: string) {
  const close = nearest(word, [...COMMANDS.keys()]);
  return { wrong: `Unknown word "${visible(word)}"${close === undefined ? "" : `: did you mean ${close}?`}` };
}

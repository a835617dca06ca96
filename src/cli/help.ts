// `vults help [COMMAND]`

import type { Command } from "./command.ts";
import { manual, overview, TABLE } from "./table.ts";
import { unknownCommand } from "./unknown_command.ts";

export const help: Command = {
  accepts: { words: [0, 1] },
  run({ words: [name] }, world) {
    if (name === undefined) return said(world.out, overview());
    const entry = TABLE.find((candidate) => candidate.name === name);
    if (entry === undefined) return Promise.resolve(unknownCommand(name));
    return said(world.out, manual(entry));
  },
};

function said(out: (text: string) => void, text: string): Promise<0> {
  out(text);
  return Promise.resolve(0);
}

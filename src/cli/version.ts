// `vults version [--permissions]`

import { NAME, VERSION } from "../brand.ts";
import { KINDS, place, ROWS } from "../permissions.ts";
import type { Command, World } from "./command.ts";
import { TABLE } from "./table.ts";

export const version: Command = {
  accepts: { switches: ["permissions"], words: [0, 0] },
  run({ switches }, world) {
    world.out(switches.has("permissions") ? table(world) : `${NAME} ${VERSION}`);
    return Promise.resolve(0);
  },
};

/** One block per command of this build, one line per kind of permission; what is not listed is not granted. */
function table(world: World): string {
  const at = place(world.paths(), world.env("HOME") ?? "", Deno.execPath(), []);
  const rows = [...ROWS].filter(([command]) => TABLE.some(({ name }) => name === command));
  const blocks = rows.map(([command, row]) => {
    const granted = row(at);
    const lines = KINDS.map((kind) => ({ kind, entries: [...new Set(granted[kind])] }))
      .filter(({ entries }) => entries.length > 0)
      .map(({ kind, entries }) => `  ${kind.padEnd(5)}  ${entries.join(", ")}`);
    return [command, ...lines].join("\n");
  });
  return blocks.join("\n\n");
}

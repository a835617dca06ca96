// What is said of a command that does not exist.

import type { Wrong } from "./arguments.ts";
import { nearest } from "./nearest.ts";
import { TABLE } from "./table.ts";
import { visible } from "./visible.ts";

/** Names the command that was most likely meant, if one is close. */
export function unknownCommand(name: string): Wrong {
  const close = nearest(name, TABLE.map((entry) => entry.name));
  return { wrong: `Unknown command "${visible(name)}"${close === undefined ? "" : `: did you mean ${close}?`}` };
}

// The commands that findings name. Pure.

import { NAME } from "../../src/brand.ts";

/** Puts the programs in place, and the entries of every agent. */
export const INSTALL = `${NAME} install`;

/** The same for one agent. */
export function installFor(agent: string): string {
  return `${INSTALL} --agent ${agent}`;
}

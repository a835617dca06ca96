// The commands that findings name. Pure.

import { NAME } from "../../src/brand.ts";

/** Puts the programs in place, and the entries of every agent. */
export const INSTALL = `${NAME} install`;

/** Where there is no program to say that to. */
export const INSTALL_FROM_ELSEWHERE =
  `${INSTALL}, by the program that you have; in a checkout: npx -y deno@2.9.6 task ${NAME} install`;

/** The same for one agent; `asks`: with the entries that wait. */
export function installFor(agent: string, asks = false): string {
  return `${INSTALL} --agent ${agent}${asks ? " --approval" : ""}`;
}

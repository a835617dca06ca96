// `[NAME…] [--tui] [--again]`: which clients run, and how. `--alone=FILE` is the program's own word to itself.

import type { Client } from "./client.ts";

export type Arguments = {
  readonly clients: readonly Client[];
  /** In a terminal instead of without one. */
  readonly tui: boolean;
  /** A client that fails runs once more, and that run counts. */
  readonly again: boolean;
  /** Inside the network namespace: our built program. */
  readonly alone?: string;
};

/** Reads the arguments; a text says what is wrong with them. */
export function readArguments(args: readonly string[], known: readonly Client[]): Arguments | string {
  const alone = args.find((arg) => arg.startsWith(ALONE))?.slice(ALONE.length);
  const switches = args.filter((arg) => arg.startsWith("-") && !arg.startsWith(ALONE));
  const unknown = switches.find((arg) => !SWITCHES.includes(arg));
  if (unknown !== undefined) return `Unknown option "${unknown}": there is ${SWITCHES.join(" and ")}`;
  const names = args.filter((arg) => !arg.startsWith("-"));
  const foreign = names.find((name) => !known.some((client) => client.name === name));
  if (foreign !== undefined) {
    return `Unknown client "${foreign}": there are ${known.map(({ name }) => name).join(", ")}`;
  }
  const tui = switches.includes("--tui");
  const all = known.filter((client) => !tui || client.tui.length > 0);
  return {
    clients: names.length === 0 ? all : known.filter(({ name }) => names.includes(name)),
    tui,
    again: switches.includes("--again"),
    ...(alone === undefined ? {} : { alone }),
  };
}

/** Said by the program to itself, inside; our built program comes after it. */
export const ALONE = "--alone=";

const SWITCHES = ["--tui", "--again"];

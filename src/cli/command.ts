// The one shape of a command's file: what it takes on the command line, and what it does with it.
// A command parses, plans, performs; it prints and reads the environment only through its world.

import type { Paths } from "../paths.ts";
import type { ReadEnv } from "../wire/endpoint.ts";
import type { Millis } from "../domain/session.ts";
import type { Accepts, Given, Wrong } from "./arguments.ts";

/** The doors a command is handed. `out` and `err` write one line, or several. */
export type World = {
  readonly env: ReadEnv;
  /** Throws where the support folder cannot be known. */
  paths(): Paths;
  now(): Millis;
  out(text: string): void;
  err(text: string): void;
};

/** Done, failed (and said so), or used wrongly. */
export type Outcome = 0 | 1 | Wrong;

export type Command = {
  readonly accepts: Accepts;
  run(given: Given, world: World): Promise<Outcome>;
};

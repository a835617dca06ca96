// The one shape of every client under test.

import type { Checks } from "./checks.ts";
import type { Packages } from "./packages.ts";
import type { World } from "./world.ts";

/** One run of a client in a world of its own. Throws when it cannot go on. */
export type Scenario = {
  /** Says what is proved; stands before each of its checks. */
  readonly name: string;
  run(at: World, check: Checks): Promise<void>;
};

export type Client = {
  readonly name: string;
  readonly packages: Packages;
  /** Without a terminal. */
  readonly headless: readonly Scenario[];
  /** In a terminal. */
  readonly tui: readonly Scenario[];
};

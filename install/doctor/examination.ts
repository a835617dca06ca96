// What the checks of `doctor` share, and the doors that it is handed. Types only.

import type { Json } from "../../src/domain/json.ts";
import type { Millis } from "../../src/domain/session.ts";
import type { Checkup, Health } from "../../src/domain/view.ts";
import type { Version } from "../claude_version.ts";
import type { Machine } from "../machine.ts";
import type { Manifest } from "../manifest.ts";
import type { Change } from "../prepare.ts";

/** How a command ended: what it printed on either stream, and after how many milliseconds. */
export type Ran = { readonly code: number; readonly printed: string; readonly ms: number } | { readonly why: string };

export type DoctorDoors = {
  /** Runs a command line in a shell, as an agent does, with this on its stdin. */
  readonly run: (line: string, input: string) => Promise<Ran>;
  /** 32 hex digits of chance. */
  readonly chance: () => string;
  /** What the Codex that listens there says of all hooks, or why it says nothing. */
  readonly codexHooks: (socket: string) => Promise<{ readonly list: Json } | { readonly why: string }>;
  /** The running daemon, or why there is none. */
  readonly daemon: () => Promise<DaemonDoor | Failed>;
};

/** Why the daemon says nothing, as one line with its mend. */
export type Failed = { readonly failed: string };

export type DaemonDoor = {
  readonly health: Health;
  readonly checkup: () => Promise<Checkup | Failed>;
  /** When the newest event of an agent came that is still kept. */
  readonly lastEvent: (agent: string) => Promise<Millis | undefined | Failed>;
};

/** What the checks share. */
export type Examination = {
  readonly machine: Machine;
  readonly manifest: Manifest;
  readonly doors: DoctorDoors;
  readonly daemon: DaemonDoor | undefined;
  /** What an install would do now, of every agent that is wired. */
  readonly changes: readonly Change[];
  /** Agents whose entries are to wait for a person, as they were last installed. */
  readonly asking: ReadonlySet<string>;
  /** Claude's version, or why it is unknown. */
  readonly claude: { readonly version?: Version | undefined; readonly why?: string | undefined };
};

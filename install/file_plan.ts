// What `plan` hands to `perform`, and what `perform` tells of it. Types only.

import type { Refused } from "./formats/format.ts";
import type { Entry } from "./manifest_entry.ts";
import type { Target } from "./target_file.ts";

/** One config and what becomes of it. The bytes in it are the ones its diff was made from. */
export type FilePlan = Target & {
  readonly agent: string;
  /** `undefined` = delete, or leave what is not there. */
  readonly next: Uint8Array | undefined;
  readonly action: "create" | "change" | "delete" | "none";
  /** `undefined` = nothing of ours is in it afterwards. */
  readonly entry: Entry | undefined;
  /** Why the text is not what the CLI would read. */
  check(text: string): string | undefined;
};

/** What became of one config. */
export type Outcome = {
  readonly agent: string;
  readonly config: string;
  /** What is true on disk, whatever went wrong after it. */
  readonly did: "created" | "changed" | "deleted" | "nothing";
  /** What is on disk, read back; as planned for where nothing was written. */
  readonly onDisk: Uint8Array | undefined;
  readonly problem?: Refused;
  /** Folders that we made and may not remove, the inner first: those of a variable lie where only it leads. */
  readonly left?: readonly string[];
};

/** `problems` are those of no single config: of the manifest, of the state. */
export type Report = { readonly outcomes: readonly Outcome[]; readonly problems: readonly Refused[] };

// What every target can do: say which changes of its file put ours in, and which take them out. Pure.

import type { Json } from "../../src/domain/json.ts";
import type { HookEntry } from "../events.ts";
import type { Bin } from "../command_text.ts";
import type { Change, Format, Path, Refused } from "../formats/format.ts";
import type { Own, Owner } from "../ownership.ts";

/** One own entry, as it stands in a file. */
export type OwnEntry = {
  readonly event: string;
  readonly command: string;
  readonly own: Own;
  /** Absent where it hears all. */
  readonly matcher?: string;
};

/** Whose command a line is, in this file. */
export type OwnerOf = (command: string) => Owner;

/** True for a container that the user had, though empty. */
export type Keeps = (path: Path) => boolean;

/** What the manifest says of the places that installing changed. */
export type Memory = {
  /** The exact old text of what was empty, or a switch's old value as JSON. */
  readonly text: (path: Path) => string | undefined;
  /** True for what was not there. */
  readonly added: (path: Path) => boolean;
  /** Nobody has changed the file since ours came in. */
  readonly untouched: boolean;
};

export type Target = {
  readonly format: Format;
  /** Every own entry of a document whose events stand at `events`. */
  own(document: Json, events: Path, ownerOf: OwnerOf): readonly OwnEntry[];
  /** Every command of the document, whoever it is of: an own one may vouch for another. */
  commands(document: Json, events: Path): readonly string[];
  /** Makes ours as wanted; `created`: the file is new. */
  install(document: Json, events: Path, wanted: InstallWish): readonly Change[] | Refused;
  /** Takes ours out; containers whose old text is remembered stay, empty as the user had them. */
  remove(document: Json, events: Path, ownerOf: OwnerOf, memory: Memory): readonly Change[] | Refused;
  /** True when nothing but what a new file of ours starts with is left. */
  isSkeleton(document: Json, text: string): boolean;
  /** The file is ours or nobody's: when nothing is left in it, it goes. */
  readonly whole?: true;
  /** Single values of the user's that installing may set: what each was is remembered. */
  switches?(events: Path): readonly Path[];
  /** Why the agent would not load what was installed into, where that takes more than to read it. */
  check?(
    read: { readonly document: Json; readonly text: string },
    events: Path,
    wish: InstallWish,
  ): Refused | undefined;
};

export type InstallWish = {
  readonly entries: readonly HookEntry[];
  readonly bin: Bin;
  readonly ownerOf: OwnerOf;
  readonly created: boolean;
  /** A person is asked, where the agent can be answered. */
  readonly approval: boolean;
  /** OpenCode's plugin as it was bundled (`assets/plugin_text.ts`). */
  readonly bundle?: string | undefined;
};

// What every format of a config file can do: read it as its CLI would, and change a few places of its text. Pure. No
// serialiser ever sees a foreign value: every byte that is not named by a change stays (`installer.md` section 9).

import type { Json } from "../../src/domain/json.ts";

/** From the root: member names and list indexes, as the document was read. */
export type Path = readonly (string | number)[];

/** One change. All changes of one edit name places of the document as it was read, before any of them. */
export type Change =
  /** Adds to the end of the list at `path`; the list, and the objects above it, are made where they are missing. */
  | { readonly do: "append"; readonly path: Path; readonly value: Json }
  /** Sets the value at `path`, in place where there is one, else as the last member (or the first) of its object. */
  | { readonly do: "set"; readonly path: Path; readonly value: Json; readonly first?: true }
  /** Takes the member or element away, with its comma. */
  | { readonly do: "remove"; readonly path: Path }
  /** Puts the exact old text of a container back. */
  | { readonly do: "restore"; readonly path: Path; readonly text: string };

/** `made`: containers that were added. `undo`: containers that were empty, or blank, and their exact old text. */
export type Edited = {
  readonly text: string;
  readonly made: readonly Path[];
  readonly undo: readonly { readonly path: Path; readonly text: string }[];
};

/**
 * Why a file is not touched, for the message of `installer.md` section 11. `at`: the place of the document that is wrong,
 * where only the document was at hand; whoever has the text makes a line of it.
 */
export type Refused = {
  readonly refused: string;
  readonly line?: number | undefined;
  readonly at?: Path | undefined;
  readonly mend: string;
};

/** A text as the CLI that owns the file parses it. */
export type Reading = {
  /** A blank text is an empty object. */
  readonly document: Json;
  /** Counted from 1: of a path, or of the nearest place above it. */
  lineOf(path: Path): number;
};

export type Format = {
  read(text: string): Reading | Refused;
  /** The text with these changes, checked: it parses, and nothing but the named places differs. */
  edit(text: string, changes: readonly Change[]): Edited | Refused;
  /** True where the text has a comment, which is somebody's though no document shows it; absent where that is in the text. */
  hasComment?(text: string): boolean;
};

// Whose command a line of a config file is. Own means: it equals a line that we recorded, or the program it runs and every
// one of its arguments are those of an entry of ours or of an older product (`installer.md` section 5). A name that merely
// occurs in a line proves nothing.

import { NAME } from "../src/brand.ts";
import { commandOf } from "./guarded_command.ts";
import { hookAsks } from "./hook_asks.ts";
import { OLD_FORWARDER, type Own, OWN_PROGRAMS, type OwnProgram } from "./own_programs.ts";

export type { Own };

/** What tells own lines from foreign ones, besides the line. */
export type Surroundings = {
  /** Our `bin` folder. */
  readonly bin: string;
  /** For a leading `"$HOME/…"`, as in the entries that people copied from docs/wiring/. */
  readonly home?: string | undefined;
  /** The exact commands that the manifest has for this file. */
  readonly recorded: readonly string[];
  /** All commands of this file: an older product's own script vouches for the others of its folder. */
  readonly others: readonly string[];
  readonly exists: (path: string) => boolean;
};

/** `yours`: runs our program, in a line that the user wrote. */
export type Owner = Own | { readonly own: false; readonly yours?: true };

/** Whose line it is. */
export function ownerOf(line: string, around: Surroundings): Owner {
  const words = commandOf(line, around.home);
  const owner = words === undefined ? FOREIGN : ownerOfWords(words, around);
  if (owner.own || !around.recorded.includes(line)) return owner;
  return { own: true, form: "recorded" };
}

/** The same of a list that no shell reads. */
export function ownerOfWords(words: readonly string[], around: Surroundings): Owner {
  const [program = "", ...args] = words;
  const cut = program.lastIndexOf("/");
  const name = program.slice(cut + 1);
  const row = OWN_PROGRAMS.get(name);
  if (row === undefined) return FOREIGN;
  const read = row.read(args);
  if (read === undefined) return FOREIGN;
  if (isPlace(row.where, cut < 0 ? undefined : program.slice(0, cut), around)) return { own: true, ...read };
  return name === NAME ? { own: false, yours: true } : FOREIGN;
}

/** True when an own entry waits for a person at this event. */
export function waitsAt({ form, gate, agent }: Own, event: string): boolean {
  return gate !== undefined || (form === "hook" && hookAsks(agent, event));
}

const FOREIGN: Owner = { own: false };
const APP_FOLDER = "/VibeBuddyMacApp.app/Contents/Resources/hooks";

function isPlace(where: OwnProgram["where"], folder: string | undefined, around: Surroundings): boolean {
  if (folder === undefined) return where === "anywhere";
  if (where === "absolute") return folder === "" || folder.startsWith("/");
  return where !== "known" || isKnown(folder, around);
}

/** Names as common as these count only beside an older product's own forwarder. */
function isKnown(folder: string, around: Surroundings): boolean {
  if (folder === around.bin || folder.endsWith(APP_FOLDER)) return true;
  const forwarder = `${folder}/${OLD_FORWARDER}`;
  return around.exists(forwarder) || around.others.some((line) => runs(line, forwarder, around));
}

function runs(line: string, program: string, around: Surroundings): boolean {
  const words = commandOf(line, around.home);
  return words !== undefined && words[0] === program && ownerOfWords(words, around).own;
}

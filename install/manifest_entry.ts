// One line of the manifest: what of ours is in one config (`installer.md` section 3).

import { z } from "zod";
import { isoSeconds } from "./iso_seconds.ts";
import { whyMisshapen } from "./own_json.ts";

const Shape = z.looseObject({
  config: z.string(),
  approval: z.boolean().default(false),
  statusline: z.boolean().default(false),
  commands: z.array(z.string()).default([]),
  installedAt: z.string().default(""),
  created: z.boolean().default(false),
  folders: z.array(z.string()).default([]),
  containers: z.array(z.string()).default([]),
  undo: z.array(z.object({ at: z.string(), text: z.string() })).default([]),
  before: z.string().optional(),
  after: z.string().optional(),
  earlier: z.string().optional(),
});

/** What a plan says of one config. `before` = hash of the bytes before ours came in. */
export type Entry = {
  readonly config: string;
  readonly approval: boolean;
  readonly statusline: boolean;
  readonly commands: readonly string[];
  /** We made the file. */
  readonly created: boolean;
  /** Folders that we made, the outer first. */
  readonly folders: readonly string[];
  /** Objects and lists that we added. */
  readonly containers: readonly string[];
  /** The exact old text of what was empty or blank and is filled by us. */
  readonly undo: readonly { readonly at: string; readonly text: string }[];
  readonly before?: string | undefined;
};

/**
 * What stands in the manifest. It is written before the config: a run that ends between the two leaves the config as it was,
 * which `earlier` knows where that was ours too. `after` = hash of what we write, `earlier` = of what we wrote before that.
 */
export type ManifestEntry = Entry & {
  readonly installedAt: string;
  readonly after?: string | undefined;
  readonly earlier?: string | undefined;
};

/** An entry as it was written, by us or by an older product; unknown members stay. */
export function readEntry(raw: unknown): ManifestEntry | { readonly why: string } {
  const { success, data, error } = Shape.safeParse(raw);
  return success ? data : { why: whyMisshapen(error) };
}

/** True for bytes that nobody but us has changed since ours came in. */
export function isOurWriting(entry: ManifestEntry | undefined, fingerprint: string): boolean {
  return entry !== undefined && (entry.after === fingerprint || entry.earlier === fingerprint);
}

/** An entry says nothing of a config that is as it was before ours came in: the run that wrote the entry went no further. */
export function entryOf(entry: ManifestEntry | undefined, fingerprint: string): ManifestEntry | undefined {
  return entry?.before === fingerprint && !isOurWriting(entry, fingerprint) ? undefined : entry;
}

/** What is written: from which bytes, to which bytes. Without it the config is left as it is. */
export type Written = { readonly from: string; readonly to: string };

/** The entry after a run: `old` itself when nothing is new. */
export function nextEntry(
  old: ManifestEntry | undefined,
  entry: Entry,
  written: Written | undefined,
  now: Date,
): ManifestEntry {
  const { before: _before, after: _after, earlier: _earlier, ...kept } = old ?? {};
  const next = { ...kept, ...ordered(entry), ...hashes(old, entry, written) };
  const at = { ...next, installedAt: old?.installedAt ?? "" };
  return old !== undefined && sorted(old) === sorted(at) ? old : { ...next, installedAt: isoSeconds(now) };
}

/** Two entries of one config: the newer one's words, both their commands. */
export function merged(a: ManifestEntry, b: ManifestEntry): ManifestEntry {
  const [older, newer] = a.installedAt <= b.installedAt ? [a, b] : [b, a];
  return { ...older, ...newer, commands: set([...older.commands, ...newer.commands]) };
}

/**
 * `before` may only be put back while every change since was ours: otherwise a person's edit between two of our runs
 * would be lost with it.
 */
function hashes(old: ManifestEntry | undefined, entry: Entry, written: Written | undefined) {
  if (written === undefined) {
    return { ...said("before", old?.before), ...said("after", old?.after), ...said("earlier", old?.earlier) };
  }
  const { from, to } = written;
  const isOurs = isOurWriting(old, from);
  const first = entry.before === from;
  const unbroken = isOurs && entry.before === old?.before;
  return {
    ...said("before", first || unbroken ? entry.before : undefined),
    after: to,
    ...said("earlier", isOurs ? from : undefined),
  };
}

function said(name: "before" | "after" | "earlier", hash: string | undefined): Partial<Record<typeof name, string>> {
  return hash === undefined ? {} : { [name]: hash };
}

function ordered({ before: _before, ...entry }: Entry): Omit<Entry, "before"> {
  return { ...entry, commands: set(entry.commands), undo: entry.undo.map(({ at, text }) => ({ at, text })) };
}

function set(words: readonly string[]): string[] {
  return [...new Set(words)].sort();
}

function sorted(entry: ManifestEntry): string {
  return JSON.stringify(Object.entries(entry).sort(([a], [b]) => a < b ? -1 : 1));
}

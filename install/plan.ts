// What becomes of one config: the next bytes, and what the manifest says of them afterwards. A pure function of the bytes
// that were read (`installer.md` sections 10 and 11).

import type { Json } from "../src/domain/json.ts";
import type { Bin } from "./command_text.ts";
import type { ClaudeGates, Version } from "./claude_version.ts";
import type { ConfigPlace } from "./config_places.ts";
import { hookEntries } from "./events.ts";
import type { FilePlan } from "./file_plan.ts";
import { sameBytes } from "./fingerprint.ts";
import type { Edited, Path, Refused } from "./formats/format.ts";
import { type Entry, isOurWriting, type ManifestEntry } from "./manifest_entry.ts";
import { waitsAt } from "./ownership.ts";
import type { TargetName } from "./target_name.ts";
import type { Target as File } from "./target_file.ts";
import { located, type Read, readConfig } from "./read_config.ts";
import { at } from "./targets/hook_lists.ts";
import type { InstallWish, Memory, OwnEntry, OwnerOf, Target } from "./targets/target.ts";

/** One config as it was found, and what is known of it. */
export type Found = {
  readonly agent: TargetName;
  readonly target: Target;
  readonly place: Pick<ConfigPlace, "events" | "olderKimi" | "withWindows">;
  readonly file: File;
  /** What the manifest says of it. */
  readonly entry: ManifestEntry | undefined;
  readonly ownerOf: OwnerOf;
};

/** One config that may hold ours, to be cleared of it. */
export type Clearing = Omit<Found, "agent"> & {
  readonly agent: TargetName | "gemini";
  /** Nothing is ever installed here: what is not ours in it is no reason to refuse. */
  readonly leftover?: true;
};

export type Wanted = {
  readonly approval: boolean;
  /** Gates that are there become plain entries. */
  readonly ungated?: true;
  readonly bin: Bin;
  /** Claude's, where it is known. */
  readonly version?: Version | undefined;
  /** OpenCode's plugin as it was bundled. */
  readonly bundle?: string | undefined;
};

/** Ours as wanted. A gate that is there stays one, where the agent has it. */
export function planInstall(found: Found, wanted: Wanted): FilePlan | Refused {
  const read = readConfig(found.file.before, found.target.format);
  if ("refused" in read) return read;
  const { target, place, file, ownerOf, entry } = found;
  const own = target.own(read.document, place.events, ownerOf);
  const wish = wishOf(found, wanted, own);
  const changes = target.install(read.document, place.events, wish);
  if ("refused" in changes) return located(changes, read);
  const edited = target.format.edit(read.text, changes);
  if ("refused" in edited) return edited;
  const next = target.format.read(edited.text);
  if ("refused" in next) return next;
  // What is wrong is the person's and stands where it stood: their own lines are those of the file as it is.
  const why = target.check?.({ ...next, text: edited.text }, place.events, wish);
  if (why !== undefined) return located(why, read);
  const all = withSwitches(edited, read.document, next.document, target.switches?.(place.events) ?? []);
  const entryOf = (document: Json) => {
    const now = target.own(document, place.events, ownerOf);
    // What was asked for is not what is there: some agents have no entry that waits.
    const approval = now.some((known) => waitsAt(known.own, known.event));
    const commands = now.map(({ command }) => command);
    return nextEntry(entry, { file, edited: all, approval, commands, hadOwn: own.length > 0 });
  };
  return planned(found, edited.text, entryOf, (written) => target.check?.(written, place.events, wish)?.refused);
}

/** Nothing of ours: the very bytes from before where nothing else has changed since, else ours cut out. */
export function planUninstall(found: Clearing, original: Uint8Array | undefined): FilePlan | Refused {
  const read = readConfig(found.file.before, found.target.format);
  if ("refused" in read) return read;
  const { target, place, file, ownerOf, entry } = found;
  if (file.before === undefined) return planned(found, undefined, () => undefined);
  if (original !== undefined) return { ...planned(found, undefined, () => undefined), ...restored(file, original) };
  const changes = target.remove(read.document, place.events, ownerOf, memoryOf(entry, file));
  if ("refused" in changes) {
    return found.leftover ? planned(found, read.text, () => undefined) : located(changes, read);
  }
  const edited = target.format.edit(read.text, changes);
  if ("refused" in edited) return edited;
  const hadOwn = target.own(read.document, place.events, ownerOf).length > 0;
  const text = withoutOurs(edited.text, target, entry, hadOwn);
  return typeof text === "object" ? text : planned(found, text, () => undefined);
}

function wishOf({ agent, place, file, ownerOf }: Found, wanted: Wanted, own: readonly OwnEntry[]): InstallWish {
  const { bin, bundle, version } = wanted;
  const isGated = own.some((known) => waitsAt(known.own, known.event));
  const approval = wanted.approval || (isGated && !wanted.ungated);
  const entries = hookEntries(agent, {
    approval,
    forwards: bin.forwards,
    claude: {
      version,
      carried: [...new Set(own.map(({ event }) => event))],
      ...(wanted.approval ? {} : { gates: gatesIn(own) }),
    },
    ...(place.olderKimi ? { olderKimi: true } : {}),
    ...(place.withWindows ? { withWindows: true } : {}),
  });
  return { entries, bin, ownerOf, created: file.before === undefined, approval, bundle };
}

function gatesIn(own: readonly OwnEntry[]): ClaudeGates {
  return {
    request: own.some((known) => known.event === "PermissionRequest" && waitsAt(known.own, known.event)),
    questions: own.some(({ own }) => own.gate === "questions"),
  };
}

/** A switch that was not there counts as made, another keeps its old value. */
function withSwitches(edited: Edited, before: Json, after: Json, switches: readonly Path[]): Edited {
  const set = switches.filter((path) => at(before, path) !== at(after, path));
  const made = set.filter((path) => at(before, path) === undefined);
  const known = edited.undo.map(({ path }) => pointerOf(path));
  const undo = set.flatMap((path) => {
    const old = at(before, path);
    return old === undefined || known.includes(pointerOf(path)) ? [] : [{ path, text: JSON.stringify(old) }];
  });
  return { ...edited, made: [...edited.made, ...made], undo: [...edited.undo, ...undo] };
}

function memoryOf(entry: ManifestEntry | undefined, { fingerprint }: File): Memory {
  return {
    untouched: isOurWriting(entry, fingerprint),
    text: (path) => entry?.undo.find(({ at }) => at === pointerOf(path))?.text,
    added: (path) => entry?.containers.includes(pointerOf(path)) ?? false,
  };
}

function planned(
  found: Clearing,
  text: string | undefined,
  entryOf: (document: Json) => Entry | undefined,
  whyNot: (read: Read) => string | undefined = () => undefined,
): FilePlan {
  const { agent, target, file } = found;
  const next = text === undefined ? undefined : new TextEncoder().encode(text);
  const read = text === undefined ? { document: {} } : target.format.read(text);
  return {
    ...file,
    agent,
    next,
    action: actionOf(file.before, next),
    entry: "refused" in read ? undefined : entryOf(read.document),
    check(written) {
      const read = target.format.read(written);
      return "refused" in read ? read.refused : whyNot({ ...read, text: written });
    },
  };
}

function actionOf(before: Uint8Array | undefined, next: Uint8Array | undefined): FilePlan["action"] {
  if (sameBytes(before, next)) return "none";
  if (before === undefined) return "create";
  return next === undefined ? "delete" : "change";
}

function restored({ before }: File, original: Uint8Array): Pick<FilePlan, "next" | "action"> {
  return { next: original, action: actionOf(before, original) };
}

/** What we filled gets its old text back, what we made goes when nothing is left in it but by our removal. */
function withoutOurs(
  text: string,
  target: Target,
  entry: ManifestEntry | undefined,
  hadOwn: boolean,
): string | undefined | Refused {
  const read = target.format.read(text);
  if ("refused" in read) return read;
  const { document } = read;
  const isOurs = hadOwn && (entry?.created || (target.whole && !entry?.undo.length));
  const isSkeleton = target.isSkeleton(document, text);
  if (isOurs && isSkeleton && !target.format.hasComment?.(text)) return undefined;
  const undo = (entry?.undo ?? []).map(({ at, text }) => ({ do: "restore", path: pathOf(at), text }) as const)
    .filter(({ path }) => path.length === 0 ? isSkeleton : isEmpty(at(document, path)));
  const edited = undo.length === 0 ? { text } : target.format.edit(text, undo);
  return "refused" in edited ? edited : edited.text;
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

type Change = {
  readonly file: File;
  readonly edited: Edited;
  readonly approval: boolean;
  readonly commands: readonly string[];
  readonly hadOwn: boolean;
};

function nextEntry(old: ManifestEntry | undefined, change: Change): Entry {
  const { file, edited, approval, commands, hadOwn } = change;
  const before = old?.before ?? (hadOwn || file.before === undefined ? undefined : file.fingerprint);
  const undo = edited.undo.map(({ path, text }) => ({ at: pointerOf(path), text }));
  return {
    config: file.config,
    approval,
    statusline: old?.statusline ?? false,
    commands: [...new Set(commands)].sort(),
    // A file that has none of ours may be another by the same name.
    created: hadOwn ? old?.created ?? false : file.before === undefined,
    folders: old?.folders ?? [],
    containers: [...new Set([...old?.containers ?? [], ...edited.made.map(pointerOf)])],
    undo: [...old?.undo ?? [], ...undo.filter(({ at }) => !old?.undo.some((known) => known.at === at))],
    ...(before === undefined ? {} : { before }),
  };
}

/** JSON pointers (RFC 6901): how the manifest names places. */
function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function pathOf(pointer: string): Path {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return /^\d+$/.test(name) ? Number(name) : name;
  });
}

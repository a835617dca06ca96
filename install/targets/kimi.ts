// Kimi: a list of tables in the file that also holds its API keys (`installer.md` 6.9). Its schema is closed, and one
// mistake keeps Kimi from loading the file (read 2.1.0), so nothing is written that it would not take.

import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import type { HookEntry } from "../events.ts";
import type { Change, Path, Refused } from "../formats/format.ts";
import { toml } from "../formats/toml.ts";
import { handlerOf } from "../handler.ts";
import type { Own } from "../ownership.ts";
import { at, narrowing } from "./hook_lists.ts";
import type { InstallWish, Memory, OwnerOf, Target } from "./target.ts";

/** The target. */
export const kimi: Target = {
  format: toml,
  own: (document, hooks, ownerOf) => ownHooks(document, hooks, ownerOf),
  commands: (document, hooks) => listed(document, hooks).flatMap((hook) => commandOf(hook) ?? []),
  install,
  remove,
  isSkeleton: (_document, text) => text.trim() === "",
  check: ({ document }, hooks, { entries }) => wrongIn(listed(document, hooks), hooks, entries),
};

const MEMBERS = ["event", "matcher", "command", "timeout"];
/** Older forms of ours had these, after the other agents' (`installer.md` section 6). */
const OLDER_MEMBERS = ["type", "async", "statusMessage"];
/** Seconds (`agents.md` section 10). */
const TIMEOUT_S = { least: 1, most: 600 };

/** One own table, where it stands. */
type OwnHook = {
  readonly event: string;
  readonly command: string;
  readonly own: Own;
  readonly index: number;
  readonly value: JsonObject;
  readonly matcher?: string;
};

/** What is there already is brought up to date where it stands, the rest comes behind everything. */
function install(document: Json, hooks: Path, { entries, bin, ownerOf }: InstallWish): readonly Change[] | Refused {
  const list = at(document, hooks);
  if (list !== undefined && !Array.isArray(list)) {
    return { refused: '"hooks" is not a list of tables', at: hooks, mend: 'write "[[hooks]]" instead and run again' };
  }
  const own = ownHooks(document, hooks, ownerOf);
  const strange = strangeIn(own, hooks);
  if (strange !== undefined) return strange;
  const kept = new Set<OwnHook>();
  const changes = entries.flatMap((entry) => {
    const wanted = handlerOf("kimi", entry, bin);
    const found = own.find(({ event }) => event === entry.event);
    if (found === undefined) return [{ do: "append", path: hooks, value: wanted } as const];
    kept.add(found);
    return updated(found, wanted, hooks);
  });
  return [...changes, ...own.filter((hook) => !kept.has(hook)).map((hook) => removal(hook, hooks))];
}

/** A `matcher` of the user's stays; a member that Kimi does not know goes. */
function updated({ index, value }: OwnHook, wanted: JsonObject, hooks: Path): Change[] {
  const path: Path = [...hooks, index];
  const set = Object.entries(wanted).filter(([member, next]) => value[member] !== next);
  const unknown = Object.keys(value).filter((member) => !MEMBERS.includes(member));
  return [
    ...set.map(([member, next]): Change => ({ do: "set", path: [...path, member], value: next })),
    ...unknown.map((member): Change => ({ do: "remove", path: [...path, member] })),
  ];
}

/** The list goes with the last of it, unless the user had it empty. */
function remove(document: Json, hooks: Path, ownerOf: OwnerOf, memory: Memory): readonly Change[] | Refused {
  const own = ownHooks(document, hooks, ownerOf);
  const strange = strangeIn(own, hooks);
  if (strange !== undefined) return strange;
  const isAll = own.length > 0 && own.length === listed(document, hooks).length;
  if (isAll && memory.text(hooks) === undefined) return [{ do: "remove", path: hooks }];
  return own.map((hook) => removal(hook, hooks));
}

/** A key that a person put at the end of the file belongs to the last table there, which is ours, and would go with it. */
function strangeIn(own: readonly OwnHook[], hooks: Path): Refused | undefined {
  for (const { index, value } of own) {
    const name = Object.keys(value).find((member) => ![...MEMBERS, ...OLDER_MEMBERS].includes(member));
    if (name === undefined) continue;
    const refused = `"${name}" stands in an entry of ours, where Kimi takes it for a part of that`;
    return { refused, at: [...hooks, index, name], mend: 'move it above the first "[" of the file and run again' };
  }
  return undefined;
}

function removal({ index }: OwnHook, hooks: Path): Change {
  return { do: "remove", path: [...hooks, index] };
}

function ownHooks(document: Json, hooks: Path, ownerOf: OwnerOf): readonly OwnHook[] {
  return listed(document, hooks).flatMap((value, index) => {
    const command = commandOf(value);
    const own = command === undefined ? undefined : ownerOf(command);
    if (!isObject(value) || command === undefined || !own?.own) return [];
    return [{ event: String(value.event), command, own, index, value, ...narrowing(value.matcher) }];
  });
}

function listed(document: Json, hooks: Path): readonly Json[] {
  const list = at(document, hooks);
  return Array.isArray(list) ? list : [];
}

function commandOf(hook: Json): string | undefined {
  return isObject(hook) && typeof hook.command === "string" ? hook.command : undefined;
}

/** We register every event that this Kimi knows: those are its closed list. */
function wrongIn(list: readonly Json[], hooks: Path, entries: readonly HookEntry[]): Refused | undefined {
  const events = entries.map(({ event }) => event);
  for (const [index, hook] of list.entries()) {
    const why = wrongWith(hook, events);
    if (why === undefined) continue;
    const refused = `number ${index + 1} of "hooks" ${why}, and Kimi loads no file with such an entry`;
    return { refused, at: [...hooks, index], mend: "mend it or take it out, and run again" };
  }
  return undefined;
}

function wrongWith(hook: Json, events: readonly string[]): string | undefined {
  if (!isObject(hook)) return "is not a table";
  const { event, matcher, command, timeout } = hook;
  const unknown = Object.keys(hook).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) return `has "${unknown}"`;
  if (typeof event !== "string" || !events.includes(event)) return `has the event ${JSON.stringify(event)}`;
  if (typeof command !== "string" || command === "") return "has no command";
  if (matcher !== undefined && typeof matcher !== "string") return "has a matcher that is not text";
  if (timeout === undefined) return undefined;
  const fits = typeof timeout === "number" && timeout >= TIMEOUT_S.least && timeout <= TIMEOUT_S.most;
  return fits ? undefined : `has a timeout that is not ${TIMEOUT_S.least} to ${TIMEOUT_S.most} seconds`;
}

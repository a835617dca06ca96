// Antigravity: one key of ours among the names of other hooks (`installer.md` 6.10). A key is ours when every handler in
// it is; a foreign key of our name is refused, and any other foreign key never looked into.

import { NAME } from "../../src/brand.ts";
import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import type { Change, Path, Refused } from "../formats/format.ts";
import { strictJson } from "../formats/json.ts";
import { handlerOf } from "../handler.ts";
import { at, installChanges, type Layout, ownEntries, type WantedEntry } from "./hook_lists.ts";
import type { InstallWish, OwnEntry, OwnerOf, Target } from "./target.ts";

/** The target; it looks at the whole file wherever the events stand. */
export const antigravity: Target = {
  format: strictJson,
  own: (document, _events, ownerOf) => ownKeys(document, ownerOf).flatMap((key) => ownIn(document, key, ownerOf)),
  commands: (document) =>
    KEYS.flatMap((key) => handlersOf(document, key).flatMap((handler) => commandOf(handler) ?? [])),
  install: (document, _events, wish) => install(document, wish),
  remove: (document, _events, ownerOf) => ownKeys(document, ownerOf).map(removal),
  isSkeleton: (document) => isObject(document) && Object.keys(document).length === 0,
};

/** Ours, then those of the older products. */
const KEYS = [NAME, "vibebuddy", "vultures-ai"];

/** Tool events have groups, the others plain lists; one wrong shape drops the whole file (`agents.md` section 8). */
const LAYOUTS: readonly Omit<Layout, "root">[] = [
  { grouped: true, command: "command" },
  { grouped: false, command: "command" },
];

/** No entry asks at PreToolUse, so one of ours that is there goes: what its silence means is not known. */
function install(document: Json, { entries, bin, ownerOf }: InstallWish): readonly Change[] | Refused {
  const own = ownKeys(document, ownerOf);
  const ours = at(document, [NAME]);
  if (ours !== undefined && !own.includes(NAME)) {
    return { refused: `the key "${NAME}" is not ours`, mend: "give it another name and run again" };
  }
  const wanted = entries.map((entry) => ({ ...entry, handler: handlerOf("antigravity", entry, bin) }));
  const wrong = wanted.filter((entry) => isWrongShape(at(document, [NAME, entry.event]), entry));
  const right = wanted.filter((entry) => !wrong.includes(entry));
  const others = Object.entries(isObject(ours) ? ours : {}).filter(([name]) =>
    !wrong.some(({ event }) => event === name)
  );
  const changes: Change[] = wrong.map((entry) => ({ do: "set", path: [NAME, entry.event], value: [itemOf(entry)] }));
  for (const layout of LAYOUTS) {
    const next = installChanges(
      { [NAME]: Object.fromEntries(others) },
      right.filter((entry) => isGrouped(entry) === layout.grouped),
      { ...layout, root: [NAME] },
      (command) => ownerOf(command).own,
    );
    if ("refused" in next) return next;
    changes.push(...next);
  }
  return [...changes, ...own.filter((key) => key !== NAME).map(removal)];
}

function isGrouped({ matcher }: WantedEntry): boolean {
  return matcher !== undefined;
}

/** All of the key is ours, so what stands in the other shape is written anew. */
function isWrongShape(list: Json | undefined, entry: WantedEntry): boolean {
  if (list === undefined) return false;
  if (!Array.isArray(list)) return true;
  return list.some((item) => !isObject(item) || Array.isArray(item.hooks) !== isGrouped(entry));
}

function itemOf({ matcher, handler }: WantedEntry): JsonObject {
  return matcher === undefined ? handler : { matcher, hooks: [handler] };
}

function removal(key: string): Change {
  return { do: "remove", path: [key] };
}

function ownKeys(document: Json, ownerOf: OwnerOf): readonly string[] {
  return KEYS.filter((key) => {
    const handlers = handlersOf(document, key);
    return handlers.length > 0 && handlers.every((handler) => {
      const command = commandOf(handler);
      return command !== undefined && ownerOf(command).own;
    });
  });
}

function ownIn(document: Json, key: string, ownerOf: OwnerOf): OwnEntry[] {
  const root: Path = [key];
  const found = LAYOUTS.flatMap((layout) => ownEntries(document, { ...layout, root }, (line) => ownerOf(line).own));
  return found.flatMap(({ event, value }) => {
    const command = String(value.command);
    const own = ownerOf(command);
    return own.own ? [{ event, command, own }] : [];
  });
}

/** Everything in the lists of a key, in groups or not. */
function handlersOf(document: Json, key: string): readonly Json[] {
  const events = at(document, [key]);
  if (!isObject(events)) return [];
  const items = Object.values(events).flatMap((list) => Array.isArray(list) ? list : []);
  return items.flatMap((item) => isObject(item) && Array.isArray(item.hooks) ? item.hooks : [item]);
}

function commandOf(handler: Json): string | undefined {
  return isObject(handler) && typeof handler.command === "string" ? handler.command : undefined;
}

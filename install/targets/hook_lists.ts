// Hooks that stand as lists under the names of events, as most agents keep them: which places of a file must change so
// that ours are as wanted, and which when they go (`installer.md` sections 6 and 9). Pure; foreign entries never change
// their order, index or members.

import { NOTHING_TO_RUN } from "../codex_placeholders.ts";
import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import type { Change, Path, Refused } from "../formats/format.ts";
import { quotedLine } from "../quoted_line.ts";
import { same } from "../formats/same.ts";
import type { Keeps, OwnEntry, OwnerOf } from "./target.ts";

/** One entry that is wanted; `matcher` only where groups have one. */
export type WantedEntry = { readonly event: string; readonly matcher?: string; readonly handler: JsonObject };

/** How one agent lays its lists out. */
export type Layout = {
  /** Where the object with the events stands. */
  readonly root: Path;
  /** Lists of groups `{matcher?, hooks: [handler]}`; else plain lists of handlers. */
  readonly grouped: boolean;
  /** The member that holds the command. */
  readonly command: "command" | "bash";
  /** An entry's position is part of its trust: what goes leaves its place empty while foreign ones follow (Codex). */
  readonly keepsPlaces?: true;
};

/** True for a command of ours. */
export type IsOwn = (command: string) => boolean;

/** An own handler, where it stands, and whether its group holds nothing else. */
export type Found = {
  readonly event: string;
  readonly group: number;
  /** Absent in a plain list. */
  readonly handler?: number;
  readonly value: JsonObject;
  /** What it runs. */
  readonly line: string;
  readonly matcher?: Json;
  readonly alone: boolean;
};

/** Every own entry of the document, in order. */
export function ownEntries(document: Json, layout: Layout, isOwn: IsOwn): readonly Found[] {
  const events = at(document, layout.root);
  if (!isObject(events)) return [];
  return Object.entries(events).flatMap(([event, list]) =>
    Array.isArray(list) ? ownIn(event, list, layout, isOwn) : []
  );
}

/** The same as other parts of the installer know them. */
export function owned(document: Json, layout: Layout, ownerOf: OwnerOf): OwnEntry[] {
  return ownEntries(document, layout, (line) => ownerOf(line).own).flatMap(({ event, line, matcher }) => {
    const own = ownerOf(line);
    return own.own ? [{ event, command: line, own, ...narrowing(matcher) }] : [];
  });
}

/** A matcher that not everything matches. */
export function narrowing(matcher: Json | undefined): { readonly matcher?: string } {
  return typeof matcher === "string" && matcher !== "" && matcher !== ALL ? { matcher } : {};
}

/** Every handler, whoever it is of, and where it stands. */
export function handlersIn(document: Json, { root, grouped }: Layout): { readonly path: Path; readonly value: Json }[] {
  const events = at(document, root);
  if (!isObject(events)) return [];
  const items = Object.entries(events).flatMap(([event, list]) =>
    Array.isArray(list) ? list.map((value, index) => ({ path: [...root, event, index], value })) : []
  );
  if (!grouped) return items;
  return items.flatMap(({ path, value: group }) =>
    isObject(group) && Array.isArray(group.hooks)
      ? group.hooks.map((value, index) => ({ path: [...path, "hooks", index], value }))
      : []
  );
}

/** What a handler runs; older entries give the words in a list of their own (`installer.md` section 5). */
export function lineOf(handler: Json, { command }: Pick<Layout, "command">): string | undefined {
  if (!isObject(handler) || (handler.type ?? "command") !== "command") return undefined;
  const { [command]: text, args } = handler;
  if (typeof text !== "string") return undefined;
  return Array.isArray(args) ? quotedLine([text, ...args.map(String)]) : text;
}

/** The changes that make ours as wanted. Own entries of events that are not wanted go, but for those that `keeps` names. */
export function installChanges(
  document: Json,
  wanted: readonly WantedEntry[],
  layout: Layout,
  isOwn: IsOwn,
  keeps: (event: string) => boolean = () => false,
): readonly Change[] | Refused {
  const wrong = wrongShape(document, wanted, layout);
  if (wrong !== undefined) return wrong;
  const own = ownEntries(document, layout, isOwn);
  const kept = new Set<Found>();
  const changes = wanted.flatMap((entry) => {
    const found = bestOf(own.filter((known) => known.event === entry.event && !kept.has(known)), entry);
    if (found === undefined) return added(document, entry, layout);
    kept.add(found);
    return updated(found, entry, layout);
  });
  const rest = own.filter((known) => !kept.has(known) && (isWanted(known, wanted) || !keeps(known.event)));
  // The object that the new ones come into stays, though all in it may go.
  const keepsRoot = (path: Path) => path.length === layout.root.length;
  return [...changes, ...removals(document, rest, layout, kept, keepsRoot)];
}

/** The changes that take ours away, with the containers that held nothing else and that `keeps` does not name. */
export function removalChanges(document: Json, layout: Layout, isOwn: IsOwn, keeps: Keeps): readonly Change[] {
  return removals(document, ownEntries(document, layout, isOwn), layout, new Set(), keeps);
}

/** The value at a path, or `undefined`. */
export function at(document: Json, path: Path): Json | undefined {
  let value: Json | undefined = document;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === "number") value = value[step];
    else if (isObject(value) && typeof step === "string" && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

function ownIn(event: string, list: readonly Json[], layout: Layout, isOwn: IsOwn): Found[] {
  return list.flatMap((item, group): Found[] => {
    if (!isObject(item)) return [];
    if (!layout.grouped) return ownHandler(item, layout, isOwn).map((own) => ({ event, group, ...own, alone: true }));
    const handlers = (Array.isArray(item.hooks) ? item.hooks : []).map((value) => ownHandler(value, layout, isOwn));
    const alone = handlers.every((own) => own.length > 0);
    const matcher = item.matcher === undefined ? {} : { matcher: item.matcher };
    return handlers.flatMap((found, handler) =>
      found.map((own) => ({ event, group, handler, ...own, alone, ...matcher }))
    );
  });
}

/** None, or one. */
function ownHandler(value: Json, layout: Layout, isOwn: IsOwn): Pick<Found, "value" | "line">[] {
  const line = lineOf(value, layout);
  return isObject(value) && line !== undefined && isOwn(line) ? [{ value, line }] : [];
}

/** A list that is not one would be skipped in silence, and ours with it. */
function wrongShape(document: Json, wanted: readonly WantedEntry[], layout: Layout): Refused | undefined {
  const events = at(document, layout.root);
  const where = layout.root.join(".") || "the file";
  if (events !== undefined && !isObject(events)) return mustBe(layout.root, `"${where}"`, "an object");
  for (const { event } of wanted) {
    const path = [...layout.root, event];
    const list = at(document, path);
    if (list === undefined) continue;
    if (!Array.isArray(list)) return mustBe(path, `"${event}"`, "a list");
    const wrong = layout.grouped ? list.findIndex((group) => !isObject(group) || !Array.isArray(group.hooks)) : -1;
    if (wrong >= 0) return mustBe([...path, wrong], `this entry of "${event}"`, 'an object with a "hooks" list');
  }
  return undefined;
}

function mustBe(at: Path, what: string, kind: string): Refused {
  return { refused: `${what} is not ${kind}`, at, mend: `make it ${kind} and run again` };
}

/** One in a group of own handlers with the wanted matcher, else the first that can hear all that is wanted. */
function bestOf(own: readonly Found[], entry: WantedEntry): Found | undefined {
  return own.find((found) => found.alone && found.matcher === entry.matcher) ?? own.find((found) => fits(found, entry));
}

/** The matcher of a group that another shares is not ours to change. */
function fits({ alone, matcher = ALL }: Found, wanted: WantedEntry): boolean {
  return alone || wanted.matcher === undefined || matcher === wanted.matcher ||
    (matcher === "" && wanted.matcher === ALL);
}

/** What a group without a matcher hears too. */
const ALL = "*";

function isWanted(found: Found, wanted: readonly WantedEntry[]): boolean {
  return wanted.some((entry) => entry.event === found.event);
}

/** After everything else in its list; Codex's emptied place is taken again. */
function added(document: Json, { event, matcher, handler }: WantedEntry, layout: Layout): Change[] {
  const list: Path = [...layout.root, event];
  if (!layout.grouped) return [{ do: "append", path: list, value: handler }];
  const groups = at(document, list);
  const empty = layout.keepsPlaces && Array.isArray(groups) ? groups.findIndex(isEmptyGroup) : -1;
  if (empty >= 0) return [{ do: "append", path: [...list, empty, "hooks"], value: handler }];
  const group: JsonObject = matcher === undefined ? { hooks: [handler] } : { matcher, hooks: [handler] };
  return [{ do: "append", path: list, value: group }];
}

function isEmptyGroup(group: Json): boolean {
  return isObject(group) && Array.isArray(group.hooks) && group.hooks.length === 0 && Object.keys(group).length === 1;
}

/** Only the values that differ; members of the user's own stay, those that an older form of ours had go. */
function updated(found: Found, { matcher, handler }: WantedEntry, layout: Layout): Change[] {
  const path = pathOf(found, layout);
  const set = Object.entries(handler).filter(([member, value]) => !same(found.value[member], value));
  const changes = set.map(([member, value]): Change => ({ do: "set", path: [...path, member], value }));
  const stale = ["async", "args", "statusMessage"].filter((member) => {
    return Object.hasOwn(found.value, member) && !Object.hasOwn(handler, member);
  });
  changes.push(...stale.map((member): Change => ({ do: "remove", path: [...path, member] })));
  if (layout.grouped && found.alone && matcher !== undefined && found.matcher !== matcher) {
    changes.push({
      do: "set",
      path: [...layout.root, found.event, found.group, "matcher"],
      value: matcher,
      first: true,
    });
  }
  return changes;
}

/** The entries, and the containers that nothing is left in. */
function removals(
  document: Json,
  gone: readonly Found[],
  layout: Layout,
  kept: ReadonlySet<Found>,
  keeps: Keeps,
): Change[] {
  const events = at(document, layout.root);
  const names = [...new Set(gone.map((found) => found.event))];
  const emptied = names.filter((event) => {
    return isEmptied(document, event, gone, layout, kept) && ![
      [...layout.root, event],
      ...gone.map(({ group }) => [...layout.root, event, group, "hooks"]),
    ].some(keeps);
  });
  const isLast = isObject(events) && emptied.length > 0 && emptied.length === Object.keys(events).length;
  if (isLast && layout.root.length > 0 && !keeps(layout.root)) return [{ do: "remove", path: layout.root }];
  return dedupe(names.flatMap((event): Change[] => {
    const path: Path = [...layout.root, event];
    if (emptied.includes(event)) return [{ do: "remove", path }];
    const list = at(document, path);
    const ours = gone.filter((found) => found.event === event);
    return Array.isArray(list) ? ours.flatMap((found) => removalOf(found, list, ours, layout, keeps)) : [];
  }));
}

/** Nothing but ours is in the list of this event. */
function isEmptied(
  document: Json,
  event: string,
  gone: readonly Found[],
  layout: Layout,
  kept: ReadonlySet<Found>,
): boolean {
  const list = at(document, [...layout.root, event]);
  const ours = gone.filter((found) => found.event === event);
  if (!Array.isArray(list) || [...kept].some((found) => found.event === event)) return false;
  return list.every((_, group) => isAllGone(list, group, ours, layout));
}

/** Every handler of the group is among ours; an empty group is nobody's. */
function isAllGone(list: readonly Json[], group: number, ours: readonly Found[], { grouped }: Layout): boolean {
  const here = ours.filter((found) => found.group === group).length;
  if (!grouped) return here > 0;
  const item = list[group];
  const handlers = isObject(item) && Array.isArray(item.hooks) ? item.hooks : [];
  return here > 0 && here === handlers.length;
}

function removalOf(
  found: Found,
  list: readonly Json[],
  ours: readonly Found[],
  layout: Layout,
  keeps: Keeps,
): Change[] {
  const group: Path = [...layout.root, found.event, found.group];
  if (!layout.grouped) return [{ do: "remove", path: group }];
  if (!isAllGone(list, found.group, ours, layout) || keeps([...group, "hooks"])) {
    return [removalInGroup(found, list, layout)];
  }
  const isFollowed = layout.keepsPlaces && list.some((_, index) => {
    return index > found.group && !isAllGone(list, index, ours, layout);
  });
  // The next one's place is part of its trust: an empty group holds it (`installer.md` section 8).
  return isFollowed ? [{ do: "set", path: group, value: { hooks: [] } }] : [{ do: "remove", path: group }];
}

/** Where places count, only the last of a shared group can go; any other one does nothing from now on. */
function removalInGroup(found: Found, list: readonly Json[], layout: Layout): Change {
  const path = pathOf(found, layout);
  const item = list[found.group];
  const handlers = isObject(item) && Array.isArray(item.hooks) ? item.hooks : [];
  const isLast = found.handler === handlers.length - 1;
  if (!layout.keepsPlaces || isLast) return { do: "remove", path };
  return { do: "set", path: [...path, layout.command], value: NOTHING_TO_RUN };
}

function pathOf(found: Found, layout: Layout): Path {
  const group: Path = [...layout.root, found.event, found.group];
  return found.handler === undefined ? group : [...group, "hooks", found.handler];
}

/** Two own handlers of one group make one removal of it. */
function dedupe(changes: readonly Change[]): Change[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const key = JSON.stringify([change.do, change.path]);
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

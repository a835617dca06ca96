// The agents whose hooks stand as lists under the names of events in a JSON file (`installer.md` section 6).

import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import type { Change, Format, Path, Refused } from "../formats/format.ts";
import { handlerOf } from "../handler.ts";
import type { TargetName } from "../target_name.ts";
import { at, installChanges, type Layout, ownEntries, removalChanges } from "./hook_lists.ts";
import type { InstallWish, Memory, OwnEntry, OwnerOf, Target } from "./target.ts";

/** How one agent's file differs. */
export type JsonShape = Omit<Layout, "root"> & {
  readonly agent: TargetName;
  readonly format: Format;
  /** The file has a `version`, which must be a number; where there is none it is this, before everything else. */
  readonly version?: number;
  /** The whole file is ours: one with anything of others is refused. */
  readonly whole?: true;
};

const VERSION: Path = ["version"];

/** The target of such a file. */
export function jsonTarget(shape: JsonShape): Target {
  return {
    format: shape.format,
    own: (document, events, ownerOf) => found(document, events, shape, ownerOf),
    commands: (document, events) => commandsOf(document, { ...shape, root: events }),
    install: (document, events, wish) => install(document, { ...shape, root: events }, shape, wish),
    remove(document, events, ownerOf, memory) {
      const layout = { ...shape, root: events };
      const keeps = (path: Path) => memory.text(path) !== undefined;
      const removals = removalChanges(document, layout, isOwn(ownerOf), keeps);
      return foreignIn(document, layout, shape, ownerOf) ?? [...removals, ...versionBack(memory)];
    },
    isSkeleton: (document) => isSkeleton(document, shape),
    ...(shape.whole ? { whole: true } : {}),
    ...(shape.version === undefined ? {} : { switches: () => [VERSION] }),
  };
}

function install(document: Json, layout: Layout, shape: JsonShape, wish: InstallWish): readonly Change[] | Refused {
  const refused = foreignIn(document, layout, shape, wish.ownerOf);
  const version = versionChange(document, shape);
  if (refused !== undefined || "refused" in version) return refused ?? (version as Refused);
  const wanted = wish.entries.map((entry) => ({
    event: entry.event,
    ...(entry.matcher === undefined ? {} : { matcher: entry.matcher }),
    handler: handlerOf(shape.agent, entry, wish.bin),
  }));
  const changes = installChanges(document, wanted, layout, isOwn(wish.ownerOf));
  return "refused" in changes ? changes : [...version, ...changes];
}

function versionChange(document: Json, { version }: JsonShape): readonly Change[] | Refused {
  if (version === undefined) return [];
  const given = isObject(document) ? document.version : undefined;
  if (given === undefined) return [{ do: "set", path: VERSION, value: version, first: true }];
  if (typeof given === "number") return [];
  return { refused: '"version" is not a number', mend: `make it ${version} and run again` };
}

/** Hooks that came in since may need it: then it stays. */
function versionBack({ added, untouched }: Memory): readonly Change[] {
  return untouched && added(VERSION) ? [{ do: "remove", path: VERSION }] : [];
}

/** Another program's file under our file's name is never taken over (`installer.md` section 1). */
function foreignIn(document: Json, layout: Layout, shape: JsonShape, ownerOf: OwnerOf): Refused | undefined {
  if (!shape.whole) return undefined;
  const foreign = commandsOf(document, layout).filter((command) => !ownerOf(command).own);
  const isEmpty = isObject(document) && Object.keys(document).length === 0;
  if (foreign.length === 0 && (isEmpty || isObject(at(document, layout.root)))) return undefined;
  return { refused: "it holds what is not ours, and all of it would be", mend: "move it away and run again" };
}

function found(document: Json, root: Path, shape: JsonShape, ownerOf: OwnerOf): OwnEntry[] {
  return ownEntries(document, { ...shape, root }, isOwn(ownerOf)).flatMap(({ event, value }) => {
    const command = String(value[shape.command]);
    const owner = ownerOf(command);
    return owner.own ? [{ event, command, own: owner }] : [];
  });
}

function isOwn(ownerOf: OwnerOf): (command: string) => boolean {
  return (command) => ownerOf(command).own;
}

function commandsOf(document: Json, { root, grouped, command }: Layout): string[] {
  const events = at(document, root);
  if (!isObject(events)) return [];
  const items = Object.values(events).flatMap((list) => Array.isArray(list) ? list : []).filter(isObject);
  const handlers: Json[] = grouped ? items.flatMap((group) => Array.isArray(group.hooks) ? group.hooks : []) : items;
  return handlers.filter(isObject).flatMap((handler: JsonObject) => {
    return typeof handler[command] === "string" ? [handler[command]] : [];
  });
}

/** `{}`, empty hooks, a version (`installer.md` section 11). */
function isSkeleton(document: Json, { version }: JsonShape): boolean {
  if (!isObject(document)) return false;
  return Object.entries(document).every(([member, value]) => {
    if (member === "version") return version !== undefined && value === version;
    return member === "hooks" && isObject(value) && Object.keys(value).length === 0;
  });
}

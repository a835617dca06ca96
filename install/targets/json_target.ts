// The agents whose hooks stand as lists under the names of events in a JSON file (`installer.md` section 6).

import { isObject, type Json } from "../../src/domain/json.ts";
import type { Change, Format, Path, Refused } from "../formats/format.ts";
import { handlerOf } from "../handler.ts";
import type { TargetName } from "../target_name.ts";
import { at, handlersIn, installChanges, type Layout, lineOf, owned, removalChanges } from "./hook_lists.ts";
import type { InstallWish, Memory, OwnerOf, Target } from "./target.ts";

/** How one agent's file differs. */
export type JsonShape = Omit<Layout, "root"> & {
  readonly agent: TargetName;
  readonly format: Format;
  /** The file has a `version`, which must be a number; where there is none it is this, before everything else. */
  readonly version?: number;
  /** The whole file is ours: one with anything of others is refused. */
  readonly whole?: true;
  readonly check?: Target["check"];
};

const VERSION: Path = ["version"];

/** The target of such a file. */
export function jsonTarget(shape: JsonShape): Target {
  return {
    format: shape.format,
    own: (document, events, ownerOf) => owned(document, { ...shape, root: events }, ownerOf),
    commands: (document, events) =>
      handlersIn(document, { ...shape, root: events }).flatMap(({ value }) => lineOf(value, shape) ?? []),
    install: (document, events, wish) => install(document, { ...shape, root: events }, shape, wish),
    remove(document, events, ownerOf, memory) {
      const layout = { ...shape, root: events };
      const keeps = (path: Path) => memory.text(path) !== undefined;
      const removals = removalChanges(document, layout, isOwn(ownerOf), keeps);
      return foreignIn(document, layout, shape, ownerOf) ?? [...removals, ...versionBack(memory)];
    },
    isSkeleton: (document) => isSkeleton(document, shape),
    ...(shape.whole ? { whole: true } : {}),
    ...(shape.check === undefined ? {} : { check: shape.check }),
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
  return { refused: '"version" is not a number', at: VERSION, mend: `make it ${version} and run again` };
}

/** Hooks that came in since may need it: then it stays. */
function versionBack({ added, untouched }: Memory): readonly Change[] {
  return untouched && added(VERSION) ? [{ do: "remove", path: VERSION }] : [];
}

/** Another program's file under our file's name is never taken over (`installer.md` section 1). */
function foreignIn(document: Json, layout: Layout, shape: JsonShape, ownerOf: OwnerOf): Refused | undefined {
  if (!shape.whole) return undefined;
  const foreign = handlersIn(document, layout).find(({ value }) => {
    const line = lineOf(value, shape);
    return line === undefined || !ownerOf(line).own;
  });
  const isEmpty = isObject(document) && Object.keys(document).length === 0;
  if (foreign === undefined && (isEmpty || isObject(at(document, layout.root)))) return undefined;
  return {
    refused: "it holds what is not ours, and all of it would be",
    at: foreign?.path ?? [],
    mend: "move it away and run again",
  };
}

function isOwn(ownerOf: OwnerOf): (command: string) => boolean {
  return (command) => ownerOf(command).own;
}

/** `{}`, empty hooks, a version (`installer.md` section 11). */
function isSkeleton(document: Json, { version }: JsonShape): boolean {
  if (!isObject(document)) return false;
  return Object.entries(document).every(([member, value]) => {
    if (member === "version") return version !== undefined && value === version;
    return member === "hooks" && isObject(value) && Object.keys(value).length === 0;
  });
}

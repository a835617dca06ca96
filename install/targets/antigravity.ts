// Antigravity: one key of ours among the names of other hooks (`installer.md` 6.10). A key is ours when every handler in
// it is; of one that the user shares only our handlers go, and nothing is added to it. Other keys are never changed.

import { NAME } from "../../src/brand.ts";
import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import type { Change, Path, Refused } from "../formats/format.ts";
import { strictJson } from "../formats/json.ts";
import { pathText } from "../formats/path_text.ts";
import { handlerOf } from "../handler.ts";
import {
  at,
  handlersIn,
  installChanges,
  type Layout,
  lineOf,
  owned,
  removalChanges,
  type WantedEntry,
} from "./hook_lists.ts";
import type { InstallWish, OwnerOf, Target } from "./target.ts";

/** The target; it looks at the whole file wherever the events stand. */
export const antigravity: Target = {
  format: strictJson,
  own: (document, _events, ownerOf) => layoutsOf(KEYS).flatMap((layout) => owned(document, layout, ownerOf)),
  commands: (document) => handlersOf(document, KEYS).flatMap(({ value }) => lineOf(value, COMMAND) ?? []),
  install: (document, _events, wish) => install(document, wish),
  remove: (document, _events, ownerOf) => KEYS.flatMap((key) => removals(document, key, ownerOf)),
  isSkeleton: (document) => isObject(document) && Object.keys(document).length === 0,
  check: ({ document }) => whyDropped(document),
};

/** Ours, then those of the older products. */
const KEYS = [NAME, "vibebuddy", "vultures-ai"];

const COMMAND = { command: "command" } as const;

/** Tool events have groups, the others plain lists; one wrong shape drops the whole file (`agents.md` section 8). */
function layoutsOf(keys: readonly string[]): Layout[] {
  return keys.flatMap((key) => [true, false].map((grouped) => ({ root: [key], grouped, ...COMMAND })));
}

/** No entry asks at PreToolUse, so one of ours that is there goes: what its silence means is not known. */
function install(document: Json, { entries, bin, ownerOf }: InstallWish): readonly Change[] | Refused {
  const ours = at(document, [NAME]);
  if (ours !== undefined && !isOwnKey(document, NAME, ownerOf)) {
    return { refused: `the key "${NAME}" is not ours`, at: [NAME], mend: "give it another name and run again" };
  }
  const wanted = entries.map((entry) => ({ ...entry, handler: handlerOf("antigravity", entry, bin) }));
  const wrong = wanted.filter((entry) => isWrongShape(at(document, [NAME, entry.event]), entry));
  const right = wanted.filter((entry) => !wrong.includes(entry));
  const others = Object.entries(isObject(ours) ? ours : {}).filter(([name]) =>
    !wrong.some(({ event }) => event === name)
  );
  const changes: Change[] = wrong.map((entry) => ({ do: "set", path: [NAME, entry.event], value: [itemOf(entry)] }));
  for (const layout of layoutsOf([NAME])) {
    const next = installChanges(
      { [NAME]: Object.fromEntries(others) },
      right.filter((entry) => isGrouped(entry) === layout.grouped),
      layout,
      (command) => ownerOf(command).own,
    );
    if ("refused" in next) return next;
    changes.push(...next);
  }
  return [...changes, ...KEYS.slice(1).flatMap((key) => removals(document, key, ownerOf))];
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

/** The key, where all in it is ours. */
function removals(document: Json, key: string, ownerOf: OwnerOf): readonly Change[] {
  if (isOwnKey(document, key, ownerOf)) return [{ do: "remove", path: [key] }];
  const isOwn = (line: string) => ownerOf(line).own;
  return layoutsOf([key]).flatMap((layout) => removalChanges(document, layout, isOwn, () => false));
}

function isOwnKey(document: Json, key: string, ownerOf: OwnerOf): boolean {
  const handlers = handlersOf(document, [key]);
  return handlers.length > 0 && handlers.every(({ value }) => {
    const line = lineOf(value, COMMAND);
    return line !== undefined && ownerOf(line).own;
  });
}

/** Everything in the lists of these keys, in groups or not. */
function handlersOf(document: Json, keys: readonly string[]): readonly { readonly path: Path; readonly value: Json }[] {
  const found = layoutsOf(keys).flatMap((layout) => handlersIn(document, layout));
  return found.filter(({ value }) => !isObject(value) || !Array.isArray(value.hooks));
}

/** Reported of 1.1.25: a top-level value that is no hook, and a fraction as a timeout (`installer.md` 6.10). */
function whyDropped(document: Json): Refused | undefined {
  if (!isObject(document)) return undefined;
  const name = Object.keys(document).find((key) => !isObject(document[key]));
  if (name !== undefined) return dropped([name], "is not a hook, { … }", "take it out");
  const broken = handlersOf(document, Object.keys(document)).find(({ value }) =>
    isObject(value) && typeof value.timeout === "number" && !Number.isInteger(value.timeout)
  );
  if (broken === undefined) return undefined;
  return dropped([...broken.path, "timeout"], "is not a whole number", "make it whole seconds");
}

function dropped(at: Path, why: string, mend: string): Refused {
  return {
    refused: `${pathText(at)} ${why}, and Antigravity drops the whole file for it`,
    at,
    mend: `${mend} and run again`,
  };
}

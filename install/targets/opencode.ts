// OpenCode: a plugin of ours, one whole file (`installer.md` 6.5). It is replaced or removed only if it says itself that it
// is ours; a foreign file of that name is refused both ways.

import { NAME } from "../../src/brand.ts";
import { isObject, type Json } from "../../src/domain/json.ts";
import { pluginText, readPlugin } from "../assets/plugin_text.ts";
import type { Change, Format, Refused } from "../formats/format.ts";
import { isOwnPlugin } from "../own_plugin.ts";
import { quotedLine } from "../quoted_line.ts";
import type { InstallWish, OwnEntry, Target } from "./target.ts";

/** The target of one file, by its name: an older product's file is known by that too. */
export function opencode(fileName: string): Target {
  const isOwn = (document: Json) => isOwnPlugin(fileName, textOf(document));
  return {
    format: wholeText,
    own: (document) => isOwn(document) ? ownEntries(textOf(document), fileName) : [],
    commands: () => [],
    install: (document, _events, wish) => wish.created || isOwn(document) ? install(wish) : FOREIGN,
    remove: (document) => isOwn(document) ? [{ do: "remove", path: [TEXT] }] : FOREIGN,
    isSkeleton: (_document, text) => text === "",
    whole: true,
    check: ({ document }) => isOwn(document) ? undefined : NOT_OURS,
  };
}

const TEXT = "text";
const FOREIGN: Refused = { refused: "it is not ours", mend: "move it away and run again" };
const NOT_OURS: Refused = { refused: "the plugin does not say that it is ours", mend: "report this" };

/** No part of the file is anybody's: as a document it has its text for its only member. */
const wholeText: Format = {
  read: (text) => ({ document: text === "" ? {} : { [TEXT]: text }, lineOf: () => 1 }),
  edit(text, changes) {
    const next = changes.reduce((old, change) => {
      if (change.do === "set") return String(change.value);
      return change.do === "remove" ? "" : old;
    }, text);
    return { text: next, made: [], undo: [] };
  },
};

function textOf(document: Json): string {
  return isObject(document) && typeof document[TEXT] === "string" ? document[TEXT] : "";
}

function install({ bin, approval, bundle }: InstallWish): readonly Change[] | Refused {
  if (bundle === undefined) return { refused: "its plugin was not bundled", mend: "report this" };
  return [{ do: "set", path: [TEXT], value: pluginText(bundle, [`${bin.folder}/${NAME}`], approval) }];
}

/**
 * A plugin runs one program for everything; only one that can ask has a request. Older ones all asked, and have another
 * name or say nothing of a command.
 */
function ownEntries(text: string, fileName: string): OwnEntry[] {
  const read = readPlugin(text);
  const { command, asks } = read ?? { command: [], asks: true };
  const older = read === undefined || fileName !== `${NAME}.js`;
  return [{
    event: asks ? "PermissionRequest" : "Notification",
    command: quotedLine(command),
    own: {
      own: true,
      form: "hook",
      agent: "opencode",
      ...(asks ? { gate: "approval" as const } : {}),
      ...(older ? { older } : {}),
    },
  }];
}

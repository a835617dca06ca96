// Claude's `permission_suggestions` as buttons. The label names all that the entry would grant (R7), so an entry of an
// unknown kind, or one that the sender cut, gets no button (`agents.md` section 1, fixtures tuiAllow and plan-echo).

import type { Suggestion } from "../domain/card.ts";
import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import { isShallow } from "./canonical.ts";
import { showsCut } from "./cut.ts";

/** The members each kind is known to have: one more could grant something that the label does not say. */
const MEMBERS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["addRules", ["type", "rules", "behavior", "destination"]],
  ["addDirectories", ["type", "directories", "destination"]],
  ["setMode", ["type", "mode", "destination"]],
]);

const DESTINATIONS: ReadonlyMap<unknown, string> = new Map([
  ["session", "for this session"],
  ["localSettings", "in this project, for you"],
  ["projectSettings", "in this project, for everybody"],
  ["userSettings", "in all your projects"],
]);

/** The entries that can be said whole, each with its index in the agent's own list. */
export function readSuggestions(value: Json | undefined): readonly Suggestion[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, index) => {
    const label = isObject(entry) && isShallow(entry) && !showsCut(entry) ? labelOf(entry) : undefined;
    return label === undefined ? [] : [{ index, label }];
  });
}

function labelOf(entry: JsonObject): string | undefined {
  const where = DESTINATIONS.get(entry.destination);
  if (where === undefined || !hasKnownMembers(entry)) return undefined;
  switch (entry.type) {
    case "addRules":
      return entry.behavior === "allow" ? rulesLabel(entry.rules, where) : undefined;
    case "addDirectories":
      return directoriesLabel(entry.directories, where);
    case "setMode":
      return typeof entry.mode === "string" ? `Allow, and switch to mode ${entry.mode} ${where}` : undefined;
    default:
      return undefined;
  }
}

function hasKnownMembers(entry: JsonObject): boolean {
  const known = MEMBERS.get(entry.type) ?? [];
  return Object.keys(entry).every((member) => known.includes(member));
}

function rulesLabel(rules: Json | undefined, where: string): string | undefined {
  if (!Array.isArray(rules) || rules.length === 0) return undefined;
  const names: string[] = [];
  for (const rule of rules) {
    if (!isObject(rule) || typeof rule.toolName !== "string") return undefined;
    if (Object.keys(rule).some((member) => member !== "toolName" && member !== "ruleContent")) return undefined;
    // What an empty rule covers is not known: it may be all of the tool.
    if (rule.ruleContent !== undefined && (typeof rule.ruleContent !== "string" || rule.ruleContent.trim() === "")) {
      return undefined;
    }
    names.push(rule.ruleContent === undefined ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`);
  }
  return `Always allow ${names.join(", ")} ${where}`;
}

function directoriesLabel(directories: Json | undefined, where: string): string | undefined {
  if (!Array.isArray(directories) || directories.length === 0) return undefined;
  if (!directories.every((folder) => typeof folder === "string")) return undefined;
  return `Allow, and open ${directories.join(", ")} ${where}`;
}

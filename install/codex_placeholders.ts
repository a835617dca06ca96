// What stays in Codex's file in place of ours, so that the entries behind keep their place, and with it the trust of their
// owner (`installer.md` section 8): empty groups, and commands that do nothing. Pure.

import { isObject, type Json } from "../src/domain/json.ts";

/** The command of a handler that holds a place in a group of others. */
export const NOTHING_TO_RUN = ":";

/** How many there are. */
export function placeholdersIn(document: Json | undefined): number {
  const hooks = isObject(document) && isObject(document.hooks) ? document.hooks : {};
  const groups = Object.values(hooks).flatMap((list) => Array.isArray(list) ? list : []).filter(isObject);
  const lists = groups.flatMap(({ hooks }) => Array.isArray(hooks) ? [hooks] : []);
  const idle = lists.flat().filter((handler) => isObject(handler) && handler.command === NOTHING_TO_RUN);
  return lists.filter((list) => list.length === 0).length + idle.length;
}

/** The same in words. */
export function placeholdersText(count: number): string {
  return `${count} empty ${count === 1 ? "entry stays" : "entries stay"}`;
}

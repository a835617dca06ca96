// What Codex takes as a `hooks.json`: one wrong place, and it drops the whole file with ours in it, and says so nowhere
// (seen 0.171.0 in the answers of its app-server, each row).

import { isObject, type Json } from "../../src/domain/json.ts";
import { EVENT_NAMES } from "../event_names.ts";
import type { Path, Refused } from "../formats/format.ts";
import { twice } from "../formats/json.ts";
import { pathText } from "../formats/path_text.ts";

/** Why Codex would drop the file, with the place of it. */
export function whyDropped(document: Json, text: string): Refused | undefined {
  if (text.startsWith("\uFEFF")) return dropped("the file begins with a byte order mark", [], "save it without one");
  const again = twice(text);
  if (again !== undefined) return dropped(`${pathText(again)} is given twice`, again, "remove one of the two");
  if (!isObject(document)) return undefined;
  const { description, hooks, ...others } = document;
  const [other] = Object.keys(others);
  if (other !== undefined) return dropped(`"${other}" is neither "description" nor "hooks"`, [other], "take it out");
  if (wrong(description, TEXT)) return mustBe(["description"], "text");
  // An event that it does not know it does not look into.
  const events = Object.entries(isObject(hooks) ? hooks : {}).filter(([event]) => EVENT_NAMES.codex.includes(event));
  return first(events, ([event, groups]) => inEvent(groups, ["hooks", event]));
}

/** How a member may be; a missing one may always be missing. */
type Kind = { readonly is: string; readonly fits: (value: Json) => boolean };

const TEXT: Kind = { is: "text", fits: (value) => typeof value === "string" };
const TEXT_OR_NULL: Kind = { is: "text", fits: (value) => value === null || typeof value === "string" };
const SWITCH: Kind = { is: "true or false", fits: (value) => typeof value === "boolean" };
const COUNT: Kind = { is: "a whole number", fits: (value) => Number.isInteger(value) && Number(value) >= 0 };

const MEMBERS: Readonly<Record<string, Kind>> = {
  command: TEXT,
  timeout: COUNT,
  async: SWITCH,
  statusMessage: TEXT,
  commandWindows: TEXT,
};

/** The others of these it skips, with nothing but a warning. */
const TYPES: readonly unknown[] = ["command", "mcp_tool", "prompt", "agent"];

function inEvent(groups: Json, path: Path): Refused | undefined {
  if (!Array.isArray(groups)) return mustBe(path, "a list");
  return first(groups.entries(), ([index, group]) => inGroup(group, [...path, index]));
}

function inGroup(group: Json, path: Path): Refused | undefined {
  if (!isObject(group)) return mustBe(path, "an object");
  const { matcher, hooks = [] } = group;
  if (wrong(matcher, TEXT_OR_NULL)) return mustBe([...path, "matcher"], TEXT.is);
  if (!Array.isArray(hooks)) return mustBe([...path, "hooks"], "a list");
  return first(hooks.entries(), ([index, handler]) => inHandler(handler, [...path, "hooks", index]));
}

function inHandler(handler: Json, path: Path): Refused | undefined {
  if (!isObject(handler)) return mustBe(path, "an object");
  const { type } = handler;
  if (!TYPES.includes(type)) return mustBe([...path, "type"], `one of ${TYPES.map((name) => `"${name}"`).join(", ")}`);
  if (type !== "command") return undefined;
  if (handler.command === undefined) return mustBe([...path, "command"], TEXT.is);
  return first(Object.entries(MEMBERS), ([member, kind]) => {
    return wrong(handler[member], kind) ? mustBe([...path, member], kind.is) : undefined;
  });
}

function wrong(value: Json | undefined, { fits }: Kind): boolean {
  return value !== undefined && !fits(value);
}

function mustBe(at: Path, kind: string): Refused {
  return dropped(`${pathText(at)} is not ${kind}`, at, `make it ${kind}`);
}

function dropped(refused: string, at: Path, mend: string): Refused {
  return { refused: `${refused}, and Codex drops the whole file for it`, at, mend: `${mend} and run again` };
}

function first<Item>(items: Iterable<Item>, look: (item: Item) => Refused | undefined): Refused | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

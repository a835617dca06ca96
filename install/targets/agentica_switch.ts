// agentica's switch for all consumers, which is the user's: it is put on for ours, and back when they go
// (`installer.md` 6.11).

import type { Json } from "../../src/domain/json.ts";
import type { Change, Path, Refused } from "../formats/format.ts";
import { hasForeignOn, type OwnConsumer } from "./agentica_consumers.ts";
import { at } from "./hook_lists.ts";
import type { Memory } from "./target.ts";

/** Where it stands, beside the consumers. */
export function switchOf(consumers: Path): Path {
  return [...consumers.slice(0, -1), "enabled"];
}

/** Why it cannot be put on: that is for ours alone. */
export function unswitchable(document: Json, consumers: Path, own: readonly OwnConsumer[]): Refused | undefined {
  const path = switchOf(consumers);
  const value = at(document, path) ?? false;
  if (value === true) return undefined;
  const name = `"${path.join(".")}"`;
  if (value !== false) return { refused: `${name} is not true or false`, at: path, mend: "make it true and run again" };
  if (!hasForeignOn(document, consumers, own)) return undefined;
  return {
    refused: `${name} is off, and other consumers would start with ours`,
    at: path,
    mend: "make it true, or take those out, and run again",
  };
}

/** The switch as it was; whoever has come since and needs it on keeps it so. */
export function switchBack(document: Json, consumers: Path, own: readonly OwnConsumer[], memory: Memory): Change[] {
  const path = switchOf(consumers);
  if (at(document, path) !== true || hasForeignOn(document, consumers, own)) return [];
  if (memory.added(path)) return [{ do: "remove", path }];
  const old = memory.text(path);
  if (old === undefined) return [];
  return [old === "false" ? { do: "set", path, value: false } : { do: "restore", path, text: old }];
}

// One edit there and back, as install and uninstall do it, with what a test of any format wants to know about it.

import { assert, assertEquals } from "@std/assert";
import type { Change, Edited, Format, Path, Refused } from "../../../install/formats/format.ts";
import { isObject, type Json } from "../../../src/domain/json.ts";

/** The edit, which must not be refused. */
export function edited(format: Format, text: string, changes: readonly Change[]): Edited {
  const result = format.edit(text, changes);
  assert(!("refused" in result), `refused: ${JSON.stringify(result)} in ${JSON.stringify(text)}`);
  return result;
}

/** The changes that take an edit back: its values go, then what was made, and what was empty has its old text again. */
export function wayBack(before: Json, changes: readonly Change[], edit: Edited): Change[] {
  const counts = new Map<string, number>();
  const back = changes.flatMap((change): Change[] => {
    const { path } = change;
    if (change.do === "append") {
      const name = JSON.stringify(path);
      const old = valueAt(before, path);
      const index = counts.get(name) ?? (Array.isArray(old) ? old.length : 0);
      counts.set(name, index + 1);
      return [{ do: "remove", path: [...path, index] }];
    }
    if (change.do !== "set" || edit.undo.some((undo) => undo.path.join() === path.join())) return [];
    const old = valueAt(before, path);
    return [old === undefined ? { do: "remove", path } : { do: "set", path, value: old }];
  });
  const made = edit.made.map((path): Change => ({ do: "remove", path }));
  const undo = edit.undo.map(({ path, text }): Change => ({ do: "restore", path, text }));
  return [...back, ...made, ...undo];
}

/** What the value must be: appends and sets only, written without a look at the code under test. */
export function expected(before: Json, changes: readonly Change[]): Json {
  let value = structuredClone(before);
  for (const change of changes) {
    if (change.do === "append") {
      value = grown(value, change.path, (old) => [...Array.isArray(old) ? old : [], change.value]);
    }
    if (change.do === "set") value = grown(value, change.path, () => change.value);
  }
  return value;
}

function grown(value: Json, [step, ...rest]: Path, make: (old: Json | undefined) => Json): Json {
  if (step === undefined) return make(value);
  if (Array.isArray(value)) return value.map((item, index) => index === step ? grown(item, rest, make) : item);
  const members = isObject(value) ? value : {};
  return { ...members, [step]: grown(members[step] ?? null, rest, make) };
}

export function valueAt(value: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isObject(inner) ? inner[step] : undefined;
  }, value);
}

/** Four promises of an edit: exact, repeatable, nothing foreign changed, and the same bytes on the way back. */
export function assertRound(format: Format, text: string, changes: readonly Change[]): void {
  const before = documentIn(format, text);
  const there = edited(format, text, changes);
  assertEquals(documentIn(format, there.text), expected(before, changes), text);
  assertEquals(edited(format, there.text, changes.filter((change) => change.do === "set")).text, there.text, text);
  const back = wayBack(before, changes, there);
  assertEquals(edited(format, there.text, back).text, text);
  assertKept(text, there, changes.filter((change) => change.do === "set").length);
}

/** Every line that was there is there, in order, but for those whose value was set or whose empty brackets were filled. */
function assertKept(text: string, there: Edited, sets: number): void {
  const lines = there.text.split("\n");
  let at = 0;
  let changed = 0;
  for (const line of text.split("\n")) {
    const found = lines.findIndex((other, index) =>
      index >= at && other.replace(/\r$/, "") === line.replace(/\r$/, "")
    );
    if (found === -1) changed++;
    else at = found + 1;
  }
  // One more, for a line that got a comma or an element behind it.
  const emptied = there.undo.reduce((sum, undo) => sum + undo.text.split("\n").length, 0);
  assert(changed <= sets + emptied + 1, `${changed} lines changed in ${JSON.stringify(text)}`);
}

/** What a text says, where that may not be refused. */
export function documentIn(format: Format, text: string): Json {
  const read = format.read(text);
  assert(!isRefused(read), `refused: ${JSON.stringify(read)} in ${JSON.stringify(text)}`);
  return read.document;
}

/** True for the reason why a file is not touched. */
export function isRefused(result: object): result is Refused {
  return "refused" in result;
}

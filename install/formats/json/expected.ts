// What a document must be after an edit, worked out on its value alone, without the text: the other half of the check
// that an edit makes of itself.

import { isObject, type Json } from "../../../src/domain/json.ts";
import type { Change, Path } from "../format.ts";
import { isBlank } from "./restoration.ts";
import { tokensOf, withoutComments } from "./tokens.ts";

/** Stands where something was taken away, so that no index moves before all changes are made. */
const GONE = Symbol("gone");
type Draft = Json | typeof GONE | Draft[] | { [name: string]: Draft };

/** The value with the changes made; every restored text is JSON or blank. */
export function expected(value: Json, changes: readonly Change[]): Json {
  const removed = changes.filter((change) => change.do === "remove");
  // Of two restored places, one in the other, the outer comes last and counts.
  const restored = changes.filter((change) => change.do === "restore")
    .toSorted((one, other) => other.path.length - one.path.length);
  const wanted = changes.filter((change) => change.do === "set" || change.do === "append");
  const inOrder: readonly Change[] = [...removed, ...restored, ...wanted];
  return swept(inOrder.reduce<Draft>((draft, change) => changed(draft, change.path, change), value));
}

function changed(draft: Draft | undefined, path: Path, change: Change): Draft {
  const [step, ...rest] = path;
  if (step === undefined) return finished(draft, change);
  if (typeof step === "number") {
    if (!Array.isArray(draft) || step >= draft.length) return draft ?? GONE;
    return draft.map((item, index): Draft => index === step ? changed(item, rest, change) : item);
  }
  if (draft !== undefined && !isDraftObject(draft)) return draft;
  if (change.do === "remove" && (draft === undefined || !Object.hasOwn(draft, step))) return draft ?? GONE;
  const old = draft !== undefined && Object.hasOwn(draft, step) ? draft[step] : undefined;
  return Object.fromEntries([...Object.entries(draft ?? {}), [step, changed(old, rest, change)]]);
}

function finished(draft: Draft | undefined, change: Change): Draft {
  switch (change.do) {
    case "append":
      return [...(Array.isArray(draft) ? draft : []), change.value];
    case "set":
      return change.value;
    case "remove":
      return GONE;
    case "restore":
      return isBlank(change.text) ? {} : JSON.parse(withoutComments(change.text, tokensOf(change.text)));
  }
}

function swept(draft: Draft): Json {
  if (draft === GONE) return null;
  if (Array.isArray(draft)) return draft.filter((item) => item !== GONE).map(swept);
  if (!isDraftObject(draft)) return draft as Json;
  const members = Object.entries(draft).filter(([, item]) => item !== GONE);
  return Object.fromEntries(members.map(([name, item]) => [name, swept(item)]));
}

function isDraftObject(draft: Draft): draft is { [name: string]: Draft } {
  return isObject(draft);
}

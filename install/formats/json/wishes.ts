// The changes of one edit as a tree over the paths they name, so that every container is visited once, with all that is
// wanted in it.

import type { Json } from "../../../src/domain/json.ts";
import type { Change, Path } from "../format.ts";
import { pathText } from "../path_text.ts";
import { same } from "../same.ts";

/** What is wanted at one place and below it. */
export type Wish = {
  set?: { readonly value: Json; readonly first: boolean };
  restore?: string;
  remove?: true;
  readonly appended: Json[];
  readonly inner: Map<string | number, Wish>;
};

/** The tree of the changes. Two that contradict each other are the caller's mistake, and thrown. */
export function wishesOf(changes: readonly Change[]): Wish {
  const root = noWish();
  changes.forEach((change, index) => {
    const other = changes.slice(0, index).find((earlier) => contradict(earlier, change));
    if (other !== undefined) throw new Error(`Cannot ${change.do} ${pathText(change.path)}: ${other.do} is asked too`);
    record(wishAt(root, change.path), change);
  });
  if (root.remove) throw new Error("Cannot remove the whole document");
  return root;
}

function noWish(): Wish {
  return { appended: [], inner: new Map() };
}

function wishAt(root: Wish, path: Path): Wish {
  return path.reduce<Wish>((wish, step) => {
    const inner = wish.inner.get(step) ?? noWish();
    wish.inner.set(step, inner);
    return inner;
  }, root);
}

function record(wish: Wish, change: Change): void {
  switch (change.do) {
    case "append":
      wish.appended.push(change.value);
      return;
    case "set":
      wish.set = { value: change.value, first: change.first === true };
      return;
    case "remove":
      wish.remove = true;
      return;
    case "restore":
      wish.restore = change.text;
      return;
  }
}

/** What replaces or takes a place leaves nothing to change in it; to take or restore something there is then done too. */
function contradict(one: Change, other: Change): boolean {
  const [upper, lower] = one.path.length <= other.path.length ? [one, other] : [other, one];
  if (!upper.path.every((step, index) => step === lower.path[index])) return false;
  if (upper.path.length === lower.path.length) return !agree(one, other);
  if (upper.do === "append") return false;
  return upper.do === "set" || lower.do === "set" || lower.do === "append";
}

/** Two changes of one place can both be made: each adds its own, or they are the same. */
function agree(one: Change, other: Change): boolean {
  if (one.do === "set" && other.do === "set") return same(one.value, other.value) && one.first === other.first;
  if (one.do === "restore" && other.do === "restore") return one.text === other.text;
  return one.do === other.do;
}

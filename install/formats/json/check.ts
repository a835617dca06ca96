// An edit's check of its own work, before anybody writes it: the new text reads as the old value with the changes, and no
// byte is gone but those of the places that were named, their commas and the white space beside them; no comment is gone.

import type { Change, Refused } from "../format.ts";
import { areAmong, commentsIn } from "./comments.ts";
import { isRefused, type JsonDocument, readDocument, valueAt } from "./document.ts";
import { expected } from "./expected.ts";
import type { EditPlan } from "./plan.ts";
import { isBlank } from "./restoration.ts";
import { same } from "../same.ts";
import { inOrder, leftOf } from "./splices.ts";

/** Why the new text is not what was asked for; `undefined` when it is. */
export function wrongIn(
  document: JsonDocument,
  { splices, named }: EditPlan,
  next: string,
  changes: readonly Change[],
): Refused | undefined {
  const wanted = expected(valueAt(document, document.root), changes);
  if (!isBlank(next)) {
    const read = readDocument(next, document.dialect);
    if (isRefused(read)) return fault(`the result would not be read (${read.refused})`);
    if (!same(valueAt(read, read.root), wanted)) return fault("the result would not be what was asked for");
    if (!areAmong(commentsIn(document), commentsIn(read))) return fault("the result would lose a comment");
  } else if (!same(wanted, {}) || commentsIn(document).length > 0) return fault("the result would be blank");
  if (!keepsTheRest(document.text, next, splices)) return fault("the result would change other text");
  const taken = splices.filter(({ start, end }) => start < end);
  // Outside of what was named, only commas and white space may go.
  if (taken.some((span) => !/^[ \t\r\n,]*$/.test(leftOf(document.text, span, named)))) {
    return fault("the result would lose other text");
  }
  return undefined;
}

/** What stands between the splices is the same in both texts. */
function keepsTheRest(text: string, next: string, splices: EditPlan["splices"]): boolean {
  let old = 0;
  let now = 0;
  for (const splice of inOrder(splices)) {
    const length = splice.start - old;
    if (text.slice(old, splice.start) !== next.slice(now, now + length)) return false;
    if (next.slice(now + length, now + length + splice.text.length) !== splice.text) return false;
    old = splice.end;
    now += length + splice.text.length;
  }
  return text.slice(old) === next.slice(now);
}

function fault(reason: string): Refused {
  return { refused: `a fault of our own: ${reason}`, mend: "nothing was written; please report it with this file" };
}

// An old text put back in place of what stands there now. Where that would lose a comment, only the entries go: the
// comments that stand there stay, and none comes twice. A blank file becomes blank again only when nothing but our value
// is in it.

import type { Refused } from "../format.ts";
import { areAmong, behindComments, commentsIn } from "./comments.ts";
import { type JsonDocument, type Place, readValue } from "./document.ts";
import { removals } from "./removals.ts";
import type { Span, Splice } from "./splices.ts";
import { isComment, tokensOf, withoutComments } from "./tokens.ts";

/** The splices, and what they take away by name. */
export type Restored = { readonly splices: readonly Splice[]; readonly named: readonly Span[] };

/** How the text saved for a place comes back. */
export function restoration(
  document: JsonDocument,
  place: Place,
  text: string,
): Restored | Refused {
  if (isBlank(text) && place === document.root) return blanking(document, place, text);
  const value = readValue(text, document.dialect);
  if ("refused" in value) {
    return {
      refused: `the text saved for it is not JSON (${value.refused})`,
      mend: "restore the file from its backup",
    };
  }
  if (!losesComment(document, place, text)) {
    return { splices: [{ start: place.start, end: place.end, text }], named: [place] };
  }
  if (isEmptyContainer(text, place)) {
    const all = new Set(place.entries.keys());
    return { splices: removals(document, place, all, true), named: place.entries };
  }
  const bare = behindComments(document, place, withoutComments(text, value.tokens).trim());
  return { splices: [{ start: place.start, end: place.end, text: bare }], named: [place] };
}

/** True for a text of white space alone. */
export function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function blanking(document: JsonDocument, root: Place, text: string): Restored | Refused {
  const { start, end } = root;
  if (losesComment(document, root, text)) return restoration(document, root, "{}");
  const around = document.text.slice(0, start) + document.text.slice(end);
  if (!isBlank(around)) return { splices: [{ start, end, text: "{}" }], named: [root] };
  return { splices: [{ start: 0, end: document.text.length, text }], named: [root] };
}

function isEmptyContainer(text: string, { kind }: Place): boolean {
  const bare = tokensOf(text).filter((token) => !isComment(token));
  const brackets = bare.map(({ start, end }) => text.slice(start, end)).join("");
  return brackets === (kind === "list" ? "[]" : "{}") && kind !== "scalar";
}

/** True where a comment stands now that the old text has not. */
function losesComment(document: JsonDocument, place: Place, text: string): boolean {
  return !areAmong(commentsIn(document, place), commentsIn({ text, tokens: tokensOf(text) }));
}

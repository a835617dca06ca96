// Entries of a container that go: each with its comma and the white space that was its own. A comment never goes, not even
// from inside an entry: it stays where it stood, with the white space before it and the line break that it needs.

import { commentsIn } from "./comments.ts";
import type { Entry, JsonDocument, Place } from "./document.ts";
import { breaksLine } from "./layout.ts";
import { leftOf, type Span, type Splice, united } from "./splices.ts";
import { isComment, type Token, tokenFrom } from "./tokens.ts";

/** The splices that take the entries at these indexes; `emptied`: nothing comes in their place. */
export function removals(
  document: JsonDocument,
  place: Place,
  gone: ReadonlySet<number>,
  emptied: boolean,
): readonly Splice[] {
  const last = place.entries.findLastIndex((_, index) => !gone.has(index));
  const spans = place.entries.flatMap((entry, index) => {
    if (!gone.has(index)) return [];
    return index < last ? followed(document, entry) : trailing(document, entry, index > 0);
  });
  const whole = { start: place.start + 1, end: place.end - 1 };
  const isBare = emptied && leftOf(document.text, whole, spans).trim() === "" &&
    commentsIn(document, whole).length === 0;
  const safe = united(spans).flatMap((span) => aroundComments(document, span))
    .flatMap((part) => withoutItsLine(document, part));
  const all = isBare ? [whole] : united(safe);
  return all.map((span) => ({ ...span, text: "" }));
}

/** An entry before one that stays goes with the comma after it. */
function followed(document: JsonDocument, entry: Entry): readonly Span[] {
  const { text, tokens } = document;
  const before = known(tokens[tokenFrom(tokens, entry.start) - 1]);
  const comma = known(tokens.slice(tokenFrom(tokens, entry.end)).find(({ kind }) => kind === "comma"));
  const next = known(tokens[tokenFrom(tokens, comma.end)]);
  const lead = { start: before.end, end: entry.start };
  const between = { start: entry.end, end: comma.start };
  const spans = text.slice(between.start, between.end).trim() === "" ? [entry, between, comma] : [entry, comma];
  const hasComment = commentsIn(document, { start: entry.start, end: comma.end }).length > 0;
  const leadGoes = hasComment || breaksLine(text.slice(lead.start, lead.end));
  return [...spans, leadGoes ? lead : { start: comma.end, end: next.start }];
}

/** An entry that only such follow as go too goes with the comma before it, where it has one. */
function trailing({ tokens }: JsonDocument, entry: Entry, hasComma: boolean): readonly Span[] {
  const index = tokenFrom(tokens, entry.start);
  const lead = { start: known(tokens[index - 1]).end, end: entry.start };
  if (!hasComma) return [lead, entry];
  return [known(tokens.slice(0, index).findLast(({ kind }) => kind === "comma")), lead, entry];
}

/** Of a span with comments in it, every other token goes, with the white space before it. */
function aroundComments({ tokens }: JsonDocument, span: Span): readonly Span[] {
  const inside = tokens.slice(tokenFrom(tokens, span.start), tokenFrom(tokens, span.end));
  if (!inside.some(isComment)) return [span];
  return united(inside.flatMap((token, index) => {
    return isComment(token) ? [] : [{ start: inside[index - 1]?.end ?? span.start, end: token.end }];
  }));
}

/** Where a comment would change its line, or a line comment swallow what follows, the line break stays. */
function withoutItsLine({ text, tokens }: JsonDocument, span: Span): readonly Span[] {
  const before = known(tokens[tokenFrom(tokens, span.start) - 1]);
  const next = known(tokens[tokenFrom(tokens, span.end)]);
  const lead = /^[ \t\r\n,]*/.exec(text.slice(span.start, span.end))?.[0] ?? "";
  const isAfterLine = before.kind === "line comment";
  if (!(isAfterLine || isComment(next)) || !breaksLine(lead)) return [span];
  // Blanks before the line break would become the comment's.
  const blanks = /^[ \t]*(?=[\r\n])/.exec(text.slice(span.end, next.start))?.[0];
  if (blanks !== undefined) return [{ start: span.start, end: span.end + (isAfterLine ? blanks.length : 0) }];
  const commas = [...lead.matchAll(/,/g)].map(({ index }) => ({
    start: span.start + index,
    end: span.start + index + 1,
  }));
  return [...commas, { start: span.start + lead.length, end: next.start }];
}

/** An entry stands between brackets, and two of them have a comma between: the parser has seen it. */
function known(token: Token | undefined): Token {
  if (token === undefined) throw new Error("Cannot edit: the tokens do not fit the tree");
  return token;
}

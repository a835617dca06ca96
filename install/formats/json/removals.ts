// Entries of a container that go: each with its comma and the white space that was its own. A comment never goes, not even
// one inside an entry: it may be all that a person wrote there.

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
  const all = emptied && leftOf(document.text, whole, spans).trim() === "" ? [whole] : united(spans);
  const safe = all.flatMap((span) => withoutComments(document, span)).flatMap((span) => withoutItsLine(document, span));
  return united(safe).map((span) => ({ ...span, text: "" }));
}

/** An entry before one that stays goes with the comma after it. */
function followed({ text, tokens }: JsonDocument, entry: Entry): readonly Span[] {
  const before = known(tokens[tokenFrom(tokens, entry.start) - 1]);
  const comma = known(tokens.slice(tokenFrom(tokens, entry.end)).find(({ kind }) => kind === "comma"));
  const next = known(tokens[tokenFrom(tokens, comma.end)]);
  const lead = { start: before.end, end: entry.start };
  const between = { start: entry.end, end: comma.start };
  const spans = text.slice(between.start, between.end).trim() === "" ? [entry, between, comma] : [entry, comma];
  return [...spans, breaksLine(text.slice(lead.start, lead.end)) ? lead : { start: comma.end, end: next.start }];
}

/** An entry that only such follow as go too goes with the comma before it, where it has one. */
function trailing({ tokens }: JsonDocument, entry: Entry, hasComma: boolean): readonly Span[] {
  const index = tokenFrom(tokens, entry.start);
  const lead = { start: known(tokens[index - 1]).end, end: entry.start };
  if (!hasComma) return [lead, entry];
  return [known(tokens.slice(0, index).findLast(({ kind }) => kind === "comma")), lead, entry];
}

/** Where a comment would change its line, or a line comment swallow what follows, the line break stays. */
function withoutItsLine({ text, tokens }: JsonDocument, span: Span): readonly Span[] {
  const before = known(tokens[tokenFrom(tokens, span.start) - 1]);
  const next = known(tokens[tokenFrom(tokens, span.end)]);
  const lead = /^[ \t\r\n,]*/.exec(text.slice(span.start, span.end))?.[0] ?? "";
  const isAtRisk = isComment(next) || before.kind === "line comment";
  if (!isAtRisk || !breaksLine(lead) || breaksLine(text.slice(span.end, next.start))) return [span];
  const commas = [...lead.matchAll(/,/g)].map(({ index }) => ({
    start: span.start + index,
    end: span.start + index + 1,
  }));
  return [...commas, { start: span.start + lead.length, end: next.start }];
}

/** What is left of a span when its comments stay, each with the white space before it on its line. */
function withoutComments({ text, tokens }: JsonDocument, span: Span): readonly Span[] {
  const inside = tokens.slice(tokenFrom(tokens, span.start), tokenFrom(tokens, span.end)).filter(isComment);
  const ends = [span.start, ...inside.map(({ end }) => end)];
  const starts = [...inside.map(({ start }, index) => leadOf(text, start, ends[index] ?? span.start)), span.end];
  return ends.map((start, index) => ({ start, end: starts[index] ?? span.end })).filter(({ start, end }) =>
    start < end
  );
}

/** With the line break, where the comment has a line of its own. */
function leadOf(text: string, comment: number, from: number): number {
  return comment - (/(?:\r?\n)?[ \t]*$/.exec(text.slice(from, comment))?.[0].length ?? 0);
}

/** An entry stands between brackets, and two of them have a comma between: the parser has seen it. */
function known(token: Token | undefined): Token {
  if (token === undefined) throw new Error("Cannot edit: the tokens do not fit the tree");
  return token;
}

// New entries of a container: where they go, and their text in the layout of what stands beside them. Comments stay
// where they are: one on the line of an entry keeps its entry, so the comma goes before it and the new entry after it.

import type { Json } from "../../../src/domain/json.ts";
import type { Entry, JsonDocument, Place } from "./document.ts";
import { breaksLine, type Form, isOnOneLine, type Layout, layoutAt, lineIndent, render, renderAll } from "./layout.ts";
import type { Splice } from "./splices.ts";
import { isComment, type Token, tokenFrom } from "./tokens.ts";

/** A new element, or a new member with its name. */
export type Added = { readonly name?: string; readonly value: Json };

/** New entries at the start and at the end of a container, some entries of which go. */
export type Additions = { readonly first: readonly Added[]; readonly last: readonly Added[] };

/** How entries stand beside one of their siblings: `line` is the line break before each, where they have one. */
type Style = { readonly layout: Layout; readonly form: Form; readonly line: string | undefined };

/** The splices that add these entries; `kept` are the entries of the container that stay. */
export function insertions(
  document: JsonDocument,
  place: Place,
  kept: readonly Entry[],
  { first, last }: Additions,
): readonly Splice[] {
  const all = [...first, ...last];
  const [entry] = place.entries;
  if (all.length === 0) return [];
  if (entry === undefined) return [filling(document, place, all)];
  const [firstKept] = kept;
  const lastKept = kept.at(-1);
  if (firstKept === undefined || lastKept === undefined) return [instead(document, place, entry, all)];
  return [...before(document, place, firstKept, first), ...after(document, place, lastKept, last)];
}

/** Into a container that holds no entry, but perhaps comments, which stay before the new ones. */
function filling(document: JsonDocument, place: Place, added: readonly Added[]): Splice {
  const { text, tokens, root } = document;
  const close = place.end - 1;
  const comment = lastComment(tokens, place);
  const start = comment?.end ?? place.start + 1;
  const layout = layoutAt(document, [], start);
  const indent = lineIndent(text, place.start);
  const form = { indent, expanded: !isOnOneLine(document, root) || comment?.kind === "line comment" };
  const texts = textsOf(added, layout, { ...form, indent: indent + layout.unit });
  if (comment !== undefined && !form.expanded) return { start, end: start, text: " " + texts.join(layout.comma) };
  const whole = renderAll(place.kind === "list" ? "list" : "object", texts, layout, form);
  return { start, end: close, text: whole.slice(1, -1) };
}

/** In place of entries that all go. */
function instead(document: JsonDocument, place: Place, sibling: Entry, added: readonly Added[]): Splice {
  const { end } = commentsBeside(document, place.start + 1);
  const { layout, form, line } = styleBeside(document, place, sibling, end);
  const texts = textsOf(added, layout, form);
  if (line !== undefined) return { start: end, end, text: line + texts.join("," + line) };
  const lead = document.text.slice(place.start + 1, sibling.start);
  return { start: end, end, text: (lead.trim() === "" ? lead : "") + texts.join(layout.comma) };
}

function before(document: JsonDocument, place: Place, sibling: Entry, added: readonly Added[]): readonly Splice[] {
  if (added.length === 0) return [];
  const { end } = commentsBeside(document, place.start + 1);
  const { layout, form, line } = styleBeside(document, place, sibling, end);
  const texts = textsOf(added, layout, form);
  if (line !== undefined) return [{ start: end, end, text: texts.map((text) => line + text + ",").join("") }];
  const text = texts.map((entry) => entry + layout.comma).join("");
  return [{ start: sibling.start, end: sibling.start, text }];
}

function after(document: JsonDocument, place: Place, sibling: Entry, added: readonly Added[]): readonly Splice[] {
  if (added.length === 0) return [];
  const beside = commentsBeside(document, sibling.end);
  const { layout, form, line: usual } = styleBeside(document, place, sibling, beside.end);
  const forced = beside.lineComment ? layout.eol + lineIndent(document.text, place.start) + layout.unit : undefined;
  const line = usual ?? forced;
  const comma = line === undefined ? layout.comma : "," + line;
  const texts = textsOf(added, layout, form);
  return [
    { start: sibling.end, end: sibling.end, text: "," },
    { start: beside.end, end: beside.end, text: comma.slice(1) + texts.join(comma) },
  ];
}

function textsOf(added: readonly Added[], layout: Layout, form: Form): readonly string[] {
  return added.map(({ name, value }) => {
    const text = render(value, layout, form);
    return name === undefined ? text : JSON.stringify(name) + layout.colon + text;
  });
}

/** An element is written as its sibling is, on one line or on several; a member on several where members have lines. */
function styleBeside(document: JsonDocument, place: Place, sibling: Entry, offset: number): Style {
  const { text } = document;
  const layout = layoutAt(document, [sibling.value, place], offset);
  const indent = lineIndent(text, sibling.start);
  const ownLine = startsLine(document, sibling);
  const imitated = sibling.value.entries.length > 0 && !(ownLine && place.kind === "object");
  const expanded = imitated ? breaksLine(text.slice(sibling.value.start, sibling.value.end)) : ownLine;
  return { layout, form: { indent, expanded }, line: ownLine ? layout.eol + indent : undefined };
}

function startsLine({ text, tokens }: JsonDocument, entry: Entry): boolean {
  const previous = tokens.slice(0, tokenFrom(tokens, entry.start)).findLast((token) => !isComment(token));
  return breaksLine(text.slice(previous?.end ?? 0, entry.start));
}

function lastComment(tokens: readonly Token[], place: Place): Token | undefined {
  const last = tokens[tokenFrom(tokens, place.end - 1) - 1];
  return last !== undefined && last.start > place.start ? last : undefined;
}

/** The end of the comments that follow on the line of `offset`, a comma between them or not. */
function commentsBeside({ text, tokens }: JsonDocument, offset: number): { end: number; lineComment: boolean } {
  let seen = offset;
  let end = offset;
  let lineComment = false;
  for (let index = tokenFrom(tokens, offset); index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || breaksLine(text.slice(seen, token.start))) break;
    if (!isComment(token) && token.kind !== "comma") break;
    seen = token.end;
    if (!isComment(token)) continue;
    end = token.end;
    lineComment = token.kind === "line comment";
  }
  return { end, lineComment };
}

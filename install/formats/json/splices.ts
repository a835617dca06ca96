// Splices: spans of a text and what stands there instead. Whatever no span covers stays, byte for byte.

/** `text` in place of what stands from `start` to `end`. */
export type Splice = { readonly start: number; readonly end: number; readonly text: string };

/** A part of a text. */
export type Span = { readonly start: number; readonly end: number };

/** The text with the splices made; of those at one place the insertions come first, in the order given. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let next = "";
  let done = 0;
  for (const splice of inOrder(splices)) {
    if (splice.start < done) throw new Error("Cannot edit: two changes of one edit overlap");
    next += text.slice(done, splice.start) + splice.text;
    done = splice.end;
  }
  return next + text.slice(done);
}

/** Left to right. */
export function inOrder(splices: readonly Splice[]): readonly Splice[] {
  return splices.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** The spans left to right, those that touch or overlap as one. */
export function united(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last === undefined || span.start > last.end) result.push(span);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return result;
}

/** What is left of a part of a text without these spans. */
export function leftOf(text: string, part: Span, spans: readonly Span[]): string {
  let left = "";
  let done = part.start;
  for (const { start, end } of united(spans)) {
    if (end <= done || start >= part.end) continue;
    left += text.slice(done, Math.max(done, start));
    done = end;
  }
  return left + text.slice(done, Math.max(done, part.end));
}

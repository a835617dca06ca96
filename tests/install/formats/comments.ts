// Comments for the tests of JSONC: strewn over a text as its owner might after an install, and found again in another,
// by a reading of its own.

import { assertEquals } from "@std/assert";
import fc from "fast-check";

/** Where a comment comes, and what it looks like. */
export type Strewn = readonly (readonly [place: number, shape: number])[];

export const strewn: fc.Arbitrary<Strewn> = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 })), {
  minLength: 1,
  maxLength: 12,
});

const TOKEN = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\/|[{}[\]:,]|[^\s{}[\]:,"/]+/g;

/** The comments of a text, in order. */
export function commentsOf(text: string): readonly string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => token.startsWith("/"));
}

/** The text with comments before some of its tokens, or after the last; no two are equal. */
export function withComments(text: string, strewn: Strewn): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const starts = [...text.matchAll(TOKEN)].map(({ index }) => index);
  const places = strewn.map(([place]) => place % (starts.length + 1));
  let next = "";
  for (const [index, start] of [...starts, text.length].entries()) {
    next += text.slice(index === 0 ? 0 : starts[index - 1], start);
    for (const [number, place] of places.entries()) {
      if (place !== index) continue;
      const isLast = start === text.length;
      next += (isLast ? eol : "") + shaped(strewn[number]?.[1] ?? 0, `new ${number}`, eol);
    }
  }
  return next;
}

/** All comments of the one text are all comments of the other. */
export function assertSameComments(text: string, other: string): void {
  assertEquals(commentsOf(other), commentsOf(text), `${text}\n=>\n${other}`);
}

function shaped(shape: number, words: string, eol: string): string {
  if (shape === 0) return `/* ${words} */`;
  if (shape === 1) return ` /* ${words} */ `;
  if (shape === 2) return `${eol}  /* ${words},${eol}"a": [ */${eol}`;
  if (shape === 3) return `// ${words} }${eol}`;
  if (shape === 4) return ` // ${words}${eol}    `;
  return `${eol}\t// ${words}${eol}`;
}

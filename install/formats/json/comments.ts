// The comments of a text: whoever wrote one keeps it, whatever goes around it (`installer.md` A2).

import type { JsonDocument } from "./document.ts";
import type { Span } from "./splices.ts";
import { isComment, type Token, tokenFrom } from "./tokens.ts";

/** A text and its tokens. */
type Scanned = Pick<JsonDocument, "text" | "tokens">;

/** The comments of a text, or of a part of it, as they are written. */
export function commentsIn({ text, tokens }: Scanned, part?: Span): readonly string[] {
  return commentTokens(tokens, part).map(({ start, end }) => text.slice(start, end));
}

/** True where all of these comments are among the others, in their order. */
export function areAmong(comments: readonly string[], others: readonly string[]): boolean {
  let found = 0;
  for (const other of others) if (other === comments[found]) found++;
  return found === comments.length;
}

/** The text of a value that comes in place of another, behind the comments of that one. */
export function behindComments(document: JsonDocument, place: Span, text: string): string {
  const comments = commentTokens(document.tokens, place).map(({ kind, start, end }) => {
    const comment = document.text.slice(start, end);
    return comment + (kind === "block comment" ? " " : lineBreakAt(document.text, end));
  });
  return comments.join("") + text;
}

function commentTokens(tokens: readonly Token[], part?: Span): readonly Token[] {
  const within = part === undefined ? tokens : tokens.slice(tokenFrom(tokens, part.start), tokenFrom(tokens, part.end));
  return within.filter(isComment);
}

/** Inside a value, every line comment has one behind it. */
function lineBreakAt(text: string, offset: number): string {
  return text.slice(offset, offset + 2) === "\r\n" ? "\r\n" : text.slice(offset, offset + 1);
}

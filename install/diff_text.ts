// What a change does to a file, as a unified diff of the bytes on disk: three lines of context, and nothing is reformatted.

import { structuredPatch } from "diff";

const CONTEXT_LINES = 3;

/** Empty where nothing changes; `undefined` stands for a file that is not there. */
export function diffText(path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): string {
  const { hunks } = structuredPatch(path, path, textOf(before), textOf(after), "", "", { context: CONTEXT_LINES });
  if (hunks.length === 0 && (before === undefined) === (after === undefined)) return "";
  const lines = hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  const head = [`--- ${before === undefined ? NOTHING : path}`, `+++ ${after === undefined ? NOTHING : path}`];
  return [...head, ...lines].join("\n");
}

const NOTHING = "/dev/null";

/** Where one side has no line, the format counts the line before. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** A byte order mark is part of it. */
function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

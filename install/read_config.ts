// A config's bytes as text and as the value its agent reads. Pure.

import type { Json } from "../src/domain/json.ts";
import type { Format, Reading, Refused } from "./formats/format.ts";

export type Read = Reading & { readonly text: string };

/** The config, or why it cannot be read. A missing file is an empty one; a byte order mark is part of the text. */
export function readConfig(bytes: Uint8Array | undefined, format: Format): Read | Refused {
  const text = bytes === undefined ? "" : textOf(bytes);
  if (text === undefined) return { refused: "it is not UTF-8 text", mend: "save it as UTF-8 and run again" };
  const read = format.read(text);
  return "refused" in read ? read : { ...read, text };
}

/** Only the value; `undefined` where the config cannot be read: whoever plans for it says why. */
export function documentOf(bytes: Uint8Array | undefined, format: Format): Json | undefined {
  const read = readConfig(bytes, format);
  return "refused" in read ? undefined : read.document;
}

/** The refusal with its line, where it names a place of what was read. */
export function located({ at, ...refused }: Refused, { lineOf }: Reading): Refused {
  return at === undefined ? refused : { ...refused, line: lineOf(at) };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

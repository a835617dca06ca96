// A config's bytes as text and as the value its agent reads. Pure.

import type { Json } from "../src/domain/json.ts";
import type { Format, Refused } from "./formats/format.ts";

export type Read = { readonly text: string; readonly document: Json };

/** The config, or why it cannot be read. A missing file is an empty one; a byte order mark is part of the text. */
export function readConfig(bytes: Uint8Array | undefined, format: Format): Read | Refused {
  const text = bytes === undefined ? "" : textOf(bytes);
  if (text === undefined) return { refused: "it is not UTF-8 text", mend: "save it as UTF-8 and run again" };
  const document = format.read(text);
  return isRefused(document) ? document : { text, document };
}

/** Only the value; `undefined` where the config cannot be read: whoever plans for it says why. */
export function documentOf(bytes: Uint8Array | undefined, format: Format): Json | undefined {
  const read = readConfig(bytes, format);
  return "refused" in read ? undefined : read.document;
}

export function isRefused(value: Json | Refused): value is Refused {
  return typeof value === "object" && value !== null && !Array.isArray(value) && typeof value.refused === "string" &&
    typeof value.mend === "string";
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Where something stands in a file, as messages have it. Pure.

import { lineOf } from "./formats/json/faults.ts";
import { shortPath } from "./short_path.ts";

/** `~/config.json:3`: the first line with one of these parts as a whole word; the path alone where there is none. */
export function spot(path: string, text: string, parts: readonly string[], home: string): string {
  const offsets = parts.map((part) => offsetOf(text, part)).filter((offset) => offset >= 0);
  const where = shortPath(path, home);
  return offsets.length === 0 ? where : `${where}:${lineOf(text, Math.min(...offsets))}`;
}

/** Not where it is the beginning of a longer name. */
function offsetOf(text: string, part: string): number {
  let at = text.indexOf(part);
  while (at >= 0 && /[\w-]/.test(text.charAt(at + part.length))) at = text.indexOf(part, at + 1);
  return at;
}

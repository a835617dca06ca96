// What no format of ours edits, whatever its parser makes of it (`installer.md` section 9).

import { isObject, type Json } from "../../src/domain/json.ts";
import type { Refused } from "./format.ts";
import { lineNumber } from "./lines.ts";

/** Deeper than this is not changed. */
export const MAX_DEPTH = 512;
const UNSAFE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\p{Surrogate}/u, "half a character (a lone surrogate)"],
  // deno-lint-ignore no-control-regex -- finding them is the point
  [/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/, "a control character"],
];

/** Why a text is not touched before any parser sees it. */
export function unsafeText(text: string): Refused | undefined {
  for (const [pattern, why] of UNSAFE) {
    const at = text.search(pattern);
    if (at !== -1) return { refused: why, line: lineNumber(text, at), mend: "remove it and run again" };
  }
  return undefined;
}

/** Why a value is not touched: it is nested too deep to be changed with care. */
export function unsafeDepth(value: Json): Refused | undefined {
  if (!deeper(value, MAX_DEPTH)) return undefined;
  return { refused: `values nested more than ${MAX_DEPTH} deep`, mend: "flatten the file and run again" };
}

function deeper(value: Json, left: number): boolean {
  if (!Array.isArray(value) && !isObject(value)) return false;
  return left === 0 || Object.values(value).some((inner) => deeper(inner, left - 1));
}

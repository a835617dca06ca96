// Whether a sender cut a text: what is not whole is never allowed and never compared (R7).

import { isObject, type Json } from "../domain/json.ts";
import { STRING_BYTES } from "../wire/limits.ts";

/** True when a string may have been cut by the sender: as long as a cut leaves it, and ending in the ellipsis. */
export function showsCut(value: Json): boolean {
  if (typeof value === "string") return endsCut(value);
  if (Array.isArray(value)) return value.some(showsCut);
  return isObject(value) && Object.values(value).some(showsCut);
}

/** A cut at 2,000 bytes moves back at most 3 to a character boundary, then adds the 3 bytes of `…`. */
function endsCut(value: string): boolean {
  if (!value.endsWith("…")) return false;
  const bytes = new TextEncoder().encode(value).length;
  return bytes >= STRING_BYTES && bytes <= STRING_BYTES + 3;
}

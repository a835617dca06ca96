// Hashes as hex: what the core compares and what binds an answer to what was shown (`approvals.md` 4.3).

import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** SHA-256 of a text. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** HMAC-SHA-256 of a text; `key` is hex. */
export function keyed(key: string, text: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex");
}

/** SHA-256 over fields with their lengths before them, so that no two lists of fields give the same bytes. */
export function bound(fields: readonly string[]): string {
  const hash = createHash("sha256");
  for (const field of fields) hash.update(`${Buffer.byteLength(field)}:`).update(field);
  return hash.digest("hex");
}

/** Compares two secrets in constant time, whatever their lengths. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

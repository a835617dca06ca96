// What a file's bytes, and its place, are known by (`installer.md` sections 3 and 10).

/** SHA-256 as hex. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The fingerprint of a file that is not there. */
export const ABSENT = "absent";

/** SHA-256 of the bytes; that nothing is there counts as one too. */
export async function fingerprint(bytes: Uint8Array | undefined): Promise<string> {
  return bytes === undefined ? ABSENT : await sha256(bytes);
}

/** A fingerprint as people are shown it. */
export function shown(fingerprint: string): string {
  return fingerprint.slice(0, 16);
}

/** Twelve hex digits for a canonical path: names its backups and its status line. */
export async function placeKey(real: string): Promise<string> {
  return (await sha256(new TextEncoder().encode(real))).slice(0, 12);
}

/** True for the same bytes, or nothing twice. */
export function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

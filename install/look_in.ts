// A file of an agent's, only to be looked at.

import type { Machine } from "./machine.ts";

/** Its bytes; `undefined` where there are none, or none that we may read: whoever changes the file says why. */
export function bytesIn(path: string, { doors, exists }: Pick<Machine, "doors" | "exists">): Uint8Array | undefined {
  try {
    return exists(path) ? doors.files.read(doors.files.realPath(path)) : undefined;
  } catch {
    return undefined; // see above
  }
}

/** Its text; empty where there is none. */
export function textIn(path: string, machine: Pick<Machine, "doors" | "exists">): string {
  return new TextDecoder().decode(bytesIn(path, machine));
}

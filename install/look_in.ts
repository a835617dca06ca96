// A file of an agent's, only to be looked at.

import type { Machine } from "./machine.ts";

/** Its bytes; `undefined` where there are none, or none that we may read: whoever changes the file says why. */
export function bytesIn(path: string, { doors: { files } }: Pick<Machine, "doors">): Uint8Array | undefined {
  try {
    const real = files.realPath(path);
    // A pipe would keep us waiting for ever.
    return files.lstat(real)?.isFile ? files.read(real) : undefined;
  } catch {
    return undefined; // see above
  }
}

/** Its text; empty where there is none. */
export function textIn(path: string, machine: Pick<Machine, "doors">): string {
  return new TextDecoder().decode(bytesIn(path, machine));
}

// Somebody tells this program to end (Ctrl-C, a CI's patience): what runs in its worlds is ended and nothing new begins,
// so that everything unwinds as it always does.

import { endAll } from "./processes.ts";

/** The homes in which something may run. */
export const homes = new Set<string>();

let told = false;

/** True once it has been told. */
export function isTold(): boolean {
  return told;
}

/** Listens from now on. */
export function listen(): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, tell);
}

function tell(): void {
  told = true;
  for (const home of homes) {
    endAll(home).catch((error: Error) => console.error(error.message));
  }
}

// The variables the hook reads, and what they say about where it runs. A name outside the list would throw: the hook's
// permissions are made from it.

import { ENV, OLD_ENV } from "../brand.ts";
import type { HookEnv } from "../wire/args.ts";
import { TERMINAL_VARIABLES } from "../wire/terminal.ts";

/** Every variable the hook may read. */
export const HOOK_ENV: readonly string[] = [
  ...TERMINAL_VARIABLES,
  `${ENV}SKIP`,
  `${ENV}ZECA`,
  `${ENV}SOCKET`,
  "XDG_RUNTIME_DIR",
  // macOS: the socket is in the support folder.
  `${ENV}SUPPORT_DIR`,
  `${OLD_ENV}SUPPORT_DIR`,
  "HOME",
  "GROK_HOOK_EVENT",
  "GROK_SESSION_ID",
];

/** One variable; empty counts as unset. */
export function variable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch (error) {
    // Its bytes are not UTF-8: no text that could be sent.
    if (error instanceof Deno.errors.InvalidData) return undefined;
    throw error;
  }
}

/** This process, as the event tells of it. The id is like version 8's: nanoseconds since the epoch, and the pid. */
export function hookEnv(): HookEnv {
  const cwd = folder();
  return {
    id: `${(BigInt(Date.now()) * 1_000_000n).toString(16)}-${Deno.pid.toString(16)}`,
    ...(cwd === undefined ? {} : { cwd }),
    pid: Deno.ppid,
    read: variable,
    zeca: variable(`${ENV}ZECA`) === "1",
  };
}

function folder(): string | undefined {
  try {
    return Deno.cwd();
  } catch {
    // The folder has been deleted: the event goes without one.
    return undefined;
  }
}

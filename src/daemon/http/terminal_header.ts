// `X-Vults-Terminal`: where the sender runs, as the forwarder sends it (`daemon.md` section 2): `NAME=value` pairs between
// tabs, of the wire's list and `pid`. Other names are dropped.

import type { ReadVariable } from "../../wire/args.ts";
import { TERMINAL_VARIABLES } from "../../wire/terminal.ts";

export type TerminalHeader = { readonly pid?: number; readonly read: ReadVariable };

const HEADER_BYTES = 4_096;

/** Reads the header's value; one that is missing or too long says nothing. */
export function readTerminal(value: string | null): TerminalHeader {
  const known = value === null || value.length > HEADER_BYTES ? new Map<string, string>() : pairs(utf8(value));
  const pid = known.get("pid");
  return {
    ...(pid !== undefined && /^[1-9]\d{0,9}$/.test(pid) ? { pid: Number(pid) } : {}),
    read: (name) => LISTED.has(name) ? known.get(name) : undefined,
  };
}

const LISTED: ReadonlySet<string> = new Set(TERMINAL_VARIABLES);

function pairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of text.split("\t")) {
    const cut = pair.indexOf("=");
    if (cut > 0) found.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
  return found;
}

/** A header comes as one character per byte. */
function utf8(value: string): string {
  return new TextDecoder().decode(Uint8Array.from(value, (character) => character.charCodeAt(0)));
}

// One command, run as its agent runs it, with a sample event on its stdin; and whether that arrived.

import { probeMark, probePayload } from "../../src/agents/probe.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { NAME } from "../../src/brand.ts";
import type { Machine } from "../machine.ts";
import { INSTALL } from "./mends.ts";
import type { Examination } from "./examination.ts";

/** A command of an entry. */
export type Probe = {
  readonly line: string;
  readonly event: string;
  /** What it ends with where nobody answers: 1 at a gate of Cursor's, which reads a silent 0 as a block. */
  readonly code: number;
};

/** `ms`: how long the command took, where the sample arrived. */
export type Probed = Pick<Finding, "level" | "says" | "mend"> & { readonly ms?: number };

/** How far the sample came. */
export async function probe({ line, event, code }: Probe, { doors, daemon }: Examination): Promise<Probed> {
  const mark = probeMark(doors.chance());
  const ran = await doors.run(line, JSON.stringify(probePayload(mark, event)));
  if ("why" in ran) return { level: "wrong", says: ran.why };
  if (ran.printed !== "") return { level: "wrong", says: `it prints ${quoted(ran.printed)} where it must be silent` };
  if (ran.code !== code) return { level: "wrong", says: `it ends with ${ran.code} where ${code} is right` };
  if (daemon === undefined) return { level: "note", says: "it runs and is silent; no daemon says whether it arrived" };
  const checkup = await daemon.checkup();
  if ("failed" in checkup) return { level: "wrong", says: checkup.failed };
  if (checkup.probes.some((known) => known.mark === mark)) {
    return { level: "ok", says: `reaches the daemon in ${Math.round(ran.ms)} ms`, ms: Math.round(ran.ms) };
  }
  const says = "it runs and is silent, and the daemon did not hear of it";
  return { level: "wrong", says, mend: `${INSTALL}; if it stays, end ${NAME} serve and start it again` };
}

/** Why a program cannot be started at all. */
export function whyNotRun(program: string, { isProgram, exists }: Machine): string | undefined {
  if (isProgram(program)) return undefined;
  return exists(program) ? "cannot be run" : "is not there";
}

const SHOWN_CHARACTERS = 200;

function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}

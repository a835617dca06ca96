// Who asks to answer a card. A command sends its pid; what stands above it tells whether an agent started it, and an agent
// must not answer for its person (DESIGN section 7). Who cannot be told apart is refused.

import { markedBy } from "../../agents/callers.ts";
import { TITLE } from "../../brand.ts";
import { type Ancestors, ancestors } from "../processes.ts";
import type { Refusal } from "./guard.ts";

/** `lookUp` is the system's process table. */
export async function checkCaller(
  request: Request,
  lookUp: (pid: number) => Promise<Ancestors> = ancestors,
): Promise<Refusal | undefined> {
  const pid = request.headers.get("x-vults-caller") ?? "";
  if (!/^[1-9]\d{0,9}$/.test(pid)) return unknown("the request does not name its process");
  const found = await lookUp(Number(pid));
  if ("unknown" in found) return unknown(found.unknown);
  const agent = markedBy([], found.programs);
  if (agent === undefined) return undefined;
  const message = `Refused: ${agent} started this command, and an agent must not answer for its person`;
  return { status: 403, code: "agent-caller", message: `${message}. Answer from ${TITLE}'s page or your own terminal` };
}

function unknown(why: string): Refusal {
  return { status: 403, code: "unknown-caller", message: `Refused: cannot tell who asks, ${why}` };
}

// The name after `--agent`: which kind it selects, and which names an `other` may carry (`protocol.md` sections 3, 5).

import { type Kind, KINDS_108, KINDS_8 } from "./event.ts";
import { AGENT_NAME_BYTES } from "./limits.ts";

/** A kind of ours, or `other` with its name. An `other` without a name sends nothing. */
export type AgentName = { readonly kind: Kind; readonly name?: string };

/** What `--agent NAME` selects. */
export function agentName(text: string): AgentName {
  const kind = [...KINDS_8, ...KINDS_108].find((known) => known === text);
  if (kind !== undefined) return { kind };
  return isOtherName(text) ? { kind: "other", name: text } : { kind: "other" };
}

/** True for a name that may travel as `agent_name`: the kinds of version 108 may, those of version 8 may not. */
export function isOtherName(text: string): boolean {
  return isName(text) && text !== GEMINI && !KINDS_8.some((kind) => kind === text);
}

/** Leftover Gemini CLI hooks send nothing (since version 7). */
const GEMINI = "gemini";

function isName(text: string): boolean {
  return text.length <= AGENT_NAME_BYTES && /^[a-z0-9-]+$/.test(text);
}

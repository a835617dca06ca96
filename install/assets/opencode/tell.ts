// One event in Claude's shape, as the hook reads it from stdin: session and folder always, and the child whose event it
// is. A child's events are its parent's session's (`agents.md` section 3).

import { given } from "../../../src/agents/fields.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { Memory, Session } from "./memory.ts";
import type { Relay, Step } from "./step.ts";

/** What every reading needs: what is known, where OpenCode runs, and whether its requests are answered from here. */
export type Place = { readonly known: Memory; readonly directory: string | undefined; readonly asks: boolean };

/** The step that tells of `event`. */
export function tell(event: string, session: Session, members: JsonObject, place: Place): Step {
  return { relay: relayOf(event, session, members, place) };
}

/** The same, where the session's turn ends: nothing that it asked is still open. */
export function tellEnd(event: string, session: Session, members: JsonObject, place: Place): Step {
  return { ...tell(event, session, members, place), over: place.known.requests.of(session.id) };
}

/** The hook's run, still without a request. */
export function relayOf(event: string, session: Session, members: JsonObject, place: Place): Relay {
  const child = isChild(session) ? { agent_id: session.id, agent_type: session.agent ?? "subagent" } : {};
  const cwd = given("cwd", session.directory ?? place.directory);
  const payload = { hook_event_name: event, session_id: session.root, ...cwd, ...child, ...members };
  return { queue: session.root, event, payload };
}

export function isChild(session: Session): boolean {
  return session.root !== session.id;
}

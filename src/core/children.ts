// The children under a session. Older news never overwrites newer (`daemon.md` section 7).

import type { AgentInput, ChildMoved, Origin } from "../domain/input.ts";
import type { Child, Millis } from "../domain/session.ts";
import { shift } from "./live.ts";
import type { Live, State } from "./state.ts";

const MOST = 32;

/** A child started, finished or went idle. */
export function childMoved(live: Live, input: ChildMoved, now: Millis): Live {
  return put(live, { ...input.child, state: input.state, at: now }, now);
}

/** A child did something: it runs. Its calls are its own; the parent's state is not touched. */
export function childActive(live: Live, from: Origin, now: Millis): Live {
  const id = `subagent:${from.agentId ?? ""}`;
  const known = live.session.children.find((child) => child.id === id);
  const name = from.agentType ?? known?.name ?? "subagent";
  return put(live, { id, kind: "subagent", name, state: "running", at: now }, now);
}

/** The turn is over: what is not named as still running is done. `running` holds the agent's own ids. */
export function closeChildren(live: Live, running: readonly string[], now: Millis): Live {
  const isOpen = (child: Child) => child.state === "running" && !running.includes(child.id.replace(/^[a-z]+:/, ""));
  if (!live.session.children.some(isOpen)) return live;
  const children = live.session.children.map((
    child,
  ): Child => (isOpen(child) ? { ...child, state: "done", at: now } : child));
  return { ...live, session: { ...live.session, children } };
}

/** A child's news, told in the child's own session, under the session that has this child; without one it is dropped. */
export function ofParent(state: State, input: AgentInput): AgentInput | undefined {
  if (input.is !== "child" || !input.stray) return input;
  const parent = state.sessions.values().find(({ session }) => {
    return session.agent === input.from.agent && session.children.some((child) => child.id === input.child.id);
  });
  return parent && { ...input, from: { ...input.from, session: parent.session.id } };
}

/** A subagent's own Stop; a task that it completed is not. */
export function endsSubagent({ child, state, from }: ChildMoved): boolean {
  return child.kind === "subagent" && state === "done" && from.agentId !== undefined;
}

function put(live: Live, child: Child, now: Millis): Live {
  const others = live.session.children.filter((known) => known.id !== child.id);
  return shift(live, now, { children: [...others, child].slice(-MOST) });
}

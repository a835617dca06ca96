// A session's children: subagents, tasks and teammates (`daemon.md` sections 5 and 7). A child never moves its parent.

import type { AgentInput, Origin } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ChildState } from "../domain/session.ts";
import { text } from "./fields.ts";

/** What a subagent, task or teammate did; any event that is none of theirs is not known. */
export function child(event: string, payload: JsonObject, from: Origin): AgentInput | "ignored" | "undecodable" {
  switch (event) {
    case "SubagentStart":
      return subagent(from, "running");
    case "SubagentStop":
      // Two of these come with each /compact, without a start (fixture life-clear-compact).
      return from.agentType === undefined ? "ignored" : subagent(from, "done");
    case "TaskCreated":
      return task(payload, from, "running");
    case "TaskCompleted":
      return task(payload, from, "done");
    case "TeammateIdle":
      return teammate(payload, from);
    default:
      return "undecodable";
  }
}

/** The subagent that `from` names. Without an id its type stands for it; without either it is nobody. */
export function subagent(from: Origin, state: ChildState): AgentInput | "ignored" {
  const { agentId, agentType } = from;
  if (agentId === undefined && agentType === undefined) return "ignored";
  const name = agentType ?? "subagent";
  return { is: "child", from, child: { id: `subagent:${agentId ?? name}`, kind: "subagent", name }, state };
}

function task(payload: JsonObject, from: Origin, state: ChildState): AgentInput | "ignored" {
  const id = text(payload, "task_id");
  if (id === undefined) return "ignored";
  return {
    is: "child",
    from,
    child: { id: `task:${id}`, kind: "task", name: text(payload, "task_subject", "subject") ?? id },
    state,
  };
}

function teammate(payload: JsonObject, from: Origin): AgentInput | "ignored" {
  const name = text(payload, "teammate_name", "name");
  if (name === undefined) return "ignored";
  const team = text(payload, "team_name", "team") ?? "team";
  return { is: "child", from, child: { id: `teammate:${team}/${name}`, kind: "teammate", name }, state: "idle" };
}

// Codex CLI: Claude's shape, where `turn_id` is the turn (`agents.md` section 2). It fails closed on members it does not
// know, so an answer holds `behavior` and `message` and nothing else (`protocol.md` section 10).

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import type { HookEvent } from "../wire/event.ts";
import { HIDDEN_HOLD_MS } from "../wire/limits.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { text } from "./fields.ts";
import { withoutOffer } from "./offer.ts";
import { permissionAnswer } from "./permission_answer.ts";
import { fitsYesOrNo, permissionsOnly, yesOrNo } from "./yes_or_no.ts";

/** Its dialog appears only after our hook (`agents.md` 0.1). */
export const asks: Agent["asks"] = { PermissionRequest: HIDDEN_HOLD_MS };

/** A patch stands in `command`; the shell arrives as `Bash` already (`agents.md` section 2, fixture tuiPerm-allow). */
export const tools: Agent["tools"] = {
  names: new Map([["apply_patch", "Edit"], ["request_user_input", "AskUserQuestion"]]),
  members: new Map(),
};

const CODEX: Dialect = { agent: "codex", asks, tools, ignores: ["PreModelRequest", "PostModelRequest"] };

/** The daemon's reading of an event. A subagent's wait cannot be answered (`approvals.md` 1.1). */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const read = permissionsOnly(claudeShape(event, CODEX));
  if (typeof read === "string" || read.is !== "waits" || read.from.agentId === undefined) return read;
  return withoutOffer(read);
}

/** A permission request of the main agent takes a decision. */
export function fits(asked: Asked): Fits {
  return text(asked.raw, "agent_id") === undefined ? fitsYesOrNo(asked, { asks, tools }) : "nothing";
}

/** The line to print, without its newline; `undefined` when the verdict does not fit or cannot be said whole. */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  const decision = fits(asked) === verdict.kind ? yesOrNo(verdict) : undefined;
  return decision && permissionAnswer(decision);
}

// Agents that take yes or no to a permission and nothing else: Codex, Qwen Code, Copilot CLI (`agents.md` sections 2, 4
// and 5). Their questions and plans are waits without an offer: the terminal asks.

import type { Verdict } from "../domain/effect.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { withoutOffer } from "./offer.ts";
import { denial } from "./permission_answer.ts";
import { toolOf } from "./tool_use.ts";

type Reading = ReturnType<Agent["toInput"]>;

/** The reading without an offer that could not be answered. */
export function permissionsOnly(reading: Reading): Reading {
  return typeof reading === "object" && reading.is === "waits" && reading.wait !== "permission"
    ? withoutOffer(reading)
    : reading;
}

/** A decision fits a permission request that names a tool. */
export function fitsYesOrNo({ event, raw }: Asked, { asks, tools }: Pick<Agent, "asks" | "tools">): Fits {
  const tool = toolOf(raw, tools);
  if (!Object.hasOwn(asks, event) || tool === undefined) return "nothing";
  return tool === "AskUserQuestion" || tool === "ExitPlanMode" ? "nothing" : "decision";
}

/** What is said; `undefined` when the verdict says more than yes or no. */
export function yesOrNo(verdict: Verdict): JsonObject | undefined {
  if (verdict.kind !== "decision" || saysMore(verdict)) return undefined;
  return verdict.decision === "deny" ? denial(verdict.message) : { behavior: "allow" };
}

function saysMore({ suggestion, mode, choice }: Extract<Verdict, { kind: "decision" }>): boolean {
  return suggestion !== undefined || mode !== undefined || choice !== undefined;
}

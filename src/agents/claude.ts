// Claude Code: what its events mean, and the exact bytes it reads back (`agents.md` section 1, `protocol.md` section 10).
// Nothing is printed that does not fit the waiting event: no decision is never written as a deny (R3).

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import { isObject, type Json, type JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";
import { HIDDEN_HOLD_MS, HOLD_MS } from "../wire/limits.ts";
import type { Agent, Asked, Fits } from "./agent.ts";
import { claudeShape, type Dialect } from "./claude_shape.ts";
import { withoutOffer } from "./offer.ts";
import { denial, permissionAnswer } from "./permission_answer.ts";
import { CLAUDE_WORDS } from "./words.ts";

/** Its dialog is on screen at a request; a question before its tool, through an `--ask` entry, is hidden (`agents.md` 0.1). */
export const asks: Agent["asks"] = { PermissionRequest: HOLD_MS, PreToolUse: HIDDEN_HOLD_MS };

export const tools: Agent["tools"] = CLAUDE_WORDS;

const CLAUDE: Dialect = { agent: "claude", asks, tools, suggests: true, ignores: ["ConfigChange", "MessageDisplay"] };

/** The daemon's reading of an event. */
export function toInput(event: HookEvent): AgentInput | "ignored" | "undecodable" {
  const input = claudeShape(event, CLAUDE);
  if (typeof input === "string" || input.is !== "waits" || !input.offer) return input;
  // Answers are made from the member as an object: in another spelling there is none (`protocol.md` section 10).
  if (!isObject(event.payload.tool_input)) return withoutOffer(input);
  if (input.from.agentId === undefined) return input;
  // A background subagent's dialog stays hidden while our hook waits (seen 2.1.332, ADR 7).
  return { ...input, offer: { ...input.offer, hold: HIDDEN_HOLD_MS } };
}

/** Questions take answers at both of their doors; any other permission request takes a decision. */
export function fits({ event, raw }: Asked): Fits {
  const question = raw.tool_name === "AskUserQuestion";
  if (event === "PreToolUse") return question ? "answer" : "nothing";
  if (event !== "PermissionRequest") return "nothing";
  return question ? "answer" : "decision";
}

/** The line to print, without its newline; `undefined` when the verdict does not fit or cannot be said whole. */
export function answer(verdict: Verdict, asked: Asked): string | undefined {
  if (fits(asked) !== verdict.kind) return undefined;
  if (verdict.kind === "answer") return answerQuestions(verdict.answers, asked);
  if (verdict.choice !== undefined) return undefined;
  if (verdict.decision === "deny") return permissionAnswer(denial(verdict.message));
  return allow(verdict, asked.raw);
}

function allow(verdict: Extract<Verdict, { kind: "decision" }>, raw: JsonObject): string | undefined {
  const plan = raw.tool_name === "ExitPlanMode";
  if (verdict.mode !== undefined && !(plan && verdict.mode === "acceptEdits")) return undefined;
  const decision: JsonObject = { behavior: "allow" };
  if (plan) {
    // Without the input as received, Claude Code 2.1.199 and later ignores the allow (fixture plan-echo).
    if (!isObject(raw.tool_input)) return undefined;
    decision.updatedInput = raw.tool_input;
  }
  if (verdict.mode !== undefined) {
    decision.updatedPermissions = [{ type: "setMode", mode: verdict.mode, destination: "session" }];
  }
  if (verdict.suggestion !== undefined) {
    const suggestions = raw.permission_suggestions;
    const entry = Array.isArray(suggestions) ? suggestions[verdict.suggestion] : undefined;
    if (!isObject(entry)) return undefined;
    decision.updatedPermissions = [entry];
  }
  return permissionAnswer(decision);
}

/** All or nothing: Claude takes a missing answer without a word (`agents.md` section 1, seen 2.1.332). */
function answerQuestions(
  answers: readonly (string | readonly string[])[],
  { event, raw }: Asked,
): string | undefined {
  const input = raw.tool_input;
  if (!isObject(input) || !Array.isArray(input.questions)) return undefined;
  const texts = questionTexts(input.questions);
  if (texts === undefined || texts.length === 0 || texts.length !== answers.length) return undefined;
  const pairs = texts.map((text, index): [string, Json] => [text, copy(answers[index] ?? "")]);
  const updatedInput: JsonObject = { ...input, answers: Object.fromEntries(pairs) };
  if (event === "PermissionRequest") return permissionAnswer({ behavior: "allow", updatedInput });
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput },
  });
}

/** `undefined` when an entry has no text, or two share one: their answers would share a key. */
function questionTexts(questions: readonly Json[]): string[] | undefined {
  const texts: string[] = [];
  for (const entry of questions) {
    if (!isObject(entry) || typeof entry.question !== "string" || texts.includes(entry.question)) return undefined;
    texts.push(entry.question);
  }
  return texts;
}

function copy(value: string | readonly string[]): Json {
  return typeof value === "string" ? value : [...value];
}

// What a waiting hook printed, as what is posted to OpenCode. Only these exact shapes are an answer; anything else, and
// silence most of all, is none: OpenCode's own dialog asks (R3). Never its `always`, which edits its config.

import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";
import { REPLY_CHARACTERS } from "./limits.ts";
import type { Request } from "./step.ts";

/** The body to post; `undefined` = post nothing. */
export function readAnswer(printed: string, request: Request): JsonObject | undefined {
  const value = printed.length > REPLY_CHARACTERS ? undefined : parse(printed);
  if (!isObject(value)) return undefined;
  const fits = request.questions === undefined ? isReply(value) : isAnswers(value, request.questions);
  return fits ? value : undefined;
}

function isReply(value: JsonObject): boolean {
  const { reply, message, ...others } = value;
  if (Object.keys(others).length > 0) return false;
  if (reply === "once") return !("message" in value);
  return reply === "reject" && (!("message" in value) || isText(message));
}

function isAnswers({ answers, ...others }: JsonObject, questions: number): boolean {
  if (Object.keys(others).length > 0 || !Array.isArray(answers) || answers.length !== questions) return false;
  return answers.every((given) => Array.isArray(given) && given.length > 0 && given.every(isText));
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string" && value !== "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON is no answer
  }
}

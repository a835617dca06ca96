// One line from the daemon, as the hook reads it. Whatever is not exactly a reply to the event that was sent is `bad`,
// and a bad reply prints nothing (`protocol.md` sections 8 and 9).

import type { Verdict } from "../domain/effect.ts";
import { isObject, type JsonObject } from "../domain/json.ts";
import { encodeLine } from "./line.ts";
import type { HookEvent } from "./event.ts";
import type { Reply } from "./reply.ts";

/** What a line says to the hook that sent `event`. */
export type Said = "waiting" | "unsupported" | Verdict | "bad";

/** Reads one line. */
export function readReply(line: Uint8Array, event: Pick<HookEvent, "id" | "v">): Said {
  const reply = parse(line);
  if (reply === undefined || reply.id !== event.id) return "bad";
  // A daemon that does not speak the event's version cannot be asked to answer in it.
  if (reply.kind === "unsupported") return "unsupported";
  if (reply.v !== event.v) return "bad";
  if (reply.kind === "waiting") return "waiting";
  if (reply.kind === "decision") return decision(reply) ?? "bad";
  if (reply.kind === "answer") return answers(reply) ?? "bad";
  return "bad";
}

/** A reply as the daemon sends it. */
export function encodeReply(reply: Reply): Uint8Array<ArrayBuffer> {
  return encodeLine(reply);
}

function parse(line: Uint8Array): JsonObject | undefined {
  try {
    const reply: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    return isObject(reply) ? reply : undefined;
  } catch {
    // Not UTF-8 or not JSON: no reply at all.
    return undefined;
  }
}

function decision({ decision, message, suggestion, mode, choice }: JsonObject): Verdict | undefined {
  if (decision !== "allow" && decision !== "deny") return undefined;
  if (!isText(message) || !isText(mode) || !isText(choice) || !isIndex(suggestion)) return undefined;
  return {
    kind: "decision",
    decision,
    ...(message ? { message } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(mode === undefined ? {} : { mode }),
    ...(choice === undefined ? {} : { choice }),
  };
}

/** One entry per question, in order: a text, or several for a question that takes several. */
function answers({ answers }: JsonObject): Verdict | undefined {
  return Array.isArray(answers) && answers.every(isAnswer) ? { kind: "answer", answers } : undefined;
}

function isAnswer(value: unknown): value is string | string[] {
  return typeof value === "string" || (Array.isArray(value) && value.every((part) => typeof part === "string"));
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isIndex(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === "number" && Number.isSafeInteger(value) && value >= 0);
}

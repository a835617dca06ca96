// The body of an answer: one of the words of `vults answer`, with the hash of what the human saw. Nothing is guessed:
// an unknown word or member is refused, and the card stays (R3).

import { z } from "zod";
import type { Words } from "../../domain/card.ts";
import { isObject } from "../../domain/json.ts";
import { parseJson } from "./body.ts";
import type { Refusal } from "./guard.ts";

export type AnswerBody = { readonly words: Words; readonly binding: string; readonly requestId?: string };

const Envelope = {
  binding: z.string().min(1).max(256),
  requestId: z.string().min(1).max(256).exactOptional(),
};

/** By the member that names the word. */
const SHAPES = {
  decision: z.discriminatedUnion("decision", [
    z.strictObject({
      ...Envelope,
      decision: z.literal("allow"),
      mode: z.literal("acceptEdits").exactOptional(),
      session: z.boolean().exactOptional(),
    }),
    z.strictObject({ ...Envelope, decision: z.literal("deny"), message: z.string().exactOptional() }),
  ]),
  suggestion: z.strictObject({ ...Envelope, suggestion: z.int().min(0) }),
  choice: z.strictObject({ ...Envelope, choice: z.string().min(1) }),
  answers: z.strictObject({ ...Envelope, answers: z.array(z.union([z.string(), z.array(z.string())])) }),
  handBack: z.strictObject({ ...Envelope, handBack: z.literal(true) }),
} as const;

/** Reads the body's text. */
export function readAnswer(text: string): AnswerBody | Refusal {
  const body = parseJson(text);
  if (!isObject(body)) return shape("the body is not a JSON object");
  const words = (Object.keys(SHAPES) as (keyof typeof SHAPES)[]).filter((word) => word in body);
  const [word, second] = words;
  if (word === undefined) return shape(`one of ${Object.keys(SHAPES).join(", ")} is needed`);
  if (second !== undefined) return shape(`"${word}" and "${second}" cannot be said together`, second);
  const read = SHAPES[word].safeParse(body);
  if (!read.success) return firstIssue(read.error);
  const { binding, requestId, ...said } = read.data;
  return { words: said, binding, ...(requestId === undefined ? {} : { requestId }) };
}

/** A Refusal of check 8 for the first thing that zod found. */
export function firstIssue({ issues }: z.ZodError): Refusal {
  const [issue] = issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = unknown ?? issue?.path.join(".");
  return shape(issue?.message ?? "it does not fit", field || undefined);
}

function shape(why: string, field?: string): Refusal {
  return { status: 400, code: "shape", message: `Cannot read the request: ${why}`, ...(field ? { field } : {}) };
}

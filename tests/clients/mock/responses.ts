// OpenAI's Responses API, which Codex speaks.

import type { JsonObject } from "../../../src/domain/json.ts";
import type { Call, Format, Said, Sent } from "./turn.ts";

export const responses: Format = { whole, stream };

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

function whole(model: string, said: Said): JsonObject {
  return completed(opened(model), itemsOf(said));
}

function stream(model: string, said: Said): readonly Sent[] {
  const response = opened(model);
  const items = itemsOf(said);
  const events: JsonObject[] = [
    { type: "response.created", response },
    ...items.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      ...deltas(item, output_index),
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response: completed(response, items) },
  ];
  return events.map((data, sequence_number) => ({ name: String(data["type"]), data: { ...data, sequence_number } }));
}

function opened(model: string): JsonObject {
  return { id: newId("resp"), object: "response", created_at: 0, model, status: "in_progress", output: [] };
}

function completed(response: JsonObject, output: JsonObject[]): JsonObject {
  return { ...response, status: "completed", output, usage: USAGE };
}

function itemsOf({ text, calls }: Said): JsonObject[] {
  return [...(text === undefined ? [] : [textItem(text)]), ...calls.map(callItem)];
}

function textItem(text: string): JsonObject {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: newId("msg"), status: "completed", role: "assistant", content };
}

function callItem({ id, name, namespace, input }: Call): JsonObject {
  return {
    type: "function_call",
    id: newId("fc"),
    call_id: `call_${id}`,
    status: "completed",
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(input),
  };
}

/** Text is shown as it comes; a call is taken from its item when that is done. */
function deltas(item: JsonObject, output_index: number): JsonObject[] {
  if (item["type"] !== "message" || !Array.isArray(item["content"])) return [];
  const [part] = item["content"];
  if (typeof part !== "object" || part === null || Array.isArray(part)) return [];
  const at = { item_id: item["id"] ?? "", output_index, content_index: 0 };
  return [{ type: "response.output_text.delta", ...at, delta: part["text"] ?? "" }];
}

function newId(kind: string): string {
  return `${kind}_${crypto.randomUUID().replaceAll("-", "")}`;
}

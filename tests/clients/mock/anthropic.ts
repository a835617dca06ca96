// Anthropic's Messages API, which Claude Code speaks.

import type { JsonObject } from "../../../src/domain/json.ts";
import type { Call, Format, Said, Sent } from "./turn.ts";

export const anthropic: Format = { whole, stream };

const USAGE = { input_tokens: 100, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

function whole(model: string, said: Said): JsonObject {
  const content = [...texts(said).map((text) => ({ type: "text", text })), ...said.calls.map(toolUse)];
  return { ...message(model), content, stop_reason: stopReason(said) };
}

function stream(model: string, said: Said): readonly Sent[] {
  const blocks = [...texts(said).map(textBlock), ...said.calls.map(callBlock)];
  const delta = { stop_reason: stopReason(said), stop_sequence: null };
  return [
    event("message_start", { message: { ...message(model), content: [] } }),
    ...blocks.flatMap(({ start, delta }, index) => [
      event("content_block_start", { index, content_block: start }),
      event("content_block_delta", { index, delta }),
      event("content_block_stop", { index }),
    ]),
    event("message_delta", { delta, usage: { output_tokens: 20 } }),
    event("message_stop", {}),
  ];
}

function message(model: string): JsonObject {
  const id = `msg_${crypto.randomUUID()}`;
  return { id, type: "message", role: "assistant", model, stop_reason: null, stop_sequence: null, usage: USAGE };
}

function textBlock(text: string): { start: JsonObject; delta: JsonObject } {
  return { start: { type: "text", text: "" }, delta: { type: "text_delta", text } };
}

function callBlock(call: Call): { start: JsonObject; delta: JsonObject } {
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(call.input) };
  return { start: { ...toolUse(call), input: {} }, delta };
}

function toolUse({ id, name, input }: Call): JsonObject {
  return { type: "tool_use", id: `toolu_${id}`, name, input };
}

function texts({ text }: Said): readonly string[] {
  return text === undefined ? [] : [text];
}

function stopReason({ calls }: Said): string {
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function event(name: string, data: JsonObject): Sent {
  return { name, data: { type: name, ...data } };
}

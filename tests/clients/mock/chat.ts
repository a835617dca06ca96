// OpenAI's Chat Completions API, which most of the other clients speak.

import type { JsonObject } from "../../../src/domain/json.ts";
import type { Format, Said, Sent } from "./turn.ts";

export const chat: Format = { whole, stream };

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

function whole(model: string, said: Said): JsonObject {
  const { calls } = said;
  const message = {
    role: "assistant",
    content: said.text ?? null,
    ...(calls.length > 0 ? { tool_calls: toolCalls(said) } : {}),
  };
  const choices = [{ index: 0, finish_reason: finish(said), message }];
  return { id: newId(), object: "chat.completion", created: 0, model, choices, usage: USAGE };
}

function stream(model: string, said: Said): readonly Sent[] {
  const head = { id: newId(), object: "chat.completion.chunk", created: 0, model };
  const chunk = (delta: JsonObject, finish_reason: string | null = null): Sent => ({
    data: { ...head, choices: [{ index: 0, delta, finish_reason }] },
  });
  return [
    chunk({ role: "assistant", content: said.text ?? "" }),
    ...toolCalls(said).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, finish(said)),
    { data: { ...head, choices: [], usage: USAGE } },
    { data: "[DONE]" },
  ];
}

function toolCalls({ calls }: Said): JsonObject[] {
  return calls.map(({ id, name, input }) => ({
    id: `call_${id}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
}

function finish({ calls }: Said): string {
  return calls.length > 0 ? "tool_calls" : "stop";
}

function newId(): string {
  return `chatcmpl-${crypto.randomUUID()}`;
}

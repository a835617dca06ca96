// A model that says what it is told, for real clients: loopback only, three formats, streaming and not. Only requests
// that offer what a turn needs use it up: titles, topics and helpers of the client get a side text.

import { isObject, type JsonObject } from "../../../src/domain/json.ts";
import { anthropic } from "./anthropic.ts";
import { callsOf } from "./calls.ts";
import { chat } from "./chat.ts";
import { lastWords, offered } from "./offered.ts";
import { responses } from "./responses.ts";
import type { Call, Format, Sent, Turn } from "./turn.ts";

/** One request that a client made. */
export type Asked = {
  readonly path: string;
  /** The number of the turn it got, from 0; absent for side requests and what is not served. */
  readonly turn?: number;
  readonly words: string;
  readonly tools: readonly string[];
  readonly calls: readonly Call[];
  /** The whole body, as it came. */
  readonly body: string;
};

export type Mock = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Every request so far. */
  readonly asked: readonly Asked[];
  stop(): Promise<void>;
};

/** Starts the model; once the turns are used up it has nothing more to do and says so. */
export function mock(turns: readonly Turn[]): Mock {
  const asked: Asked[] = [];
  const pick = picker(turns);
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(options, (request) => respond(request, pick, asked));
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked,
    stop: () => server.shutdown(),
  };
}

const FORMATS: readonly (readonly [RegExp, Format])[] = [
  [/\/messages$/, anthropic],
  [/\/responses$/, responses],
  [/\/chat\/completions$/, chat],
];

const MODELS = ["mock-model"];

async function respond(request: Request, pick: Pick, asked: Asked[]): Promise<Response> {
  const path = new URL(request.url).pathname;
  const body = await request.text();
  const format = FORMATS.find(([pattern]) => pattern.test(path))?.[1];
  if (request.method !== "POST" || format === undefined) {
    asked.push({ path, words: "", tools: [], calls: [], body });
    return other(path);
  }
  const read = parsed(body);
  const picked = pick(read, body);
  const said = {
    path,
    words: lastWords(read),
    tools: offered(read).map(({ name }) => name),
    calls: picked.calls,
    body,
  };
  asked.push(picked.number === undefined ? said : { ...said, turn: picked.number });
  await picked.gate;
  const model = String(read["model"] ?? MODELS[0]);
  return read["stream"] === true ? streamed(format.stream(model, picked)) : Response.json(format.whole(model, picked));
}

function other(path: string): Response {
  if (path.endsWith("/count_tokens")) return Response.json({ input_tokens: 100 });
  if (!path.endsWith("/models")) return Response.json({ error: { message: "not served" } }, { status: 404 });
  return Response.json({ object: "list", data: MODELS.map((id) => ({ id, object: "model", created: 1 })) });
}

function streamed(events: readonly Sent[]): Response {
  const text = events.map(({ name, data }) => {
    const head = name === undefined ? "" : `event: ${name}\n`;
    return `${head}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
  });
  return new Response(text.join(""), { headers: { "content-type": "text/event-stream", "cache-control": "no-cache" } });
}

type Picked = {
  readonly number?: number;
  readonly text?: string;
  readonly calls: readonly Call[];
  readonly gate?: Promise<unknown>;
};
type Pick = (body: JsonObject, text: string) => Picked;

/** Hands the turns out in order; a request that is repeated to the byte (a retry) gets the same again. */
function picker(turns: readonly Turn[]): Pick {
  const given = new Map<string, Picked>();
  let next = 0;
  return (body, text) => {
    const again = given.get(text);
    if (again !== undefined) return again;
    const tools = offered(body);
    if (tools.length === 0) return { text: "Test title", calls: [] };
    const turn = turns[next];
    if (turn === undefined) return { text: "Nothing more.", calls: [] };
    const calls = callsOf(turn, tools);
    if (calls === undefined) return { text: "Noted.", calls: [] };
    const picked = { number: next++, ...turn, calls };
    given.set(text, picked);
    return picked;
  };
}

/** A body that is no JSON object offers nothing. */
function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // not JSON: see above
  }
}

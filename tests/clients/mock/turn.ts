// What the mock model is told to say, and how it stands to a client: what was offered, what is called.

import type { JsonObject } from "../../../src/domain/json.ts";

/** One answer of the model: text, and a call of a tool that the client offers. */
export type Turn = {
  readonly text?: string;
  /** A shell command, for whichever tool the client runs its commands with. */
  readonly shell?: string;
  /** What its call says besides. */
  readonly besides?: JsonObject | undefined;
  /** A call by the client's own names; a request that does not offer the tool does not get this turn. */
  readonly call?: { readonly name: string; readonly input: JsonObject };
  /** The model thinks until this is fulfilled, so that what happens meanwhile can be looked at. */
  readonly gate?: Promise<unknown>;
};

/** A tool as a client offers it. */
export type Tool = { readonly name: string; readonly namespace?: string; readonly schema: JsonObject };

/** A call of an offered tool. */
export type Call = {
  readonly id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly input: JsonObject;
};

/** What is sent back, in no format yet. */
export type Said = { readonly text?: string; readonly calls: readonly Call[] };

/** One event of a stream; the name is absent where the format has none. */
export type Sent = { readonly name?: string; readonly data: JsonObject | "[DONE]" };

/** A format of the model's API: an answer at once, and as a stream. */
export type Format = {
  whole(model: string, said: Said): JsonObject;
  stream(model: string, said: Said): readonly Sent[];
};

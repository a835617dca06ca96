// What one event of OpenCode asks of the plugin, as plain data.

import type { JsonObject } from "../../../src/domain/json.ts";

/** A hook to run: one event in Claude's shape. */
export type Relay = {
  /** Hooks of one queue start one after another. */
  readonly queue: string;
  readonly event: string;
  readonly payload: JsonObject;
  /** Set when the hook waits for a person. */
  readonly request?: Request;
};

/** What OpenCode asks, and where its answer is posted. */
export type Request = {
  readonly id: string;
  readonly url: string;
  /** How many questions are asked; absent = a permission. */
  readonly questions?: number;
};

export type Step = {
  readonly relay?: Relay;
  /** Requests that are over: their waiting hooks end. */
  readonly over?: readonly string[];
};

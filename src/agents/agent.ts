// The one shape of every agent's file.

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEvent } from "../wire/event.ts";

/** What a waiting event can be told: a verdict, the answers to questions, or nothing. */
export type Fits = "decision" | "answer" | "nothing";

/** A waiting event as an answer is made for it: `raw` is the agent's whole JSON, never the trimmed payload. */
export type Asked = { readonly event: string; readonly raw: JsonObject };

export type Agent = {
  /** The daemon's reading of an event. Pure; the door adds door, seal and request. */
  toInput(event: HookEvent): AgentInput | "ignored" | "undecodable";
  /** Which verdict fits this event. */
  fits(asked: Asked): Fits;
  /** The text to print, without its newline; `undefined` = print nothing, the terminal asks. */
  answer(verdict: Verdict, asked: Asked): string | undefined;
};

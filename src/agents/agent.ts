// The one shape of every agent's file.

import type { Verdict } from "../domain/effect.ts";
import type { AgentInput } from "../domain/input.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import type { HookEvent } from "../wire/event.ts";

/** What a waiting event can be told: a verdict, the answers to questions, or nothing. */
export type Fits = "decision" | "answer" | "nothing";

/** A waiting event as an answer is made for it: `raw` is the agent's whole JSON, never the trimmed payload. */
export type Asked = { readonly event: string; readonly raw: JsonObject };

/** What an agent's tools are called, and their inputs' members, in Claude's words (`agents.md` 14.2). */
export type ToolWords = {
  /** Its own name to the canonical one; any other name stays as it is. */
  readonly names: ReadonlyMap<string, string>;
  /** Its own member to the canonical one, under which it is read as well. */
  readonly members: ReadonlyMap<string, string>;
  /** The member of a question that takes several answers; `multiSelect` where it is Claude's. */
  readonly several?: readonly string[];
  /** For spellings that a table cannot hold, such as a prefix; read before the table. */
  readonly spell?: (name: string) => string;
};

export type Agent = {
  /** The events it can be asked at, by the agent's own names, with how long a card is held; `null` = no limit. */
  readonly asks: Readonly<Record<string, Millis | null>>;
  readonly tools: ToolWords;
  /** The daemon's reading of an event. Pure; the door adds door, seal and request. */
  toInput(event: HookEvent): AgentInput | "ignored" | "undecodable";
  /** Which verdict fits this event. */
  fits(asked: Asked): Fits;
  /** The text to print, without its newline; `undefined` = print nothing, the terminal asks. */
  answer(verdict: Verdict, asked: Asked): string | undefined;
};

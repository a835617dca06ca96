// Events for the tests of one agent's file, and arbitrary ones: whatever stands in them, nothing may throw.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Agent } from "../../src/agents/agent.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { AgentInput } from "../../src/domain/input.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { HookEvent, Kind } from "../../src/wire/event.ts";

/** An event as the daemon gets it; with `more` it may wait. */
export function eventOf(
  agent: Kind | "antigravity",
  event: string,
  payload: JsonObject,
  more: Partial<HookEvent> = {},
): HookEvent {
  const sender = agent === "antigravity" ? { agent: "other", agent_name: agent } as const : { agent };
  return { kind: "event", v: 8, id: "1", ...sender, event, wants_reply: false, payload, ...more };
}

/** The input, or a failure that names what came instead. */
export function inputOf<Kind extends AgentInput["is"]>(
  read: AgentInput | "ignored" | "undecodable",
  is: Kind,
): Extract<AgentInput, { is: Kind }> {
  assert(typeof read === "object" && read.is === is, `not ${is}: ${JSON.stringify(read)}`);
  return read as Extract<AgentInput, { is: Kind }>;
}

/** Any event and any payload: nothing throws, what is offered can be answered, and only the agent's own answers are printed. */
export function neverThrows(agent: Agent, own: Own): void {
  let printed = 0;
  fc.assert(
    fc.property(anyEvent(own, Object.keys(agent.asks)), anyVerdict(own), ({ event, payload, wants_reply }, verdict) => {
      const read = agent.toInput(eventOf(own.agent, event, payload, { wants_reply }));
      assert(typeof read === "string" || read.from.session.startsWith(`${own.agent}:`));
      const asked = { event, raw: payload };
      if (typeof read === "object" && read.is === "waits" && read.offer) assert(agent.fits(asked) !== "nothing");
      const text = agent.answer(verdict, asked);
      if (text === undefined) return;
      printed++;
      assertEquals(agent.fits(asked), verdict.kind);
      assert(own.shapes.includes(shapeOf(JSON.parse(text))) && !text.includes("\n"), text);
    }),
    { numRuns: 2_000 },
  );
  assertEquals(printed > 0, own.shapes.length > 0, "never printed: the property looks at nothing");
}

/** An agent as arbitrary events are made for it. */
export type Own = {
  readonly agent: Kind | "antigravity";
  readonly events: readonly string[];
  readonly members: readonly string[];
  /** Payloads that it could have sent. */
  readonly known: readonly JsonObject[];
  /** Texts that mean something to it. */
  readonly texts: readonly string[];
  /** The shapes of its answers: `shapeOf` one. */
  readonly shapes: readonly string[];
};

/** The kind of an input, and how a call, a turn or a child's news ended. */
export function brief(read: AgentInput | "ignored" | "undecodable"): string {
  if (typeof read === "string") return read;
  if (read.is === "tool-finished") return `${read.is} ${read.outcome}`;
  if (read.is === "child") return `${read.is} ${read.state}`;
  return read.is === "stopped" ? `${read.is} ${read.how}` : read.is;
}

/** The members of an answer, nested ones in brackets: `decision(behavior)`. */
export function shapeOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  return Object.entries(value).map(([name, inner]) => {
    const nested = shapeOf(inner);
    return nested === "" ? name : `${name}(${nested})`;
  }).join(" ");
}

function anyEvent({ events, members, known, texts }: Own, asks: readonly string[]) {
  const word = fc.oneof(fc.constantFrom(...texts), fc.string());
  // Values as Json: fast-check's type allows no less than what JSON can hold.
  const value = fc.oneof(word, fc.jsonValue() as fc.Arbitrary<Json>, fc.array(word), fc.dictionary(word, word));
  const name = fc.oneof(fc.constantFrom(...members), fc.string());
  const asking = fc.constantFrom(...(asks.length > 0 ? asks : events));
  return fc.record({
    // As many that ask as any others: most answers fit nothing.
    event: fc.oneof(asking, fc.constantFrom(...events), fc.string()),
    payload: fc.tuple(fc.constantFrom<JsonObject>({}, ...known), fc.dictionary(name, value, { maxKeys: 4 })).map(
      ([some, more]): JsonObject => ({ ...some, ...more }),
    ),
    wants_reply: fc.boolean(),
  });
}

function anyVerdict({ texts }: Own): fc.Arbitrary<Verdict> {
  const word = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: "grapheme" }));
  const kind = fc.constant("decision" as const);
  const decision = fc.constantFrom("allow" as const, "deny" as const);
  const requiredKeys: ["kind", "decision"] = ["kind", "decision"];
  return fc.oneof(
    fc.record({ kind, decision, message: word }, { requiredKeys }),
    fc.record({ kind, decision, message: word, suggestion: fc.nat(), mode: word, choice: word }, { requiredKeys }),
    fc.record({
      kind: fc.constant("answer" as const),
      answers: fc.array(fc.oneof(word, fc.array(word)), { maxLength: 3 }),
    }),
  );
}

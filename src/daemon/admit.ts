// A hook's event becomes an Input for the core: the agent's own reading, then what needs a library or the daemon's
// secrets: digests, the seal of a card, the door's name. What cannot be read is counted, never kept.

import type { AgentInput, Counted, Offer, Probed, Seal, ToolUse, Waits } from "../domain/input.ts";
import { canonical } from "../agents/canonical.ts";
import { markOfProbe } from "../agents/probe.ts";
import { readEvent } from "../agents/table.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import type { HookEvent } from "../wire/event.ts";
import { bound, keyed, sha256 } from "./digest.ts";

/** `request` names the hook that waits for a reply; without it nothing can be answered. */
export type Admit = (event: HookEvent, door: "socket" | "http", request?: string) => AgentInput | Counted | Probed;

/**
 * `digestKey` is the store's, as hex; `namesUs` tells whether a text names our own program, files or port; `holds` are a
 * person's own, by agent.
 */
export function admitter(
  digestKey: string,
  namesUs: (text: string) => boolean,
  holds: Readonly<Record<string, Millis>> = {},
): Admit {
  return (event, door, request) => {
    const mark = markOfProbe(event.payload);
    if (mark !== undefined) return { is: "probed", mark, agent: senderOf(event), event: event.event, door };
    const input = read(event, door);
    if (typeof input === "string") return { is: "counted", what: input, agent: senderOf(event) };
    if (input.is !== "waits" || request === undefined) return input;
    const offer = input.offer && heldAsSet(input.offer, input.from.agent, holds);
    return {
      ...input,
      request,
      ...(offer ? { offer, seal: seal(input, offer, { request, digestKey, namesUs }) } : {}),
    };
  };
}

/** What has no limit gets none. Agents name themselves, so only members of our own count. */
function heldAsSet(offer: Offer, agent: string, holds: Readonly<Record<string, Millis>>): Offer {
  const hold = Object.hasOwn(holds, agent) ? holds[agent] : undefined;
  return offer.hold === undefined || hold === undefined ? offer : { ...offer, hold };
}

/** The name a sender gave itself. */
export function senderOf(event: HookEvent): string {
  return event.agent_name ?? event.agent;
}

/** Texts that name us, in any case: the product's names, and every path and port it was started with. */
export function namesAny(names: readonly string[], port: () => number | null): (text: string) => boolean {
  const needles = names.map((name) => name.toLowerCase());
  return (text) => {
    const lower = text.toLowerCase();
    const number = port();
    return needles.some((needle) => lower.includes(needle)) ||
      (number !== null && new RegExp(`(?<!\\d)${number}(?!\\d)`).test(lower));
  };
}

function read(event: HookEvent, door: string): AgentInput | "ignored" | "undecodable" {
  try {
    const input = readEvent(event);
    return typeof input === "string" ? input : withDigests(input, event, door);
  } catch {
    return "undecodable"; // nesting that exhausts the stack, say: no payload may stop the daemon
  }
}

function withDigests(input: AgentInput, event: HookEvent, door: string): AgentInput {
  const payload = input.from.mark === undefined ? { payload: identity(event.payload) } : {};
  const from = { ...input.from, door: `${door}:${senderOf(event)}`, ...payload };
  if (input.is === "batch-finished") return { ...input, from, tools: input.tools.map(hashed) };
  if (input.is === "tool-started" || input.is === "tool-finished") return { ...input, from, tool: hashed(input.tool) };
  if (input.is === "waits" && input.tool) return { ...input, from, tool: hashed(input.tool) };
  return { ...input, from };
}

/** What the copy of an event has in common with it, whichever of its hooks an agent ran, and when. */
function identity(payload: JsonObject): string {
  const { timestamp: _when, hook_event_name: _1, hookEventName: _2, ...same } = payload;
  return sha256(JSON.stringify(same));
}

function hashed(tool: ToolUse): ToolUse {
  return { ...tool, subject: sha256(tool.subject) };
}

/** What a human is shown, bound together (`approvals.md` 4.3); not the folder, which moves. */
function seal(
  input: Waits,
  offer: Offer,
  own: { readonly request: string; readonly digestKey: string; readonly namesUs: (text: string) => boolean },
): Seal {
  const { from, tool } = input;
  const whole = canonical(offer.input);
  const binding = bound([
    own.request,
    from.agent,
    from.session,
    from.agentId ?? "",
    tool?.rawName ?? "",
    tool?.target ?? "",
    whole,
    ...(offer.questions ?? []).flatMap(questionFields),
  ]);
  return { binding, digest: keyed(own.digestKey, whole), namesUs: own.namesUs(whole) };
}

function questionFields(asked: NonNullable<Offer["questions"]>[number]): string[] {
  const labels = asked.options.map((option) => option.label);
  return [asked.question, asked.header, String(asked.multi), `${labels.length}`, ...labels];
}

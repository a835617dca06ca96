// The second fence before the disk (R6): the core has redacted and cut its texts already, here it is done once more to
// every text of a row. Redacted before it is cut. Rows find each other by their ids, so an id that cannot stay as it is
// becomes its hash: the same one every time.

import { createHash } from "node:crypto";
import { clip } from "../../core/clip.ts";
import { redact } from "../../core/redact.ts";
import type { Actor, CardEnding, CardRow, EventRow } from "../../domain/effect.ts";
import type { Child, Session } from "../../domain/session.ts";

const TEXT_CHARACTERS = 4_000;
const SUMMARY_CHARACTERS = 200;
/** Names of tools, models, events: longer than any that exists. */
const NAME_CHARACTERS = 200;
/** An agent's name and its session's id, which the wire bounds, have room. */
const ID_CHARACTERS = 300;
const TARGET_BYTES = 4_096;
/** Enough for any answer a human wrote; an echoed input may be longer, its length and hash are kept whole. */
const RETURNED_BYTES = 16_384;

const encoder = new TextEncoder();

/** An event as it may be written. */
export function cleanEvent(event: EventRow): EventRow {
  const { agentId, tool, target, text } = event;
  return {
    ...event,
    session: id(event.session),
    agent: id(event.agent),
    ...(agentId === undefined ? {} : { agentId: id(agentId) }),
    event: clip(event.event, NAME_CHARACTERS),
    is: clip(event.is, NAME_CHARACTERS),
    ...(tool === undefined ? {} : { tool: clip(tool, NAME_CHARACTERS) }),
    ...(target === undefined ? {} : { target: bytes(target, TARGET_BYTES) }),
    ...(text === undefined ? {} : { text: clip(text, TEXT_CHARACTERS) }),
  };
}

/** A request as it may be written. */
export function cleanCard(card: CardRow): CardRow {
  const { agentId } = card;
  return {
    ...card,
    session: id(card.session),
    agent: id(card.agent),
    ...(agentId === undefined ? {} : { agentId: id(agentId) }),
    project: clip(card.project, NAME_CHARACTERS),
    tool: clip(card.tool, NAME_CHARACTERS),
    target: bytes(card.target, TARGET_BYTES),
  };
}

/** A session as it may be written. */
export function cleanSession(session: Session): Session {
  const { reason, model, mode, tool, summary, parent } = session;
  return {
    ...session,
    id: id(session.id),
    agent: id(session.agent),
    ...(parent === undefined ? {} : { parent: id(parent) }),
    project: clip(session.project, NAME_CHARACTERS),
    cwd: bytes(session.cwd, TARGET_BYTES),
    children: session.children.map(cleanChild),
    ...(reason === undefined ? {} : { reason: clip(reason, SUMMARY_CHARACTERS) }),
    ...(model === undefined ? {} : { model: clip(model, NAME_CHARACTERS) }),
    ...(mode === undefined ? {} : { mode: clip(mode, NAME_CHARACTERS) }),
    ...(tool === undefined ? {} : { tool: clip(tool, NAME_CHARACTERS) }),
    ...(summary === undefined ? {} : { summary: clip(summary, SUMMARY_CHARACTERS) }),
  };
}

/** How a card ended, as it may be written. */
export function cleanEnding(ending: CardEnding): CardEnding {
  const { actor, said } = ending;
  return {
    ...ending,
    actor: cleanActor(actor),
    ...(said === undefined ? {} : { said: clip(said, TEXT_CHARACTERS) }),
  };
}

/** What went back to the agent: redacted, with length and SHA-256 of the exact bytes. */
export function cleanReturned(text: string | undefined): { returned?: string; bytes?: number; sha256?: string } {
  if (text === undefined) return {};
  const exact = encoder.encode(text);
  return {
    returned: bytes(text, RETURNED_BYTES),
    bytes: exact.length,
    sha256: createHash("sha256").update(exact).digest("hex"),
  };
}

function cleanActor(actor: Actor): Actor {
  return "name" in actor ? { ...actor, name: clip(actor.name, NAME_CHARACTERS) } : actor;
}

function cleanChild(child: Child): Child {
  return { ...child, id: id(child.id), name: clip(child.name, NAME_CHARACTERS) };
}

function id(text: string): string {
  // Of a session or a child, what the agent gave begins after our own prefix.
  const parts = [text, text.slice(text.indexOf(":") + 1)];
  if (text.length <= ID_CHARACTERS && parts.every((part) => redact(part) === part)) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** At most `most` bytes of UTF-8 and the ellipsis, cut between two characters. */
function bytes(text: string, most: number): string {
  const clean = redact(text);
  // No UTF-16 unit takes more than three bytes.
  if (clean.length * 3 <= most) return clean;
  const { read } = encoder.encodeInto(clean, new Uint8Array(most));
  const rest = clean.slice(read);
  // What was cut once ends in its ellipsis, and stays as it is.
  return rest === "" || rest === "…" ? clean : `${clean.slice(0, read)}…`;
}

// What every surface shows, decided once (DESIGN section 8).

import type { Card } from "../domain/card.ts";
import type { Session } from "../domain/session.ts";
import type { CardView, SessionView, View } from "../domain/view.ts";
import { buttons } from "./buttons.ts";
import { shortTarget } from "./clip.ts";
import type { State } from "./state.ts";

/** Open cards oldest first; live sessions, those that wait first, then the newest. */
export function view(state: State): View {
  const cards = [...state.cards.values()];
  const sessions = state.sessions.values().map((live) => live.session).filter((session) => session.state !== "ended");
  return {
    revision: state.revision,
    cards: cards.map((card) => cardView(card, state)),
    sessions: sessions.sort(byNeed).map((session) => sessionView(session, cards)),
    limits: state.limits,
    health: { demo: state.demo, notes: state.notes, counts: totals(state) },
  };
}

function totals({ counts }: State): View["health"]["counts"] {
  return Object.fromEntries(
    Object.entries(counts).map(([what, agents]) => {
      return [what, Object.fromEntries(Object.entries(agents).map(([agent, { all }]) => [agent, all]))];
    }),
  );
}

function cardView(card: Card, state: State): CardView {
  const { suggestions: _1, choices: _2, subject: _3, callId: _4, digest: _5, request: _6, requestId: _7, ...rest } =
    card;
  const { ends, target, ...shown } = rest;
  return {
    ...shown,
    project: state.sessions.get(card.session)?.session.project ?? "—",
    target: shortTarget(target),
    buttons: buttons(card),
    ends: ends ?? null,
  };
}

function sessionView(session: Session, cards: readonly Card[]): SessionView {
  const { mode: _mode, ...shown } = session;
  return { ...shown, cards: cards.filter((card) => card.session === session.id).map((card) => card.id) };
}

function byNeed(one: Session, other: Session): number {
  const waits = Number(other.state === "waiting") - Number(one.state === "waiting");
  return waits || other.updated - one.updated || (one.id < other.id ? -1 : 1);
}

// What a card offers. No button for what is not shown (R7), none that the agent would ignore.

import type { Button, Card, Choice } from "../domain/card.ts";

/** The buttons of an open card, in the order shown. */
export function buttons(card: Card): readonly Button[] {
  return [...ways(card), { word: "hand-back", label: "Answer in the terminal" }];
}

function ways(card: Card): readonly Button[] {
  if (card.kind === "question") return [{ word: "answer", label: "Answer" }];
  if (card.choices !== undefined) return chosen(card, card.choices);
  return [...allows(card), { word: "deny", label: card.kind === "plan" ? "Send back" : "Deny" }];
}

/** The agent's own words, and no other. */
function chosen(card: Card, choices: readonly Choice[]): readonly Button[] {
  return choices.filter(({ decision }) => card.whole || decision === "deny").map(({ word, label }): Button => {
    return word === "allow" || word === "deny" ? { word, label } : { word: "choice", label, choice: word };
  });
}

function allows(card: Card): readonly Button[] {
  if (!card.whole) return [];
  if (card.kind === "plan") {
    return [
      { word: "allow", label: "Approve, ask for each edit" },
      { word: "allow", label: "Approve and accept edits", mode: "acceptEdits" },
    ];
  }
  const session: Button = {
    word: "allow",
    label: "Allow this exact request for the rest of the session",
    session: true,
  };
  const suggested = card.suggestions.map(({ index, label }): Button => ({ word: "suggestion", label, index }));
  return [{ word: "allow", label: "Allow" }, ...(card.namesUs ? [] : [session]), ...suggested];
}

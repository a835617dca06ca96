// A card's id is `c` and its number; the database keeps the number, so that the next free one is found by an index.

import type { CardId } from "../../domain/card.ts";

/** The number in a card's id. */
export function cardNumber(id: CardId): number {
  return Number(id.slice(1));
}

/** The id of a card's number. */
export function cardId(number: number): CardId {
  return `c${number}`;
}

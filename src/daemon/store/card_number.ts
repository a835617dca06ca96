// A card's id is `c` and its number; the database keeps the number, so that the next free one is found by an index. A
// number is never used again: numbers are reserved on disk before they are given, so that a crash while nothing could be
// written does not bring one back.

import type { DatabaseSync } from "node:sqlite";
import type { CardId } from "../../domain/card.ts";
import type { Millis } from "../../domain/session.ts";
import { transaction } from "./database.ts";
import { readMeta, writeMeta } from "./meta.ts";

/** Cards that may be opened while nothing can be written; a crash skips as many numbers at most. */
const RESERVED_CARDS = 256;
/** More than anybody counts to; a larger one is damage, and adding to it might not be exact. */
const LARGEST_NUMBER = 1e15;

/** The number in a card's id. */
export function cardNumber(id: CardId): number {
  const number = Number(id.slice(1));
  if (!isCardNumber(number)) throw new TypeError("a card's id has no number");
  return number;
}

/** The id of a card's number. */
export function cardId(number: number): CardId {
  return `c${number}`;
}

/** Larger than every number that was used. */
export function nextCardNumber(db: DatabaseSync, now: Millis): number {
  const largest = db.prepare("SELECT max(card) AS card FROM cards WHERE card <= ?").get(LARGEST_NUMBER)?.["card"];
  const kept = readMeta(db, "next_card");
  const isNew = kept === undefined && largest === null;
  const next = isNew ? 1 : Number(kept);
  return Math.max(isCardNumber(next) ? next : unknownPast(now), Math.floor(Number(largest)) + 1);
}

/** A number that no card had, when nobody can say which ones were used: cards are rarer than one a second. */
export function unknownPast(now: Millis): number {
  return Math.floor(now / 1_000);
}

/** The start of the numbers that are still free when everything from `next` to the end of its block was used. */
export function reservedUpTo(next: number): number {
  return next + RESERVED_CARDS;
}

/** Waits for the disk: from then on, a crash does not bring back a number of this block. */
export function reserveCards(db: DatabaseSync, next: number): void {
  keepNextCard(db, reservedUpTo(next));
}

/** Numbers from `next` on are free, and no card is opened any more that might use one. */
export function keepNextCard(db: DatabaseSync, next: number): void {
  transaction(db, () => writeMeta(db, "next_card", String(next)), true);
}

function isCardNumber(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 1 && number <= LARGEST_NUMBER;
}

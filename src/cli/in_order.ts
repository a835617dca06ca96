// Results of things that run at the same time, told in the order in which they started; but one that takes long holds
// nobody up, and is told when it ends.

import type { Millis } from "../domain/session.ts";

/** To be called with each as it starts; each keeps its place for `patience` from then on. */
export function inOrder<Result>(
  patience: Millis,
  tell: (result: Result) => void,
): (ended: Promise<Result>) => Promise<void> {
  let turn = Promise.resolve();
  return (ended) => {
    const told = tellAfter(turn, ended, tell);
    turn = nextTurn(turn, told, patience);
    return told;
  };
}

async function tellAfter<Result>(turn: Promise<void>, ended: Promise<Result>, tell: (result: Result) => void) {
  const result = await ended;
  await turn;
  tell(result);
}

async function nextTurn(turn: Promise<void>, told: Promise<void>, patience: Millis): Promise<void> {
  await Promise.all([turn, Promise.race([told, new Promise((resolve) => setTimeout(resolve, patience))])]);
}

// The known word that a mistyped one most likely meant. Pure.

/** `undefined` when none is close: at most two edits, and fewer than half the letters. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, edits: distance(word, name) }))
    .filter(({ name, edits }) => edits <= 2 && edits * 2 < name.length)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.name;
}

/** Letters inserted, removed, replaced, or swapped with their neighbour. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      line.push(Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
        swapped(a, b, row, column) ? (before[column - 2] ?? 0) + 1 : Infinity,
      ));
    }
    before = above;
    above = line;
  }
  return above[b.length] ?? 0;
}

function swapped(a: string, b: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
}

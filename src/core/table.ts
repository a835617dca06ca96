// A map that never changes: setting gives a new one. Entries lie on many small shelves and only one of them is copied, so
// a step costs the same with ten sessions as with a thousand.

export type Table<Value> = {
  readonly size: number;
  get(key: string): Value | undefined;
  /** In no order that means anything. */
  values(): Value[];
  set(key: string, value: Value): Table<Value>;
  delete(key: string): Table<Value>;
};

const SHELVES = 64;

/** A table without entries. */
export function table<Value>(): Table<Value> {
  return of(Array.from({ length: SHELVES }, () => new Map<string, Value>()), 0);
}

type Shelves<Value> = readonly ReadonlyMap<string, Value>[];

function of<Value>(shelves: Shelves<Value>, size: number): Table<Value> {
  return {
    size,
    get: (key) => shelves[shelfOf(key)]?.get(key),
    values: () => shelves.flatMap((shelf) => [...shelf.values()]),
    set: (key, value) => changed(shelves, size, key, (shelf) => shelf.set(key, value)),
    delete: (key) => changed(shelves, size, key, (shelf) => shelf.delete(key)),
  };
}

function changed<Value>(
  shelves: Shelves<Value>,
  size: number,
  key: string,
  change: (shelf: Map<string, Value>) => void,
): Table<Value> {
  const at = shelfOf(key);
  const before = shelves[at];
  const shelf = new Map(before);
  change(shelf);
  return of(shelves.with(at, shelf), size + shelf.size - (before?.size ?? 0));
}

/** Ids differ most at their ends. */
function shelfOf(key: string): number {
  let hash = 0;
  for (let at = Math.max(0, key.length - 12); at < key.length; at++) hash = (hash * 31 + key.charCodeAt(at)) | 0;
  return hash & (SHELVES - 1);
}

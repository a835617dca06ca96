// A map that cannot grow without end: OpenCode runs for days.

/** Sets an entry as the newest one; with more than `most`, the oldest is forgotten. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

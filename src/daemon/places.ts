// A bounded number of places, for connections or for the bytes they bring (`protocol.md` section 2). Taking never waits;
// waiting for a free one is asked for apart, so that each door chooses between pausing and refusing.

export type Places = {
  /** Takes one place, or as many as named; false, and none taken, when fewer are free. */
  take(size?: number): boolean;
  /** Gives back as many as were taken. */
  give(size?: number): void;
  /** Resolves when at least one is free. */
  free(): Promise<void>;
};

/** `count` places, all free. */
export function places(count: number): Places {
  let taken = 0;
  let waiting: (() => void)[] = [];
  return {
    take(size = 1) {
      if (taken + size > count) return false;
      taken += size;
      return true;
    },
    give(size = 1) {
      taken -= size;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    async free() {
      while (taken >= count) await new Promise<void>((wake) => waiting.push(wake));
    },
  };
}

/** Takes a place, however long that takes. */
export async function takeWhenFree(from: Places): Promise<void> {
  while (!from.take()) await from.free();
}

/** Takes a place within `ms`; false when none became free. */
export async function takeWithin(from: Places, ms: number): Promise<boolean> {
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<void>((done) => {
    timer = setTimeout(() => (late = true, done()), ms);
  });
  while (!from.take() && !late) await Promise.race([from.free(), end]);
  clearTimeout(timer);
  return !late;
}

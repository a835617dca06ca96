// A bounded number of places, for connections (`protocol.md` section 2). Taking one never waits; waiting for a free one is
// asked for apart, so that each door chooses between pausing and refusing.

export type Places = {
  /** False when all are taken. */
  take(): boolean;
  give(): void;
  /** Resolves when at least one is free. */
  free(): Promise<void>;
};

/** `count` places, all free. */
export function places(count: number): Places {
  let taken = 0;
  let waiting: (() => void)[] = [];
  return {
    take() {
      if (taken >= count) return false;
      taken += 1;
      return true;
    },
    give() {
      taken -= 1;
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

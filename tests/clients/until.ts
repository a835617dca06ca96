// Waiting for a condition, never for a time: real programs on a busy machine take as long as they take.

/** How long anything may take before it counts as never. */
export const NEVER_MS = 60_000;

/** Looks until `probe` gives something; throws, naming `what`, when it never does. */
export async function until<Value>(
  what: string,
  probe: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const end = Date.now() + NEVER_MS;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`Waited ${NEVER_MS / 1_000} s for ${what}`);
    await new Promise((again) => setTimeout(again, 100));
  }
}

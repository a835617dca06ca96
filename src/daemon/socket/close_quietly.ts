// Closing what may be closed already.

/** Closes a connection or listener. */
export function closeQuietly(what: { close(): void }): void {
  try {
    what.close();
  } catch (error) {
    // A deadline, the other end or a stop got there first: closed is what was wanted.
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

// The stdin of a process that we started, written and closed.

/** Gives it the whole text. A process may end before it has read everything; how it ended is what counts. */
export async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    return; // it has ended: see above
  }
}

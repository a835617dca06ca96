// The end of a process that we started.

/** One that has ended by itself is what was wanted. */
export function endProcess(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    return; // see above
  }
}

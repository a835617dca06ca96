// A question to the person at the terminal.

/** Both can be seen and answered. */
export function isInteractive(): boolean {
  return Deno.stdin.isTerminal() && Deno.stdout.isTerminal();
}

/** True only for a plain yes: the end of the input is none. */
export async function confirm(question: string): Promise<boolean> {
  await Deno.stdout.write(new TextEncoder().encode(`${question} [y/N] `));
  return /^\s*y(es)?\s*$/i.test(await line());
}

/** A terminal gives whole lines. */
async function line(): Promise<string> {
  const bytes = new Uint8Array(1_024);
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("\n")) {
    const count = await Deno.stdin.read(bytes);
    if (count === null) return "";
    text += decoder.decode(bytes.subarray(0, count), { stream: true });
  }
  return text;
}

// Hooks in the layout that Claude Code, Codex, Qwen Code, Grok and Droid share: `{Event: [{hooks: [command]}]}`.

/** One entry for each event; `command` makes the command line of one. */
export function hookEntries(
  events: readonly string[],
  command: (event: string) => string,
  timeout: (event: string) => number,
): Record<string, object[]> {
  return Object.fromEntries(events.map((event) => {
    const hook = { type: "command", command: command(event), timeout: timeout(event) };
    return [event, [{ matcher: "*", hooks: [hook] }]];
  }));
}

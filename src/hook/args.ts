// The command line of a hook entry (`protocol.md` section 3). Reading it never fails: what is not a flag of ours is the
// event's name, so that flags of other versions do no harm.

import { agentName } from "../wire/agent_name.ts";
import type { HookArgs } from "../wire/args.ts";

/** Reads the arguments after `hook`. Entries older than `--agent` are Claude's. */
export function hookArgs(args: readonly string[]): HookArgs {
  let read: HookArgs = { kind: "claude", ask: false, approval: false, statusline: false };
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--agent") read = named(read, rest.shift());
    else if (word === "--ask") read = { ...read, ask: true };
    else if (word === "--approval") read = { ...read, approval: true };
    else if (word === "--statusline") read = { ...read, statusline: true, ...key(rest) };
    else read = { ...read, event: word };
  }
  return read;
}

/** As the last argument, `--agent` names nobody. */
function named(read: HookArgs, name: string | undefined): HookArgs {
  if (name === undefined) return read;
  const { name: _, ...others } = read;
  return { ...others, ...agentName(name) };
}

/** Takes the next argument only if it looks like a key; else it is read like any other. */
function key(rest: string[]): { key?: string } {
  const [next] = rest;
  if (next === undefined || !/^[0-9a-f]{12}$/.test(next)) return {};
  rest.shift();
  return { key: next };
}

// Which events wait for a human (`protocol.md` section 7). An `other` never does, nor does an entry whose timeout the
// arguments do not say is long.

import type { HookArgs } from "./args.ts";
import type { Kind } from "./event.ts";

/** True when this event waits for a reply. */
export function waits(args: HookArgs, event: string, tool: unknown): boolean {
  const { kind, ask, approval } = args;
  if (asksPermission(kind, event)) return true;
  if (event === "PreToolUse" && (kind === "claude" || kind === "opencode")) return ask && tool === "AskUserQuestion";
  return approval && GATES.has(`${kind} ${event}`);
}

/** True when an event of this entry may wait: told from the arguments alone, before stdin is read. */
export function mayWait({ kind, ask, approval, event }: HookArgs): boolean {
  return ask || approval || (event !== undefined && asksPermission(kind, event));
}

function asksPermission(kind: Kind, event: string): boolean {
  if (kind === "copilot" && event === "permissionRequest") return true;
  return event === "PermissionRequest" && ASKING.has(kind);
}

const ASKING: ReadonlySet<Kind> = new Set(["claude", "codex", "opencode", "qwen", "copilot"]);

/** `agents.md` 0.1: the events of each kind that a gate is installed on. */
const GATES: ReadonlySet<string> = new Set([
  "grok PreToolUse",
  "cursor preToolUse",
  "agentica needs.approval",
  "agentica needs.input",
]);

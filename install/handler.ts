// An entry as its agent's file spells it: the members and their order are those of `installer.md` section 6.

import type { JsonObject } from "../src/domain/json.ts";
import { type Bin, commandText } from "./command_text.ts";
import type { HookEntry } from "./events.ts";
import type { TargetName } from "./target_name.ts";

/** The handler to write; matchers belong to groups, and agentica has argument lists instead. */
export function handlerOf(agent: TargetName, entry: HookEntry, bin: Bin): JsonObject {
  const command = commandText(agent, entry.use, bin);
  const timeout = entry.timeout === undefined ? {} : { timeout: entry.timeout };
  switch (agent) {
    case "cursor":
      return { command, ...timeout };
    case "copilot":
      return { type: "command", bash: command, timeoutSec: entry.timeout ?? 0 };
    case "kimi":
      return { event: entry.event, command, ...timeout };
    default:
      return {
        type: "command",
        command,
        ...(entry.commandWindows === undefined ? {} : { commandWindows: entry.commandWindows }),
        ...timeout,
        ...(entry.async ? { async: true } : {}),
        ...(entry.statusMessage === undefined ? {} : { statusMessage: entry.statusMessage }),
      };
  }
}

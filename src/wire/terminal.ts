// Where an agent runs, as an event tells it: folder, parent process, and a fixed list of variables
// (`protocol.md` section 5). No other variable is ever sent.

import { ENV } from "../brand.ts";
import type { JsonObject } from "../domain/json.ts";
import type { HookEnv, ReadVariable } from "./args.ts";
import type { Terminal } from "./event.ts";

/** Sorted, so that the event is. */
export const TERMINAL_VARIABLES = [
  "CURSOR_TRACE_ID",
  "DISPLAY",
  "HERDR_PANE_ID",
  "HERDR_TAB_ID",
  "HERDR_WORKSPACE_ID",
  "KITTY_LISTEN_ON",
  "KITTY_WINDOW_ID",
  "KONSOLE_DBUS_SESSION",
  "TERM_PROGRAM",
  "TERM_SESSION_ID",
  "TMUX",
  "TMUX_PANE",
  "VSCODE_GIT_ASKPASS_NODE",
  "VSCODE_PID",
  `${ENV}TASK`,
  "WAYLAND_DISPLAY",
  "WEZTERM_PANE",
  "WT_SESSION",
  "XDG_CURRENT_DESKTOP",
  "XDG_SESSION_TYPE",
] as const;

/** The `terminal` of an event; the sender's own folder stands in for a payload that names none. */
export function terminal(payload: JsonObject, { cwd: own, pid, read }: HookEnv): Terminal {
  const cwd = folder(payload) ?? own;
  const env = variables(read);
  return {
    ...(cwd ? { cwd } : {}),
    ...(pid === undefined ? {} : { pid }),
    ...(Object.keys(env).length > 0 ? { env } : {}),
  };
}

/** Claude's word first, then Antigravity's, then Cursor's. */
function folder({ cwd, workspacePaths, workspace_roots }: JsonObject): string | undefined {
  const named = [cwd, first(workspacePaths), first(workspace_roots)];
  return named.find((value): value is string => typeof value === "string" && value !== "");
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function variables(read: ReadVariable): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of TERMINAL_VARIABLES) {
    const value = read(name);
    if (value) env[name] = value;
  }
  return env;
}

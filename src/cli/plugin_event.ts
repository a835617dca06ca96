// A recorded line of an agent's plugin: `{t, plugin: {hook, input, output?}}`, as the program called it. It runs through
// the real plugin, with a client that posts nothing; what would be posted is told.

import { PLAIN_MS, WAITING_MS } from "../../install/assets/opencode/limits.ts";
import { openPlugin, type Outcome } from "../../install/assets/opencode/plugin.ts";
import type { Ended, Start } from "../../install/assets/opencode/process.ts";
import { type HookName, HOOKS } from "../../install/assets/opencode/read.ts";
import { isObject, type JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import { visible } from "./visible.ts";

/** One call of the plugin; `init` is how it was opened. */
export type PluginEvent = {
  /** Number of its line, from 1. */
  readonly line: number;
  readonly at?: Millis;
  readonly hook: HookName | "init";
  readonly input: JsonObject;
  readonly output?: JsonObject;
  /** The event's name, and the tool, for people. */
  readonly label: string;
};

/** Reads the member `plugin` of a line, or says why not. */
export function readPluginEvent(plugin: unknown, line: number, at: Millis | undefined): PluginEvent | string {
  if (!isObject(plugin)) return '"plugin" is no object';
  const { hook, input, output } = plugin;
  const named = hook === "init" ? hook : HOOKS.find((known) => known === hook);
  if (named === undefined) return `"plugin" has no "hook" of these: init, ${HOOKS.join(", ")}`;
  if (!isObject(input)) return 'the "input" of "plugin" is no object';
  const words = [named === "event" ? input.type : named, input.tool];
  const label = words.filter((word) => typeof word === "string" && word !== "").join(" ");
  return {
    line,
    ...(at === undefined ? {} : { at }),
    hook: named,
    input,
    ...(isObject(output) ? { output } : {}),
    label: label || "?",
  };
}

/** Calls the plugin as the program did, and tells what came of it. */
export type Replayed = (event: PluginEvent) => Promise<string>;

/** The plugin as the program opens it, but for its client: that one posts nothing. */
export function openReplayed(events: readonly PluginEvent[], start: Start): Replayed {
  const directory = events.find(({ hook }) => hook === "init")?.input.directory;
  const plugin = openPlugin(typeof directory === "string" ? directory : undefined, {
    start,
    post: () => Promise.resolve(),
    limits: { plain: PLAIN_MS, waiting: WAITING_MS },
  });
  return async ({ hook, input, output, label }) => {
    const outcome = hook === "init"
      ? undefined
      : await plugin.handle(hook, hook === "event" ? { event: input } : input, output);
    return outcome === undefined ? `${visible(label)}  not relayed` : `${visible(label)} → ${cameOf(outcome)}`;
  };
}

function cameOf({ event, ended, posted }: Outcome): string {
  if (ended === undefined) return `${visible(event)}  ended by the plugin`;
  const post = posted === undefined ? "" : `, posts ${visible(`${posted.url} ${JSON.stringify(posted.body)}`)}`;
  return `${visible(event)}  ${endText(ended)}${post}`;
}

/** How a hook ended, and every byte that it printed, with the line break written out. */
export function endText({ code, printed }: Ended): string {
  const bytes = new TextEncoder().encode(printed).length;
  return `exit ${code}, ${bytes === 0 ? "printed nothing" : `printed ${bytes} bytes: ${visible(printed)}`}`;
}

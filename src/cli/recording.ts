// A recorded session: one JSON line for each run of the hook, ours (`{t, args, env, stdin|stdinText, note?}`, see
// fixtures/README.md) or an agent's bare payload, and for each call of a plugin. Pure; what cannot be read names its line.

import { isObject, type JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";
import { type PluginEvent, readPluginEvent } from "./plugin_event.ts";

/** One run of the hook. */
export type HookRun = {
  /** Number of its line, from 1. */
  readonly line: number;
  /** When it started, where that was recorded. */
  readonly at?: Millis;
  /** What stands after `hook`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** The agent's name of the event, and the tool, for people. */
  readonly label: string;
};

/** `events` are the calls of a plugin; `line` orders both. */
export type Recording =
  | { readonly runs: readonly HookRun[]; readonly events: readonly PluginEvent[] }
  | { readonly line: number; readonly why: string };

/** Reads a whole file. `agent` is whose bare payloads they are. */
export function parseRecording(text: string, agent?: string): Recording {
  const runs: HookRun[] = [];
  const events: PluginEvent[] = [];
  for (const [index, source] of text.split("\n").entries()) {
    if (source.trim() === "") continue;
    const run = parseLine(source, index + 1, agent);
    if (typeof run === "string") return { line: index + 1, why: run };
    if ("hook" in run) events.push(run);
    else runs.push(run);
  }
  return { runs, events };
}

function parseLine(source: string, line: number, agent: string | undefined): HookRun | PluginEvent | string {
  const value = parseJson(source);
  if (!isObject(value)) return "it is no JSON object";
  if ("plugin" in value || Array.isArray(value.args)) return recordedLine(value, line);
  if (agent === undefined) return "it is a bare payload: say whose with --agent NAME";
  return { line, args: ["--agent", agent], env: {}, stdin: source, label: label(value, []) };
}

function recordedLine(value: JsonObject, line: number): HookRun | PluginEvent | string {
  const at = readTime(value.t);
  if (typeof at === "string") return at;
  return "plugin" in value ? readPluginEvent(value.plugin, line, at) : recordedRun(value, line, at);
}

function recordedRun(
  { args, env, stdin, stdinText }: JsonObject,
  line: number,
  at: Millis | undefined,
): HookRun | string {
  if (!isTexts(args)) return '"args" is no list of texts';
  if (env !== undefined && !isEnvironment(env)) return '"env" is no object of texts';
  if (typeof stdinText !== "string" && stdin === undefined) return 'neither "stdin" nor "stdinText" is there';
  return {
    line,
    ...(at === undefined ? {} : { at }),
    args,
    env: env ?? {},
    stdin: typeof stdinText === "string" ? stdinText : JSON.stringify(stdin),
    label: label(stdin, args),
  };
}

function readTime(t: unknown): Millis | undefined | string {
  if (t === undefined) return undefined;
  const at = typeof t === "string" ? Date.parse(t) : NaN;
  return Number.isNaN(at) ? '"t" is no time such as 2026-11-30T17:00:31.677Z' : at;
}

function label(payload: unknown, args: readonly string[]): string {
  if (args.includes("--statusline")) return "StatusLine";
  const { hook_event_name, tool_name }: JsonObject = isObject(payload) ? payload : {};
  const words = [hook_event_name, tool_name].filter((word) => typeof word === "string" && word !== "");
  return words.join(" ") || args.at(-1) || "?";
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isEnvironment(value: unknown): value is Record<string, string> {
  return isObject(value) && isTexts(Object.values(value));
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined; // No JSON: the caller says so, with the line.
  }
}

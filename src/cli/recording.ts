// A recorded session as runs of the hook: one JSON line each, ours (`{t, args, env, stdin|stdinText, note?}`, see
// fixtures/README.md) or an agent's bare payload. Pure; what cannot be read names its line.

import { isObject, type JsonObject } from "../domain/json.ts";
import type { Millis } from "../domain/session.ts";

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

export type Recording = { readonly runs: readonly HookRun[] } | { readonly line: number; readonly why: string };

/** Reads a whole file. `agent` is whose bare payloads they are. */
export function parseRecording(text: string, agent?: string): Recording {
  const runs: HookRun[] = [];
  for (const [index, source] of text.split("\n").entries()) {
    if (source.trim() === "") continue;
    const run = parseLine(source, index + 1, agent);
    if (typeof run === "string") return { line: index + 1, why: run };
    runs.push(run);
  }
  return { runs };
}

function parseLine(source: string, line: number, agent: string | undefined): HookRun | string {
  const value = parseJson(source);
  if (!isObject(value)) return "it is no JSON object";
  if ("plugin" in value) return "a line of a plugin does not run through the hook";
  if (Array.isArray(value["args"])) return recordedRun(value, line);
  if (agent === undefined) return "it is a bare payload: say whose with --agent NAME";
  return { line, args: ["--agent", agent], env: {}, stdin: source, label: label(value, []) };
}

function recordedRun({ t, args, env, stdin, stdinText }: JsonObject, line: number): HookRun | string {
  if (!isTexts(args)) return '"args" is no list of texts';
  if (env !== undefined && !isEnvironment(env)) return '"env" is no object of texts';
  if (typeof stdinText !== "string" && stdin === undefined) return 'neither "stdin" nor "stdinText" is there';
  const at = t === undefined ? undefined : typeof t === "string" ? Date.parse(t) : NaN;
  if (Number.isNaN(at)) return '"t" is no time such as 2026-11-30T17:00:31.677Z';
  return {
    line,
    ...(at === undefined ? {} : { at }),
    args,
    env: env ?? {},
    stdin: typeof stdinText === "string" ? stdinText : JSON.stringify(stdin),
    label: label(stdin, args),
  };
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

// The recorded sessions of fixtures/, as runs of the hook.

import { type HookRun, parseRecording } from "../../src/cli/recording.ts";
import type { JsonObject } from "../../src/domain/json.ts";

/** Every run of one scenario of Claude Code. */
export function recorded(scenario: string, version = "2.1.332"): readonly HookRun[] {
  const file = new URL(`../../fixtures/agents/claude/${version}/${scenario}.jsonl`, import.meta.url);
  const recording = parseRecording(Deno.readTextFileSync(file));
  if ("runs" in recording) return recording.runs;
  throw new Error(`Cannot read "${scenario}", line ${recording.line}: ${recording.why}`);
}

/** The run whose label (event, and tool where there is one) is `label`; the first of several. */
export function runOf(runs: readonly HookRun[], label: string): HookRun {
  const found = runs.find((run) => run.label === label);
  if (found === undefined) throw new Error(`Cannot find ${label} among ${runs.map((run) => run.label).join(", ")}`);
  return found;
}

/** What stood on stdin. */
export function payload(run: HookRun): JsonObject {
  return JSON.parse(run.stdin);
}

/** The same run with other members in its payload. */
export function changed(run: HookRun, members: JsonObject): HookRun {
  return { ...run, stdin: JSON.stringify({ ...payload(run), ...members }) };
}

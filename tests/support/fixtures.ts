// The recorded sessions of fixtures/, as runs of the hook.

import { fileOf, scenarioNames } from "../../scripts/fixtures/scenario.ts";
import { type HookRun, parseRecording } from "../../src/cli/recording.ts";
import type { JsonObject } from "../../src/domain/json.ts";

/** Every run of one scenario of Claude Code. */
export function recorded(scenario: string, version = "2.1.332"): readonly HookRun[] {
  return runsOf(`claude/${version}/${scenario}`);
}

/** Every recording of every agent; what went through a plugin has no runs. */
export function scenarios(): readonly { readonly name: string; readonly runs: readonly HookRun[] }[] {
  return scenarioNames().map((name) => ({ name, runs: runsOf(name) }));
}

/** Every run of one scenario: `<agent>/<version>/<scenario>`. */
function runsOf(name: string): readonly HookRun[] {
  const recording = parseRecording(Deno.readTextFileSync(fileOf(name, ".jsonl")));
  if ("runs" in recording) return recording.runs;
  throw new Error(`Cannot read "${name}", line ${recording.line}: ${recording.why}`);
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

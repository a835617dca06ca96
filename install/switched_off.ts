// What keeps an agent from running our entries: reported with its file and line, never written (`installer.md` section 11).

import { CLAUDE_MANAGED } from "../src/agents/claude_managed.ts";
import { isObject } from "../src/domain/json.ts";
import { NAME } from "../src/brand.ts";
import { codexHooksOff } from "./codex_features.ts";
import { configPlace } from "./config_places.ts";
import { bytesIn, textIn } from "./look_in.ts";
import type { Machine } from "./machine.ts";
import { readConfig } from "./read_config.ts";
import { shortPath } from "./short_path.ts";
import { spot } from "./spot.ts";
import type { TargetName } from "./target_name.ts";
import { variableNote } from "./targets/agentica_variables.ts";
import { targetOf } from "./targets/table.ts";

/** One line for each switch of this agent that is off. */
export function switchedOff(agent: TargetName, machine: Machine): string[] {
  const place = configPlace(agent, machine);
  if ("refused" in place) return [];
  const path = place.settings ?? place.config;
  switch (agent) {
    case "claude":
      return [...member("disableAllHooks", path, agent, machine), ...managed(machine)];
    case "droid":
      return member("hooksDisabled", path, agent, machine);
    case "codex":
      return feature(path, machine);
    case "grok":
      return disabled(`${place.folder}/disabled-hooks`, machine);
    case "agentica":
      return [variableNote(machine.env) ?? []].flat();
    default:
      return [];
  }
}

function member(name: string, path: string, agent: TargetName, machine: Machine): string[] {
  return switchesOn([name], path, agent, machine).map((where) => `${agent} runs no hooks: ${where}; make it false`);
}

function managed(machine: Machine): string[] {
  return CLAUDE_MANAGED.flatMap((path) =>
    switchesOn(["allowManagedHooksOnly", "disableAllHooks"], path, "claude", machine)
  )
    .map((where) => `claude runs no hooks of yours: ${where}; ask whoever manages this computer`);
}

/** Which of these members are true, and where. */
function switchesOn(names: readonly string[], path: string, agent: TargetName, machine: Machine): string[] {
  const read = readConfig(bytesIn(path, machine), targetOf(agent, path).format);
  if ("refused" in read) return [];
  const { text, document } = read;
  return names.filter((name) => isObject(document) && document[name] === true)
    .map((name) => `"${name}" is true in ${spot(path, text, [`"${name}"`], machine.home)}`);
}

function feature(path: string, machine: Machine): string[] {
  const off = codexHooksOff(textIn(path, machine));
  if (off === undefined) return [];
  return [`Codex runs no hooks: "${off.key}" is false in ${shortPath(path, machine.home)}:${off.line}; make it true`];
}

/** A line for each hook, by its name: `global/`, the file's name, event and place (read 1.0.41; fixture grok-1.0.41/tui). */
function disabled(path: string, machine: Machine): string[] {
  const lines = textIn(path, machine).split("\n");
  const own = lines.filter((line) => line.trim().startsWith(`global/${NAME}:`) || line.trim() === `global/${NAME}`);
  const [first] = own;
  if (first === undefined) return [];
  const where = `${shortPath(path, machine.home)}:${lines.indexOf(first) + 1}`;
  const count = own.length === 1 ? "1 hook is" : `${own.length} hooks are`;
  return [`grok leaves ours out: ${count} switched off in ${where}; switch them on under /hooks`];
}

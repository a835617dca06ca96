// What keeps an agent from running our entries: reported with its file and line, never written (`installer.md` section 11).

import { CLAUDE_MANAGED } from "../src/agents/claude_managed.ts";
import { isObject } from "../src/domain/json.ts";
import { NAME } from "../src/brand.ts";
import { codexHooksOff } from "./codex_features.ts";
import { type ConfigPlace, configPlace } from "./config_places.ts";
import type { Path } from "./formats/format.ts";
import { bytesIn, textIn } from "./look_in.ts";
import type { Machine } from "./machine.ts";
import { documentOf, readConfig } from "./read_config.ts";
import { shortPath } from "./short_path.ts";
import { spot } from "./spot.ts";
import type { TargetName } from "./target_name.ts";
import { at } from "./targets/hook_lists.ts";
import { variableNote } from "./targets/agentica_variables.ts";
import { targetOf } from "./targets/table.ts";

/** A switch that is off, and how to put it on. */
export type Switch = { readonly says: string; readonly mend: string };

/** The same in one line. */
export function switchLine({ says, mend }: Switch): string {
  return `${says}; ${mend}`;
}

/** Every switch of this agent that is off. */
export function switchedOff(agent: TargetName, machine: Machine): Switch[] {
  const place = configPlace(agent, machine);
  if ("refused" in place) return [];
  const path = place.settings ?? place.config;
  switch (agent) {
    case "claude":
      return [...member("disableAllHooks", path, agent, machine), ...managed(machine)];
    // Read 0.24.4: the same name, in its own settings.
    case "qwen":
      return member("disableAllHooks", path, agent, machine);
    // `installer.md` 6.10.
    case "antigravity":
      return [...place.leftovers.map(({ file }) => file), path].flatMap((file) => off([NAME], file, agent, machine));
    case "droid":
      return member("hooksDisabled", path, agent, machine);
    case "codex":
      return feature(path, machine);
    case "grok":
      return disabled(`${place.folder}/disabled-hooks`, machine);
    case "agentica":
      return [
        ...[variableNote(machine.env) ?? []].flat().map((says) => ({
          says,
          mend: "unset it where agentica is started",
        })),
        ...consumers(place, machine),
      ];
    default:
      return [];
  }
}

/** agentica starts no consumer that is off (`installer.md` 6.11). */
function consumers({ config, events }: ConfigPlace, machine: Machine): Switch[] {
  const document = documentOf(bytesIn(config, machine), targetOf("agentica", config).format);
  const listed = at(document ?? {}, events);
  const names = (Array.isArray(listed) ? listed : []).map((consumer) => isObject(consumer) ? consumer.name : undefined);
  return names.flatMap((name, index) =>
    name === NAME || name === `${NAME}-ask` ? off([...events, index], config, "agentica", machine) : []
  );
}

/** `enabled: false` at a place of a file. */
function off(path: Path, file: string, agent: TargetName, machine: Machine): Switch[] {
  const read = readConfig(bytesIn(file, machine), targetOf(agent, file).format);
  if ("refused" in read) return [];
  const where = [...path, "enabled"];
  if (at(read.document, where) !== false) return [];
  const spot = `${shortPath(file, machine.home)}:${read.lineOf(where)}`;
  return [{ says: `${agent} leaves ours out: "enabled" is false in ${spot}`, mend: "make it true" }];
}

function member(name: string, path: string, agent: TargetName, machine: Machine): Switch[] {
  return switchesOn([name], path, agent, machine).map((where) => ({
    says: `${agent} runs no hooks: ${where}`,
    mend: "make it false",
  }));
}

function managed(machine: Machine): Switch[] {
  const names = ["allowManagedHooksOnly", "disableAllHooks"];
  return CLAUDE_MANAGED.flatMap((path) => switchesOn(names, path, "claude", machine)).map((where) => ({
    says: `claude runs no hooks of yours: ${where}`,
    mend: "ask whoever manages this computer",
  }));
}

/** Which of these members are true, and where. */
function switchesOn(names: readonly string[], path: string, agent: TargetName, machine: Machine): string[] {
  const read = readConfig(bytesIn(path, machine), targetOf(agent, path).format);
  if ("refused" in read) return [];
  const { text, document } = read;
  return names.filter((name) => isObject(document) && document[name] === true)
    .map((name) => `"${name}" is true in ${spot(path, text, [`"${name}"`], machine.home)}`);
}

function feature(path: string, machine: Machine): Switch[] {
  const off = codexHooksOff(textIn(path, machine));
  if (off === undefined) return [];
  const where = `${shortPath(path, machine.home)}:${off.line}`;
  return [{ says: `Codex runs no hooks: "${off.key}" is false in ${where}`, mend: "make it true" }];
}

/** A line for each hook, by its name: `global/`, the file's name, event and place (read 1.0.41; fixture grok-1.0.41/tui). */
function disabled(path: string, machine: Machine): Switch[] {
  const lines = textIn(path, machine).split("\n");
  const own = lines.filter((line) => line.trim().startsWith(`global/${NAME}:`) || line.trim() === `global/${NAME}`);
  const [first] = own;
  if (first === undefined) return [];
  const where = `${shortPath(path, machine.home)}:${lines.indexOf(first) + 1}`;
  const count = own.length === 1 ? "1 hook is" : `${own.length} hooks are`;
  return [{ says: `grok leaves ours out: ${count} switched off in ${where}`, mend: "switch them on under /hooks" }];
}

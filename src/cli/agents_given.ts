// `--agent NAME[,NAME]…`: which agents a command is about.

import type { AnyAgent } from "../../install/find_configs.ts";
import { TARGETS } from "../../install/target_name.ts";
import { knownAgent } from "../agents/aliases.ts";
import type { Given, Wrong } from "./arguments.ts";
import { nearest } from "./nearest.ts";
import { visible } from "./visible.ts";

/** Each once, in the order of the table; `undefined` where none is named. */
export function agentsGiven(given: Given): readonly AnyAgent[] | undefined | Wrong {
  const values = given.values.get("agent") ?? [];
  if (values.length === 0) return undefined;
  const names = values.flatMap((value) => value.split(",")).map((name) => name.trim());
  const unknown = names.find((name) => agentNamed(name) === undefined);
  if (unknown !== undefined) return wrongName(unknown);
  const named = names.map(agentNamed);
  return ANY.filter((agent) => named.includes(agent));
}

const ANY: readonly AnyAgent[] = [...TARGETS, "gemini"];

/** By any name it goes by; the Gemini CLI's leftovers are told apart from its successor. */
function agentNamed(name: string): AnyAgent | undefined {
  const known = name === "gemini" || name === "" ? name : knownAgent(name);
  return ANY.find((agent) => agent === known);
}

function wrongName(name: string): Wrong {
  if (name === "") return { wrong: "--agent needs a name" };
  const close = nearest(name, ANY);
  return { wrong: `Unknown agent "${visible(name)}"${close === undefined ? "" : `: did you mean ${close}?`}` };
}

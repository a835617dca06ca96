// A turn as a call of what one request offers: "a shell command" in the client's own tool and members.

import { isObject, type Json, type JsonObject } from "../../../src/domain/json.ts";
import type { Call, Tool, Turn } from "./turn.ts";

/** The calls of a turn; `undefined` when this request does not offer the tool. */
export function callsOf(turn: Turn, tools: readonly Tool[]): readonly Call[] | undefined {
  if (turn.call !== undefined) return called(tools, turn.call.name, turn.call.input);
  if (turn.shell === undefined) return [];
  const tool = SHELLS.map((name) => tools.find((tool) => tool.name === name)).find((tool) => tool !== undefined);
  return tool && [callOf(tool, { ...shellInput(tool.schema, turn.shell), ...turn.besides })];
}

/** How the clients name the tool that runs a command (`agents.md` 14.2). */
const SHELLS = ["Bash", "exec_command", "shell", "bash", "run_shell_command", "run_terminal_command", "Execute"];

function called(tools: readonly Tool[], name: string, input: JsonObject): readonly Call[] | undefined {
  const tool = tools.find((tool) => tool.name === name);
  return tool && [callOf(tool, input)];
}

function callOf({ name, namespace }: Tool, input: JsonObject): Call {
  const id = crypto.randomUUID().replaceAll("-", "");
  return { id, name, ...(namespace === undefined ? {} : { namespace }), input };
}

function shellInput({ properties, required }: JsonObject, command: string): JsonObject {
  const known = isObject(properties) ? properties : {};
  const input: JsonObject = { ["cmd" in known ? "cmd" : "command"]: command };
  const needed = Array.isArray(required) ? required.map(String) : [];
  const described = "description" in known ? ["description"] : [];
  for (const name of [...needed, ...described]) input[name] ??= filler(known[name]);
  return input;
}

/** Any value that the schema of a member takes. */
function filler(schema: Json | undefined): Json {
  const { type, enum: words } = isObject(schema) ? schema : {};
  if (Array.isArray(words)) return words[0] ?? "";
  if (type === "boolean") return false;
  if (type === "number" || type === "integer") return 30_000;
  return "a test command";
}

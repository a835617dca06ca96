// The hook entries of docs/wiring/, as each agent reads them: what may wait runs the hook and has the time for it, every
// other event goes through the forwarder, and no event is registered that its adapter does not understand.

import { parse as parseToml } from "@std/toml";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { parse as parseYaml } from "yaml";
import { readEvent } from "../src/agents/table.ts";
import { isObject, type Json, type JsonObject } from "../src/domain/json.ts";
import { hookArgs } from "../src/hook/args.ts";
import { build, eventName } from "../src/wire/build.ts";
import { waits } from "../src/wire/waits.ts";

type Entry = { readonly event: string; readonly command: string; readonly seconds: number | undefined };
type Wiring = { readonly file: string; readonly plain: number; readonly entries: (read: string) => readonly Entry[] };

/** Plain timeouts in seconds: `installer.md` section 6. */
const WIRINGS: Readonly<Record<string, Wiring>> = {
  claude: { file: "claude-settings.json", plain: 5, entries: grouped },
  codex: { file: "codex-hooks.json", plain: 3, entries: grouped },
  qwen: { file: "qwen-settings.json", plain: 5, entries: (text) => grouped(text).map(inSeconds) },
  copilot: { file: "copilot-vults.json", plain: 5, entries: flat },
  grok: { file: "grok-vults.json", plain: 5, entries: grouped },
  cursor: { file: "cursor-hooks.json", plain: 5, entries: flat },
  antigravity: { file: "antigravity-hooks.json", plain: 5, entries: named },
  droid: { file: "droid-settings.json", plain: 5, entries: grouped },
  kimi: { file: "kimi-config.toml", plain: 5, entries: tables },
  agentica: { file: "agentica-config.yaml", plain: 0, entries: consumers },
};

for (const [agent, { file, plain, entries }] of Object.entries(WIRINGS)) {
  Deno.test(`docs/wiring/${file}: each event has the entry that fits it, and is understood`, () => {
    const found = entries(Deno.readTextFileSync(new URL(`../docs/wiring/${file}`, import.meta.url)));
    assert(found.length > 2, `only ${found.length} entries were read`);
    for (const { event, command, seconds } of found) {
      const words = /.*\/vults(?:-forward)?"? (.*?)(?:; exit 0)?$/.exec(command)?.[1]?.split(" ") ?? [];
      const forwards = command.includes("vults-forward");
      const args = hookArgs(forwards ? ["--agent", ...words] : words.slice(1));
      const payload = sample(event, agent);
      assertEquals([args.name ?? args.kind, eventName(payload, args)], [agent, event], command);
      const asks = waits(args, event, "Bash");
      const endsWithoutStdin = agent === "grok" && event === "SessionEnd";
      assertEquals(forwards, !asks && !endsWithoutStdin, command);
      if (seconds !== undefined) {
        assertEquals(seconds, asks ? 120 : short(agent, event) ?? plain, `${event}: ${command}`);
      }
      const told = build(payload, args, { id: "1", read: () => undefined, zeca: false });
      assertNotEquals(told && readEvent(told), "undecodable", event);
    }
  });
}

Deno.test("every agent of the table but OpenCode, which has a plugin, has a wiring to copy", async () => {
  const { AGENTS } = await import("../src/agents/table.ts");
  assertEquals([...AGENTS.keys()].filter((name) => name !== "opencode").sort(), Object.keys(WIRINGS).sort());
});

/** Codex ends these after a second anyway (`agents.md` section 2). */
function short(agent: string, event: string): number | undefined {
  return agent === "codex" && (event === "SessionEnd" || event === "Interrupt") ? 1 : undefined;
}

/** A payload with all that any agent needs to be understood. Copilot and Antigravity name the event in argv alone. */
function sample(event: string, agent: string): JsonObject {
  const named = agent !== "copilot" && agent !== "antigravity" ? { hook_event_name: event } : {};
  const ids = { session_id: "s", sessionId: "s", conversation_id: "s", conversationId: "s", request_id: "r" };
  const call = { tool_name: "Bash", tool_input: { command: "ls" }, toolCall: { name: "run_command", args: {} } };
  const edit = { file_path: "/a", edits: [] };
  const asked = { question: "Run it?", preview: "ls", options: ["allow", "deny"], decision: "approved" };
  return {
    ...ids,
    ...call,
    ...edit,
    ...asked,
    ...named,
    prompt: "go",
    agent_id: "a",
    agent_type: "t",
    subagentId: "a",
  };
}

function grouped(text: string): Entry[] {
  return events(JSON.parse(text).hooks).flatMap(([event, groups]) => groups.flatMap((group) => handlers(event, group)));
}

function handlers(event: string, group: JsonObject): Entry[] {
  return (group.hooks as JsonObject[]).map((handler) => entry(event, handler));
}

function flat(text: string): Entry[] {
  return events(JSON.parse(text).hooks).flatMap(([event, list]) => list.map((handler) => entry(event, handler)));
}

/** Antigravity: groups for tool events, a flat list for the others. */
function named(text: string): Entry[] {
  return events(JSON.parse(text).vults).flatMap(([event, list]) => {
    return list.flatMap((item) => item.hooks === undefined ? [entry(event, item)] : handlers(event, item));
  });
}

function tables(text: string): Entry[] {
  return (parseToml(text).hooks as JsonObject[]).map((hook) => entry(String(hook.event), hook));
}

/** A consumer gets every event that it does not turn off. */
function consumers(text: string): Entry[] {
  const all = ["run.started", "run.completed", "run.failed", "run.cancelled", "tool.started", "tool.completed"];
  const rest = ["session.started", "session.ended", "needs.resolved", "needs.approval", "needs.input"];
  const listed: { command: string[]; events: Record<string, boolean> }[] = parseYaml(text).settings.hooks.consumers;
  const found = listed.flatMap(({ command, events }) => {
    const on = [...all, ...rest].filter((event) => events[event] !== false);
    return on.map((event) => ({ event, command: command.join(" "), seconds: undefined }));
  });
  assertEquals(found.map(({ event }) => event).sort(), [...all, ...rest].sort());
  return found;
}

function entry(event: string, { command, bash, timeout, timeoutSec }: JsonObject): Entry {
  return { event, command: String(command ?? bash), seconds: Number(timeout ?? timeoutSec) };
}

/** Written in milliseconds, which every version reads as such (`agents.md` section 4). */
function inSeconds(entry: Entry): Entry {
  return { ...entry, seconds: (entry.seconds ?? 0) / 1_000 };
}

function events(hooks: Json): [string, JsonObject[]][] {
  assert(isObject(hooks));
  return Object.entries(hooks) as [string, JsonObject[]][];
}

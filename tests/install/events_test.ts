// The entries of every agent: those of docs/wiring (which are the `--approval` form), each understood by its agent's adapter,
// with the time that it needs (`installer.md` section 6, A35, A36).

import { parse as parseToml } from "@std/toml";
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { parse as parseYaml } from "yaml";
import { commandText, commandWords } from "../../install/command_text.ts";
import { hookEntries, type HookEntry, type Wish } from "../../install/events.ts";
import { handlerOf } from "../../install/handler.ts";
import { hookAsks } from "../../install/hook_asks.ts";
import { commandOf } from "../../install/guarded_command.ts";
import { type TargetName, TARGETS } from "../../install/target_name.ts";
import { AGENTS, readEvent } from "../../src/agents/table.ts";
import { isObject, type Json, type JsonObject } from "../../src/domain/json.ts";
import { hookArgs } from "../../src/hook/args.ts";
import { build, eventName } from "../../src/wire/build.ts";
import { AGENT_TIMEOUT_MS, DECISION_MS } from "../../src/wire/limits.ts";
import { KINDS_108, KINDS_8 } from "../../src/wire/event.ts";
import { waits } from "../../src/wire/waits.ts";

const BIN = { folder: "/home/you/.local/bin", forwards: true };
const NEWEST = { version: [2, 1, 332], carried: [] } as const;
const APPROVAL: Wish = { approval: true, forwards: true, claude: NEWEST };
const OBSERVE: Wish = { approval: false, forwards: true, claude: NEWEST };

type Wired = { readonly event: string; readonly matcher?: Json; readonly handler: JsonObject };

const WIRINGS: readonly (readonly [TargetName, string, (text: string) => readonly Wired[]])[] = [
  ["codex", "codex-hooks.json", grouped],
  ["grok", "grok-vults.json", grouped],
  ["cursor", "cursor-hooks.json", flat],
  ["antigravity", "antigravity-hooks.json", named],
  ["qwen", "qwen-settings.json", grouped],
  ["copilot", "copilot-vults.json", flat],
  ["droid", "droid-settings.json", grouped],
  ["kimi", "kimi-config.toml", tables],
];

for (const [agent, file, read] of WIRINGS) {
  Deno.test(`${agent}: the entries under --approval are those of docs/wiring/${file}, in its order`, () => {
    assertEquals(ours(agent, APPROVAL), read(wiring(file)));
  });
}

Deno.test("claude: every entry of docs/wiring is ours, and ours further observe without blocking", () => {
  const expected = grouped(wiring("claude-settings.json"));
  const found = new Map(ours("claude", APPROVAL).map((entry) => [entry.event, entry]));
  for (const { event, matcher, handler } of expected) {
    const entry = found.get(event);
    const { async, statusMessage, ...rest } = entry?.handler ?? {};
    assertEquals([entry?.matcher, rest], [matcher, handler], event);
    const waiting = event === "PermissionRequest";
    const last = ["Stop", "StopFailure", "SessionEnd"].includes(event);
    assertEquals([async, statusMessage], [
      waiting || last ? undefined : true,
      waiting ? "Waiting for your answer in vults" : undefined,
    ]);
  }
  assertEquals(found.size, 23);
});

Deno.test("agentica: the consumers' events under --approval are those of docs/wiring", () => {
  const { consumers } = parseYaml(wiring("agentica-config.yaml")).settings.hooks;
  const entries = hookEntries("agentica", APPROVAL);
  for (const { name, command, events } of consumers) {
    const use = name === "vults" ? "plain" : "gate";
    const of = entries.filter((entry) => entry.use.is === use);
    assertEquals(of.map((entry) => commandWords("agentica", entry.use, BIN)), of.map(() => command));
    const others = entries.filter((entry) => entry.use.is !== use).map(({ event }) => event);
    assertEquals(Object.keys(events).sort(), others.sort(), name);
    assertEquals(Object.values(events), others.map(() => false));
  }
  assertEquals(entries.length, 11);
});

Deno.test("opencode has a plugin, and no entries", () => assertEquals(hookEntries("opencode", APPROVAL), []));

for (const agent of TARGETS) {
  Deno.test(`${agent}: every event is understood, and exactly what waits has the time to`, () => {
    for (const approval of [true, false]) {
      for (const forwards of [true, false]) {
        for (const claude of [NEWEST, { carried: [] }]) {
          const wish: Wish = { approval, forwards, claude };
          for (const entry of hookEntries(agent, wish)) understoodAndInTime(agent, entry, wish);
        }
      }
    }
  });
}

Deno.test("observing, nothing waits: Copilot's request and Cursor's gate are left out, other gates are plain", () => {
  const lost = (agent: TargetName): readonly string[] => {
    const observed = hookEntries(agent, OBSERVE).map(({ event }) => event);
    return hookEntries(agent, APPROVAL).map(({ event }) => event).filter((event) => !observed.includes(event));
  };
  for (const agent of TARGETS) {
    assertEquals(lost(agent), { copilot: ["permissionRequest"], cursor: ["preToolUse"] }[agent as string] ?? [], agent);
    for (const { use, event } of hookEntries(agent, OBSERVE)) assert(use.is === "plain" || use.is === "hook", event);
  }
});

Deno.test("without the forwarder, an event at which the hook would wait is not observed", () => {
  for (const agent of TARGETS) {
    const observed = hookEntries(agent, { ...OBSERVE, forwards: false }).map(({ event }) => event);
    const before = hookEntries(agent, OBSERVE).map(({ event }) => event);
    assertEquals(observed, before.filter((event) => !hookAsks(agent, event)), agent);
    assertEquals(before.length - observed.length, ["claude", "codex", "qwen"].includes(agent) ? 1 : 0, agent);
  }
});

Deno.test("where the hook asks whatever its flags say is what the wire says", () => {
  const events = new Set(TARGETS.flatMap((agent) => hookEntries(agent, APPROVAL).map(({ event }) => event)));
  for (const kind of [...KINDS_8, ...KINDS_108, "kimi", "droid", "antigravity"]) {
    for (const event of events) {
      assertEquals(hookAsks(kind, event), waits(hookArgs(["--agent", kind]), event, "Bash"), `${kind} ${event}`);
    }
  }
});

Deno.test("claude's gates follow its version", () => {
  const gates = (version: readonly [number, number, number] | undefined): readonly unknown[] => {
    return hookEntries("claude", { ...APPROVAL, claude: { version, carried: [] } })
      .filter(({ use }) => use.is === "gate" || use.is === "questions")
      .map(({ event, matcher, use, timeout }) => [event, matcher, use.is, timeout]);
  };
  const request = ["PermissionRequest", "*", "gate", 120];
  const questions = ["PreToolUse", "AskUserQuestion", "questions", 120];
  assertEquals(gates([2, 1, 200]), []);
  assertEquals(gates([2, 1, 256]), []);
  assertEquals(gates([2, 1, 257]), [questions, request]);
  assertEquals(gates([2, 1, 331]), [questions, request]);
  assertEquals(gates(undefined), [questions, request]);
  assertEquals(gates([2, 1, 332]), [request]);
  assertEquals(gates([3, 0, 0]), [request]);
});

Deno.test("claude: a version that answers nothing keeps its plain entries under --approval", () => {
  const old = { version: [2, 1, 200], carried: [] } as const;
  assertEquals(
    hookEntries("claude", { ...APPROVAL, claude: old }),
    hookEntries("claude", { ...OBSERVE, claude: old }),
  );
});

Deno.test("kimi from before Kimi Code gets no event that would stop it from loading its config", () => {
  const events = hookEntries("kimi", { ...OBSERVE, olderKimi: true }).map(({ event }) => event);
  assertEquals(events.length, 13);
  for (const event of ["PermissionRequest", "PermissionResult", "Interrupt"]) assert(!events.includes(event), event);
});

Deno.test("codex's entries do nothing on Windows where it reads the same file, and no other agent's say so", () => {
  for (const agent of TARGETS) {
    for (const entry of hookEntries(agent, { ...APPROVAL, withWindows: true })) {
      const { commandWindows } = handlerOf(agent, entry, BIN);
      assertEquals(commandWindows, agent === "codex" ? "exit 0" : undefined, agent);
    }
  }
});

Deno.test("antigravity is never gated", () => {
  for (const wish of [APPROVAL, OBSERVE]) {
    assertEquals(hookEntries("antigravity", wish).map(({ event }) => event), ["PreInvocation", "PostToolUse", "Stop"]);
  }
});

Deno.test("claude and codex wait for the last event of a turn and of a session, which an async hook would not outlive", () => {
  const waitedFor = (agent: TargetName) =>
    hookEntries(agent, OBSERVE).filter((entry) => entry.async === undefined).map(({ event }) => event).toSorted();
  assertEquals(waitedFor("claude"), ["SessionEnd", "Stop", "StopFailure"]);
  assertEquals(waitedFor("codex"), ["SessionEnd", "Stop"]);
});

Deno.test("handlers have their members in the order of the reference", () => {
  const keys = (agent: TargetName, event: string): readonly string[] => {
    const entry = hookEntries(agent, APPROVAL).find((known) => known.event === event);
    return entry ? Object.keys(handlerOf(agent, entry, BIN)) : [];
  };
  assertEquals(keys("claude", "PostToolUse"), ["type", "command", "timeout", "async"]);
  assertEquals(keys("claude", "PermissionRequest"), ["type", "command", "timeout", "statusMessage"]);
  assertEquals(keys("codex", "PostToolUse"), ["type", "command", "timeout", "async"]);
  assertEquals(keys("cursor", "stop"), ["command", "timeout"]);
  assertEquals(keys("copilot", "agentStop"), ["type", "bash", "timeoutSec"]);
  assertEquals(keys("kimi", "Stop"), ["event", "command", "timeout"]);
});

function understoodAndInTime(agent: TargetName, entry: HookEntry, wish: Wish): void {
  const { event, use, timeout } = entry;
  const [program = "", ...words] = agent === "agentica"
    ? commandWords(agent, use, { ...BIN, forwards: wish.forwards })
    : commandOf(commandText(agent, use, { ...BIN, forwards: wish.forwards })) ?? [];
  const args = hookArgs(program.endsWith("-forward") ? ["--agent", ...words] : words.slice(1));
  const asksQuestions = use.is === "questions";
  const payload = sample(event, agent, asksQuestions ? "AskUserQuestion" : "Bash");
  assertEquals([args.name ?? args.kind, eventName(payload, args)], [agent, event]);
  // The forwarder never waits; the hook does where the arguments and the event say so.
  const asks = !program.endsWith("-forward") && waits(args, event, payload.tool_name);
  assertEquals(asks, use.is === "gate" || asksQuestions, `${agent} ${event}`);
  if (asks) assert(AGENTS.get(agent)?.asks[event] !== undefined, `${agent} is not asked at ${event}`);
  const told = build(payload, args, { id: "1", read: () => undefined, zeca: false });
  assertNotEquals(told && readEvent(told), "undecodable", `${agent} ${event}`);
  if (timeout === undefined) return assertEquals(agent, "agentica");
  const limit = timeout * (agent === "qwen" ? 1 : 1_000);
  const plain = agent === "codex" ? (["SessionEnd", "Interrupt"].includes(event) ? 1_000 : 3_000) : 5_000;
  assertEquals(limit, asks ? AGENT_TIMEOUT_MS : plain, `${agent} ${event}`);
  assert(!asks || limit > DECISION_MS);
}

function ours(agent: TargetName, wish: Wish): readonly Wired[] {
  return hookEntries(agent, wish).map((entry) => {
    const handler = handlerOf(agent, entry, BIN);
    return { event: entry.event, ...(entry.matcher === undefined ? {} : { matcher: entry.matcher }), handler };
  });
}

/** With the paths as an installer writes them: whole, and in single quotes. */
function wiring(file: string): string {
  const text = Deno.readTextFileSync(new URL(`../../docs/wiring/${file}`, import.meta.url));
  return text.replaceAll(/\\"\$HOME(\/[^"\\]*)\\"/g, "'/home/you$1'");
}

function grouped(text: string): readonly Wired[] {
  return lists(JSON.parse(text).hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ hooks, ...group }) => (hooks as JsonObject[]).map((handler) => ({ event, ...group, handler })))
  );
}

function flat(text: string): readonly Wired[] {
  return lists(JSON.parse(text).hooks).flatMap(([event, list]) => list.map((handler) => ({ event, handler })));
}

/** Antigravity: groups for tool events, a flat list for the others. */
function named(text: string): readonly Wired[] {
  return lists(JSON.parse(text).vults).flatMap(([event, list]) =>
    list.flatMap(({ hooks, matcher, ...handler }) =>
      hooks === undefined
        ? [{ event, handler }]
        : (hooks as JsonObject[]).map((inner) => ({ event, matcher: matcher ?? null, handler: inner }))
    )
  );
}

function tables(text: string): readonly Wired[] {
  const whole = text.replaceAll(/"\$HOME(\/[^"]*)"/g, "\\u0027/home/you$1\\u0027").replaceAll(/'(\[.*)'/g, '"$1"');
  const hooks = parseToml(whole).hooks as JsonObject[];
  return hooks.map((handler) => ({ event: String(handler.event), handler }));
}

function lists(value: unknown): [string, JsonObject[]][] {
  assert(isObject(value));
  return Object.entries(value) as [string, JsonObject[]][];
}

/** A payload with all that any agent needs to be understood. */
function sample(event: string, agent: TargetName, tool: string): JsonObject {
  const named = agent !== "copilot" && agent !== "antigravity" ? { hook_event_name: event } : {};
  const ids = { session_id: "s", sessionId: "s", conversation_id: "s", conversationId: "s", request_id: "r" };
  const call = { tool_name: tool, tool_input: { command: "ls" }, toolCall: { name: "run_command", args: {} } };
  const asked = { question: "Run it?", preview: "ls", options: ["allow", "deny"], decision: "approved" };
  const child = { agent_id: "a", agent_type: "t", subagentId: "a", task_id: "t", teammate_name: "n" };
  return { ...ids, ...call, ...asked, ...named, ...child, file_path: "/a", edits: [], prompt: "go" };
}

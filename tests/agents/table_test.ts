// Every adapter at once: all of one shape, each decided. An agent that is added without saying here what it answers, or
// that says one thing here and another on the wire, fails.

import { assertEquals } from "@std/assert";
import type { Agent, Asked } from "../../src/agents/agent.ts";
import { knownAgent } from "../../src/agents/aliases.ts";
import * as other from "../../src/agents/other.ts";
import { agentFor, AGENTS, readEvent } from "../../src/agents/table.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { answerText } from "../../src/hook/agent.ts";
import { agentName } from "../../src/wire/agent_name.ts";
import { type HookEvent, KINDS_108, KINDS_8 } from "../../src/wire/event.ts";
import { HIDDEN_HOLD_MS, HOLD_MS } from "../../src/wire/limits.ts";
import { waits } from "../../src/wire/waits.ts";

const SHAPE = ["answer", "asks", "fits", "toInput", "tools"];
const ALLOW: Verdict = { kind: "decision", decision: "allow" };
const DENY: Verdict = { kind: "decision", decision: "deny", message: "no" };
const CLAUDES_ALLOW = '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}';
const CLAUDES_DENY =
  '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"no"}}}';

type Decided = {
  /** As in `agents.md` 0.1. */
  readonly asks: Agent["asks"];
  /** A permission request, and the exact bytes for yes and no (`protocol.md` section 10). */
  readonly request?: Asked;
  readonly allow?: string;
  readonly deny?: string;
};

const bash = (event: string, raw: JsonObject = { tool_name: "Bash", tool_input: { command: "ls" } }): Asked => ({
  event,
  raw,
});

const DECIDED: Readonly<Record<string, Decided>> = {
  claude: {
    asks: { PermissionRequest: HOLD_MS, PreToolUse: HIDDEN_HOLD_MS },
    request: bash("PermissionRequest"),
    allow: CLAUDES_ALLOW,
    deny: CLAUDES_DENY,
  },
  codex: {
    asks: { PermissionRequest: HIDDEN_HOLD_MS },
    request: bash("PermissionRequest"),
    allow: CLAUDES_ALLOW,
    deny: CLAUDES_DENY,
  },
  qwen: {
    asks: { PermissionRequest: HIDDEN_HOLD_MS },
    request: bash("PermissionRequest"),
    allow: CLAUDES_ALLOW,
    deny: CLAUDES_DENY,
  },
  opencode: {
    asks: { PermissionRequest: HOLD_MS, PreToolUse: HOLD_MS },
    request: bash("PermissionRequest"),
    allow: '{"reply":"once"}',
    deny: '{"reply":"reject","message":"no"}',
  },
  copilot: {
    asks: { permissionRequest: HIDDEN_HOLD_MS },
    request: bash("permissionRequest", { toolName: "bash", toolInput: { command: "ls" } }),
    allow: '{"behavior":"allow"}',
    deny: '{"behavior":"deny","message":"no"}',
  },
  grok: {
    asks: { PreToolUse: HIDDEN_HOLD_MS },
    request: bash("PreToolUse"),
    allow: '{"decision":"allow"}',
    deny:
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
  },
  cursor: {
    asks: { preToolUse: HIDDEN_HOLD_MS },
    request: bash("preToolUse", { tool_name: "Shell", tool_input: { command: "ls" } }),
    allow: '{"permission":"allow","user_message":"Allowed from Vults"}',
    deny: '{"permission":"deny","user_message":"no","agent_message":"no"}',
  },
  agentica: {
    asks: { "needs.approval": null, "needs.input": null },
    request: bash("needs.approval", { request_id: "r1", options: ["allow", "deny"] }),
    allow: '{"request_id":"r1","decision":"allow"}',
    deny: '{"request_id":"r1","decision":"deny"}',
  },
  antigravity: { asks: {} },
  droid: { asks: {} },
  kimi: { asks: {} },
};

Deno.test("every adapter's file exports the one shape and is in the table, and every one is decided", async () => {
  const found: string[] = [];
  for (const { name } of Deno.readDirSync(new URL("../../src/agents/", import.meta.url))) {
    const module: object = await import(`../../src/agents/${name}`);
    if (!("toInput" in module)) continue;
    assertEquals(Object.keys(module).sort(), SHAPE, name);
    found.push(name.replace(".ts", ""));
  }
  assertEquals(found.filter((name) => name !== "other").sort(), [...AGENTS.keys()].sort());
  assertEquals([...AGENTS.keys()].sort(), Object.keys(DECIDED).sort());
});

for (const [name, { asks, request, allow, deny }] of Object.entries(DECIDED)) {
  Deno.test(`${name} is asked where it is decided, and nowhere else on the wire`, () => {
    const agent = AGENTS.get(name);
    assertEquals(agent?.asks, asks);
    const { kind } = agentName(name);
    for (const event of new Set(Object.values(DECIDED).flatMap((decided) => Object.keys(decided.asks)))) {
      const entry = { ...agentName(name), ask: true, approval: true, statusline: false };
      // Qwen's spelling of Claude's event waits for Copilot as well (`protocol.md` section 7); only its own is answered.
      const waiting = waits(entry, event, "AskUserQuestion") && !(kind === "copilot" && event === "PermissionRequest");
      assertEquals(waiting, Object.hasOwn(asks, event), event);
    }
  });

  Deno.test(`${name}: the bytes of a yes and of a no, from the adapter and from the hook`, async () => {
    const agent = AGENTS.get(name);
    const asked = request ?? bash("PermissionRequest");
    assertEquals([agent?.answer(ALLOW, asked), agent?.answer(DENY, asked)], [allow, deny]);
    const { kind } = agentName(name);
    assertEquals([await answerText(kind, ALLOW, asked), await answerText(kind, DENY, asked)], [allow, deny]);
    assertEquals(agent?.fits(asked), allow === undefined ? "nothing" : "decision");
    const elsewhere = { ...asked, event: "Stop" };
    assertEquals([agent?.fits(elsewhere), agent?.answer(ALLOW, elsewhere)], ["nothing", undefined]);
  });
}

Deno.test("every kind of the wire but `other` has an adapter, and a tool without one is never answered", () => {
  for (const kind of [...KINDS_8, ...KINDS_108]) assertEquals(AGENTS.has(kind), kind !== "other", kind);
  assertEquals(agentFor(told("other", "PermissionRequest", {}, "aider")), other);
  assertEquals([other.asks, other.answer(ALLOW, bash("PermissionRequest"))], [{}, undefined]);
});

Deno.test("every alias leads to an adapter of the table", () => {
  for (const [alias, name] of Object.entries(ALIASES)) {
    assertEquals(knownAgent(alias), name);
    const read = readEvent(told("other", "SessionStart", OF[name] ?? { session_id: "s" }, alias));
    assertEquals(typeof read === "object" && read.from.session, `${name}:s`, alias);
  }
});

const ALIASES = {
  factory: "droid",
  "factory-droid": "droid",
  "kimi-code": "kimi",
  kimicode: "kimi",
  agy: "antigravity",
};
const OF: Readonly<Record<string, JsonObject>> = { antigravity: { session_id: "s", timestamp: "t" } };

/** Payloads that only one agent's program sends (`agents.md` 14.1). */
const MARKED: Readonly<Record<string, readonly [string, JsonObject]>> = {
  cursor: ["stop", { conversation_id: "s", cursor_version: "3.1" }],
  grok: ["Stop", { session_id: "s", sessionId: "s", hookEventName: "stop", workspaceRoot: "/home/me" }],
  kimi: ["Stop", { session_id: "s", client_type: "kimi_code_cli" }],
  agentica: ["run.completed", { session_id: "s", transport: { ppid: 1 } }],
  antigravity: ["Stop", { conversationId: "s", workspacePaths: ["/home/me"], fullyIdle: true }],
  copilot: ["agentStop", { sessionId: "s", timestamp: 1 }],
  qwen: ["Stop", { session_id: "s", prompt_id: "s########0" }],
};

for (const [name, [event, payload]] of Object.entries(MARKED)) {
  Deno.test(`a payload of ${name} through Claude's entry is ${name}'s, under another name it is not understood`, () => {
    const read = readEvent(told("claude", event, payload));
    assertEquals(typeof read === "object" && [read.from.session, read.is], [`${name}:s`, "stopped"]);
    for (const [kind, alias] of [["codex"], ["opencode"], ["other", "droid"]] as const) {
      assertEquals(readEvent(told(kind, event, payload, alias)), "undecodable");
    }
    const own = agentName(name);
    const kept = readEvent(told(own.kind, event, payload, own.name));
    assertEquals(typeof kept === "object" && kept.is, "stopped");
  });
}

Deno.test("a foreign request through Claude's entry never waits: there is nothing to answer it with", () => {
  const payload = { ...MARKED.qwen?.[1], tool_name: "run_shell_command", tool_input: { command: "ls" } };
  const read = readEvent({ ...told("claude", "PermissionRequest", payload), wants_reply: true });
  assertEquals(typeof read === "object" && read.is === "waits" && [read.from.agent, read.offer], ["qwen", undefined]);
});

function told(agent: HookEvent["agent"], event: string, payload: JsonObject, agent_name?: string): HookEvent {
  const name = agent_name === undefined ? {} : { agent_name };
  return { kind: "event", v: 8, id: "1", agent, ...name, event, wants_reply: false, payload };
}

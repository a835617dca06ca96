// What every adapter is held to, whichever agent it is for: events as its hook sends them, bad input, any input at all.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Agent, Asked } from "../../src/agents/agent.ts";
import type { Verdict } from "../../src/domain/effect.ts";
import type { AgentInput } from "../../src/domain/input.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { agentName } from "../../src/wire/agent_name.ts";
import { build } from "../../src/wire/build.ts";
import type { HookEvent } from "../../src/wire/event.ts";

const ENV = { id: "1", cwd: "/own", read: () => undefined, zeca: false };

/** What one agent's hook sends, and what its adapter reads. */
export type Adapter = {
  event(event: string, raw: JsonObject): HookEvent;
  read(event: string, raw: JsonObject): AgentInput | "ignored" | "undecodable";
};

/** `id` stands in each payload that names no session itself: a member and its value. */
export function adapter(agent: Agent, name: string, id: readonly [string, string]): Adapter {
  const event = (named: string, raw: JsonObject): HookEvent => {
    const entry = { ...agentName(name), ask: false, approval: false, statusline: false, event: named };
    const built = build({ [id[0]]: id[1], ...raw }, entry, ENV);
    assert(built !== undefined, `no event from ${JSON.stringify(raw)}`);
    const { terminal: _ownFolder, ...sent } = built;
    return sent;
  };
  return { event, read: (named, raw) => agent.toInput(event(named, raw)) };
}

/** Where each event of this session says it comes from. */
export function origin(agent: string, id: string, event: string, more: Partial<AgentInput["from"]> = {}) {
  return { agent, session: `${agent}:${id}`, event, ...more };
}

/** Members that name the session and the tool, and the event before a tool. */
export type Spelling = { readonly id: string; readonly tool: string; readonly event: string };

/** The same bad input for each agent: never an exception, never a guess. */
export function refusesBadInput(agent: Agent, name: string, { id, tool: toolName, event: tool }: Spelling): void {
  const read = (event: string, payload: JsonObject) => agent.toInput(bare(name, event, payload));
  Deno.test(`${name}: a payload without a usable session id is not understood`, () => {
    for (const wrong of [undefined, null, 7, "", [], {}, true, "x".repeat(257)]) {
      const payload = { [toolName]: "Bash", ...(wrong === undefined ? {} : { [id]: wrong }) };
      assertEquals(read(tool, payload), "undecodable", JSON.stringify(wrong));
    }
  });
  Deno.test(`${name}: an event of a name that nobody knows is not understood`, () => {
    for (const event of ["", "Bogus", "toString", "constructor", "__proto__", `${tool} `]) {
      assertEquals(read(event, { [id]: "s", [toolName]: "Bash" }), "undecodable", event);
    }
  });
  Deno.test(`${name}: a tool event without the tool's name is not understood`, () => {
    for (const wrong of [undefined, null, 5, "", [], {}]) {
      const payload = { [id]: "s", ...(wrong === undefined ? {} : { [toolName]: wrong }) };
      assertEquals(read(tool, payload), "undecodable", JSON.stringify(wrong));
    }
  });
  Deno.test(`${name}: members of the wrong type count as absent, texts that look like numbers stay texts`, () => {
    const junk = { cwd: 1, prompt_id: [], turn_id: 3, permission_mode: {}, agent_id: 2, agent_type: false };
    const plain = read(tool, { [id]: "7", [toolName]: "5" });
    assertEquals(
      read(tool, { ...junk, [id]: "7", [toolName]: "5", tool_input: 3, toolInput: "{", toolArgs: [] }),
      plain,
    );
    assert(typeof plain === "object" && plain.from.session === `${name}:7`, JSON.stringify(plain));
  });
}

/** An agent's two answers; `"M"` stands for the words of a deny. */
export type Bytes = { readonly allow: string; readonly deny: string };

/** Any event and any payload: nothing throws, and nothing is printed but what the verdict says, in the agent's `bytes`. */
export function standsAnything(agent: Agent, name: string, events: readonly string[], bytes?: Bytes): void {
  Deno.test(`${name}: whatever comes, nothing throws, and nothing is printed but an answer of its own`, () => {
    const event = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...events) }, fc.string());
    let printed = 0;
    fc.assert(
      fc.property(event, payloads, fc.boolean(), verdicts, (named, payload, wants_reply, verdict) => {
        const input = agent.toInput({ ...bare(name, named, payload), wants_reply });
        assert(typeof input === "string" || input.from.session.startsWith(`${name}:`));
        if (typeof input === "object" && input.is === "waits" && input.offer) {
          assertEquals(agent.fits({ event: named, raw: payload }), "decision");
        }
        const text = agent.answer(verdict, { event: named, raw: payload });
        if (text === undefined) return;
        printed++;
        assert(verdict.kind === "decision", text);
        const words = JSON.stringify(verdict.message || "Denied from Vults");
        assertEquals(text, bytes?.[verdict.decision].replace('"M"', () => words));
      }),
      { numRuns: 1_000 },
    );
    assertEquals(printed > 0, bytes !== undefined, "as good as never printed: the property looks at nothing");
  });
}

/** The exact bytes of a plain verdict: a deny says the person's words, whatever stands in them, or ours. */
export function printsYesAndNo(agent: Agent, name: string, asked: Asked, { allow, deny }: Bytes): void {
  Deno.test(`${name}: its bytes for allow and deny, with the person's own words`, () => {
    const denied = (message?: string) =>
      agent.answer({ kind: "decision", decision: "deny", ...(message === undefined ? {} : { message }) }, asked);
    assertEquals(agent.fits(asked), "decision");
    assertEquals(agent.answer({ kind: "decision", decision: "allow" }, asked), allow);
    const standard = deny.replace('"M"', '"Denied from Vults"');
    assertEquals([denied(), denied("")], [standard, standard]);
    assertEquals(denied('no "rm"\nplease 🙂'), deny.replace('"M"', '"no \\"rm\\"\\nplease 🙂"'));
  });
}

/** Verdicts that say more than yes or no, or something else: none of them is half said. */
export function printsNothingElse(agent: Agent, name: string, asked: Asked): void {
  Deno.test(`${name}: a verdict that cannot be said whole, or does not fit the event, prints nothing`, () => {
    const more: Partial<Extract<Verdict, { kind: "decision" }>>[] = [
      { suggestion: 0 },
      { mode: "acceptEdits" },
      { choice: "allow_prefix" },
    ];
    for (const decision of ["allow", "deny"] as const) {
      for (const extra of more) {
        assertEquals(agent.answer({ kind: "decision", decision, ...extra }, asked), undefined, JSON.stringify(extra));
      }
      for (const event of ["PreToolUse", "PostToolUse", "Stop", "Notification", "preToolUse", "toString", ""]) {
        assertEquals(agent.answer({ kind: "decision", decision }, { ...asked, event }), undefined, event);
      }
    }
    assertEquals(agent.answer({ kind: "answer", answers: ["Blue"] }, asked), undefined);
    assertEquals(agent.answer({ kind: "decision", decision: "allow" }, { ...asked, raw: {} }), undefined);
  });
}

function bare(name: string, event: string, payload: JsonObject): HookEvent {
  const { kind, name: other } = agentName(name);
  const named = other === undefined ? {} : { agent_name: other };
  return { kind: "event", v: 8, id: "1", agent: kind, ...named, event, wants_reply: false, payload };
}

const MEMBERS = [
  ...["session_id", "sessionId", "hook_event_name", "tool_name", "toolName", "tool_input", "toolInput", "toolArgs"],
  ...["tool_response", "toolResult", "prompt", "agent_id", "turn_id", "prompt_id", "tool_use_id", "tool_call_id", "id"],
  ...["error", "error_details", "message", "notification_type", "source", "decision", "background_tasks", "tool_calls"],
];
const TOOLS = [
  "Bash",
  "bash",
  "run_shell_command",
  "ask_user_question",
  "exit_plan_mode",
  "apply_patch",
  "Edit",
  "ask_user",
];
const json = fc.jsonValue() as fc.Arbitrary<Json>;
const value = fc.oneof(
  json,
  fc.constantFrom<Json>(...TOOLS, "main", "approved", { command: "ls" }, '{"command":"ls"}'),
);
const members = fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...MEMBERS) }, fc.string()), value);
const named = fc.constantFrom<JsonObject>(
  {},
  { session_id: "s", sessionId: "s" },
  { session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } },
  { sessionId: "s", toolName: "bash", toolInput: { command: "ls" } },
);
const payloads: fc.Arbitrary<JsonObject> = fc.tuple(members, named).map(([some, known]) => ({ ...some, ...known }));
const decision = fc.constantFrom("allow" as const, "deny" as const);
const words = fc.string({ unit: "grapheme" });
const kind = fc.constant("decision" as const);
const verdicts: fc.Arbitrary<Verdict> = fc.oneof(
  fc.record({ kind: fc.constant("answer" as const), answers: fc.array(fc.oneof(fc.string(), fc.array(fc.string()))) }),
  fc.record({ kind, decision, message: words }, { requiredKeys: ["kind", "decision"] }),
  fc.record({ kind, decision, message: words, suggestion: fc.nat(), mode: fc.string(), choice: fc.string() }, {
    requiredKeys: ["kind", "decision"],
  }),
);

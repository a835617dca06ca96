// What only some agents do, as inputs of the core: gates, requests with names of their own, calls that start once they
// were allowed, children told elsewhere, conversations that are not shown.

import { assertEquals } from "@std/assert";
import type { Choice } from "../../src/domain/card.ts";
import type { AgentInput, Offer, Origin, ToolUse, Waits } from "../../src/domain/input.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { type World, world } from "../support/core_world.ts";

const CHOICES: readonly Choice[] = [
  { word: "allow", label: "Allow", decision: "allow" },
  { word: "allow_prefix", label: "Always allow npm *", decision: "allow" },
  { word: "deny", label: "Deny", decision: "deny" },
];

Deno.test("a gate starts its call and asks for it: the call is the active tool, and its end releases the card", () => {
  const core = world();
  core.put(asking("grok", { starts: true, offer: offer({}) }));
  assertEquals(shown(core, "grok"), "waiting permission Bash");
  assertEquals(core.cards().map((card) => card.id), ["c1"]);
  core.put({ is: "tool-finished", from: from("grok"), tool: tool("ls"), outcome: "ok" });
  assertEquals(core.end("c1"), "terminal");
  assertEquals(shown(core, "grok"), "working");
});

Deno.test("a gate that nobody can answer is let go at once, and its call runs on", () => {
  const core = world();
  core.put({ is: "tool-started", from: from("grok"), tool: tool("ls") });
  assertEquals(shown(core, "grok"), "working Bash");
  const { offer: _none, ...bare } = asking("grok", { starts: true });
  core.put({ ...bare, request: "r1" });
  assertEquals(core.effects.filter((effect) => effect.do === "release").length, 1);
});

Deno.test("the agent's own words are the buttons, and no other; a word it did not offer leaves the card open", () => {
  const core = world();
  core.put(asking("agentica", { offer: offer({ choices: CHOICES, wordless: true }), requestId: "q1" }));
  assertEquals(core.cards()[0]?.buttons.map(({ word, choice, label }) => [word, choice, label]), [
    ["allow", undefined, "Allow"],
    ["choice", "allow_prefix", "Always allow npm *"],
    ["deny", undefined, "Deny"],
    ["hand-back", undefined, "Answer in the terminal"],
  ]);
  assertEquals(core.answer("c1", { choice: "deny_prefix" }).status, 422);
  assertEquals(core.answer("c1", { decision: "deny", message: "no" }).status, 422);
  assertEquals(core.answer("c1", { decision: "allow", session: true }).status, 422);
  assertEquals(core.answer("c1", { choice: "allow_prefix" }), { status: 200, outcome: "allowed" });
  const answered = core.effects.find((effect) => effect.do === "answer");
  assertEquals(answered?.do === "answer" && answered.verdict, {
    kind: "decision",
    decision: "allow",
    choice: "allow_prefix",
  });
  assertEquals(answered?.do === "answer" && answered.ending.said, "Always allow npm *");
});

Deno.test("what is not whole offers no word that allows, and what is not offered cannot be denied (R7)", () => {
  const core = world();
  core.put(asking("agentica", { offer: offer({ choices: CHOICES, whole: false }) }));
  assertEquals(core.cards()[0]?.buttons.map(({ word }) => word), ["deny", "hand-back"]);
  assertEquals(core.answer("c1", { choice: "allow_prefix" }).status, 422);
  assertEquals(core.answer("c1", { decision: "allow" }).status, 422);
  core.put(asking("agentica", { offer: offer({ choices: CHOICES.slice(0, 1) }), request: "r2" }));
  assertEquals(core.answer("c2", { decision: "deny" }).status, 422);
});

Deno.test("a request without a hold never runs out", () => {
  const core = world();
  core.put(asking("agentica", { offer: offer({ choices: CHOICES }), requestId: "q1" }));
  assertEquals(core.cards()[0]?.ends, null);
  core.later(48 * 3_600_000);
  assertEquals(core.end("c1"), undefined);
  assertEquals(core.cards().length, 1);
});

Deno.test("a request that its agent says is over ends its card, and no other", () => {
  const core = world();
  core.put(asking("agentica", { offer: offer({}), requestId: "q1" }));
  core.put(asking("agentica", { offer: offer({}), requestId: "q2", request: "r2", tool: tool("pwd") }));
  core.put({ is: "resolved", from: from("agentica"), requestId: "q2", ours: false });
  assertEquals([core.end("c1"), core.end("c2")], [undefined, "terminal"]);
  assertEquals(shown(core, "agentica"), "waiting permission");
});

Deno.test("a request that was over before it came opens no card for a minute, and a resolved id makes no session", () => {
  const core = world();
  core.put({ is: "resolved", from: from("agentica"), requestId: "q1", ours: false });
  assertEquals(shown(core, "agentica"), "none");
  core.put(asking("agentica", { offer: offer({}), requestId: "q1" }));
  assertEquals(core.cards().length, 0);
  assertEquals(core.effects.filter((effect) => effect.do === "release").length, 1);
  core.later(60_000);
  core.put(asking("agentica", { offer: offer({}), requestId: "q1", request: "r2" }));
  assertEquals(core.cards().length, 1);
});

Deno.test("handed back or plain, a request waits in the terminal until its agent says that it is over", () => {
  const core = world();
  core.put(asking("agentica", { offer: offer({}), requestId: "q1" }));
  core.answer("c1", { handBack: true });
  assertEquals(shown(core, "agentica"), "waiting permission: answer in the terminal");
  core.put({ is: "resolved", from: from("agentica"), requestId: "other", ours: false });
  assertEquals(shown(core, "agentica"), "waiting permission: answer in the terminal");
  core.put({ is: "resolved", from: from("agentica"), requestId: "q1", ours: false });
  assertEquals(shown(core, "agentica"), "working");
  const { request: _request, seal: _seal, ...plain } = asking("agentica", { requestId: "q2" });
  core.put(plain);
  core.put({ is: "resolved", from: from("agentica"), requestId: "q2", ours: false });
  assertEquals(shown(core, "agentica"), "working");
});

Deno.test("the agent says whose answer it took: a refused call is refused then, another's answer leaves ours unknown", () => {
  const honours = (ours: boolean, decision: "allow" | "deny") => {
    const core = world();
    core.put(asking("agentica", { offer: offer({ choices: CHOICES }), requestId: "q1" }));
    core.answer("c1", { decision });
    core.put({ is: "resolved", from: from("agentica"), requestId: "q1", ours });
    core.put({ is: "stopped", from: from("agentica"), how: "ok", background: [], recurring: false });
    return core.effects.flatMap((effect) => effect.do === "honoured" ? effect.honour : []);
  };
  assertEquals(honours(true, "deny"), ["refused"]);
  assertEquals(honours(false, "deny"), ["unknown"]);
  assertEquals(honours(true, "allow"), ["unknown"]);
});

Deno.test("a call that starts once it was allowed ends the wait for it, another call's start does not", () => {
  const core = world();
  core.put(asking("qwen", { offer: offer({}) }));
  core.answer("c1", { handBack: true });
  const begins = (command: string): AgentInput => ({
    is: "tool-started",
    from: from("qwen"),
    tool: tool(command),
    passed: true,
  });
  core.put(begins("pwd"));
  assertEquals(shown(core, "qwen"), "waiting permission: answer in the terminal Bash");
  core.put(begins("ls"));
  assertEquals(shown(core, "qwen"), "working Bash");
});

Deno.test("a call known by its id is started once", () => {
  const core = world();
  const starts: AgentInput = { is: "tool-started", from: from("kimi"), tool: { ...tool("ls"), callId: "k1" } };
  core.put(starts);
  core.put({ ...starts, passed: true });
  core.put({ is: "tool-finished", from: from("kimi"), tool: { ...tool("ls"), callId: "k1" }, outcome: "ok" });
  assertEquals(shown(core, "kimi"), "working");
});

Deno.test("a sign of work is shown and never waited for: the silent session is soon quiet", () => {
  const core = world();
  const thinking: ToolUse = { name: "Thinking", rawName: "Thinking", target: "", subject: "{}", sign: true };
  core.put({ is: "tool-started", from: from("cursor"), tool: thinking });
  assertEquals(shown(core, "cursor"), "working Thinking");
  core.later(6 * 60_000);
  assertEquals(shown(core, "cursor"), "quiet");
});

Deno.test("a conversation that is not shown stays so until it ends, and its gates are let go", () => {
  const core = world();
  core.put({ is: "prompted", from: from("cursor"), text: "secret", human: true });
  core.put({ is: "started", from: from("cursor"), source: "startup", unseen: true });
  assertEquals(shown(core, "cursor"), "none");
  const before = core.effects.length;
  core.put({ is: "prompted", from: from("cursor"), text: "secret", human: true });
  core.put(asking("cursor", { offer: offer({}), starts: true }));
  core.put({ is: "stopped", from: from("cursor"), how: "ok", text: "secret", background: [], recurring: false });
  assertEquals(core.effects.slice(before).map((effect) => effect.do), ["release"]);
  assertEquals(shown(core, "cursor"), "none");
  core.put({ is: "ended", from: from("cursor"), reason: "other" });
  core.put({ is: "prompted", from: from("cursor"), text: "hello", human: true });
  assertEquals(shown(core, "cursor"), "working");
});

Deno.test("a conversation that goes on in a mode that is shown is shown", () => {
  const core = world();
  core.put({ is: "started", from: from("cursor"), source: "startup", unseen: true });
  core.put({ is: "started", from: from("cursor"), source: "startup" });
  assertEquals(shown(core, "cursor"), "done ready");
});

Deno.test("a child's end that is told in its own session counts for the session that has it, or for none", () => {
  const core = world();
  const child = { id: "subagent:k1", kind: "subagent", name: "explore" } as const;
  core.put({ is: "child", from: from("grok"), child, state: "running" });
  const stop: AgentInput = {
    is: "child",
    from: { ...from("grok"), session: "grok:child" },
    child,
    state: "done",
    stray: true,
  };
  core.put(stop);
  assertEquals(core.session("grok:s1")?.children.map(({ id, state }) => [id, state]), [["subagent:k1", "done"]]);
  core.put({ ...stop, child: { ...child, id: "subagent:nobody" } });
  assertEquals(core.session("grok:child"), undefined);
});

Deno.test("the agent's last words may come by themselves", () => {
  const core = world();
  core.put({ is: "prompted", from: from("cursor"), text: "go", human: true });
  core.put({ is: "meta", from: from("cursor"), text: "All done." });
  assertEquals(core.session("cursor:s1")?.summary, "All done.");
  assertEquals(shown(core, "cursor"), "working");
});

Deno.test("a conversation that stops being shown leaves no card and no allow behind (R2)", () => {
  const core = world();
  core.put(asking("cursor", { offer: offer({}), starts: true }));
  core.answer("c1", { decision: "allow", session: true });
  core.put(asking("cursor", { offer: offer({}), starts: true, request: "r2", tool: tool("pwd"), seal: other }));
  assertEquals(core.cards().map(({ id }) => id), ["c2"]);
  core.put({ is: "started", from: from("cursor"), source: "startup", unseen: true });
  assertEquals([core.end("c2"), core.cards().length, shown(core, "cursor")], ["terminal", 0, "none"]);
  core.put({ is: "ended", from: from("cursor"), reason: "other" });
  core.put({ is: "started", from: from("cursor"), source: "startup" });
  core.put(asking("cursor", { offer: offer({}), starts: true, request: "r3" }));
  assertEquals(core.cards().map(({ id }) => id), ["c3"], "what was allowed for the session ended with it");
});

Deno.test("what its end has overtaken stays unseen; a prompt, or anything much later, is shown", () => {
  const core = world();
  core.put({ is: "started", from: from("cursor"), source: "startup", unseen: true });
  core.put({ is: "ended", from: from("cursor"), reason: "other" });
  core.put({ is: "meta", from: from("cursor"), text: "my private talk" });
  core.put({ is: "ended", from: { ...from("cursor"), door: "http:cursor" }, reason: "other" });
  assertEquals([core.session("cursor:s1"), core.effects.length], [undefined, 0]);
  core.later(61_000);
  core.put({ is: "tool-started", from: from("cursor"), tool: tool("ls") });
  assertEquals(shown(core, "cursor"), "working Bash");
});

Deno.test("two calls that wait in the terminal are two waits: the end of one leaves the other", () => {
  const core = world();
  core.put(asking("codex", { offer: offer({}) }));
  core.put(asking("codex", { offer: offer({}), request: "r2", tool: tool("pwd"), seal: other }));
  core.answer("c1", { handBack: true });
  core.answer("c2", { handBack: true });
  core.put({ is: "tool-finished", from: from("codex"), tool: tool("ls"), outcome: "ok" });
  assertEquals(shown(core, "codex"), "waiting permission: answer in the terminal");
  core.put({ is: "tool-finished", from: from("codex"), tool: tool("pwd"), outcome: "ok" });
  assertEquals(shown(core, "codex"), "working");
});

Deno.test("a notice names no call: it adds nothing to a wait that is known, and a request takes its place", () => {
  const core = world();
  const notice: AgentInput = { is: "waits", from: from("kimi"), wait: "permission", text: "Permission needed" };
  const { request: _request, seal: _seal, ...named } = asking("kimi", {});
  core.put(notice);
  core.put(named);
  core.put(notice);
  core.put({ is: "tool-started", from: from("kimi"), tool: tool("ls"), passed: true });
  assertEquals(shown(core, "kimi"), "working Bash");
});

Deno.test("a refused call is no longer the active tool, and the silent session is soon quiet", () => {
  const core = world();
  core.put({ is: "tool-started", from: from("grok"), tool: tool("ls") });
  core.put(asking("grok", { offer: offer({}) }));
  core.answer("c1", { decision: "deny" });
  assertEquals(shown(core, "grok"), "working");
  core.later(6 * 60_000);
  assertEquals(shown(core, "grok"), "quiet");
});

Deno.test("a Stop of any turn before this one ends nothing", () => {
  const core = world();
  for (const turn of ["t1", "t2", "t3"]) {
    core.put({ is: "prompted", from: { ...from("codex"), turn }, text: turn, human: true });
  }
  core.put(asking("codex", { offer: offer({}) }));
  for (const turn of ["t1", "t2"]) {
    core.put({ is: "stopped", from: { ...from("codex"), turn }, how: "ok", background: [], recurring: false });
  }
  assertEquals([core.end("c1"), shown(core, "codex")], [undefined, "waiting permission"]);
});

Deno.test("an agent that tells of no start works, as the end of a call shows; one that its Stop overtook does not", () => {
  const core = world();
  const ends: AgentInput = {
    is: "tool-finished",
    from: from("cursor"),
    tool: tool("ls"),
    outcome: "ok",
    untold: true,
  };
  core.put({ is: "started", from: from("cursor"), source: "startup" });
  core.put(ends);
  assertEquals(shown(core, "cursor"), "working");
  core.put({ is: "stopped", from: from("cursor"), how: "ok", background: [], recurring: false });
  core.put(ends);
  assertEquals(shown(core, "cursor"), "done");
  core.later(2_000);
  core.put(ends);
  assertEquals(shown(core, "cursor"), "working");
});

Deno.test("a resumed session whose first prompt overtook its start works on", () => {
  const core = world();
  const resumed: AgentInput = { is: "started", from: from("claude"), source: "resume" };
  core.put({ is: "prompted", from: from("claude"), text: "go", human: true });
  core.put(resumed);
  assertEquals(shown(core, "claude"), "working");
  core.later(2_000);
  core.put(resumed);
  assertEquals(shown(core, "claude"), "done ready");
});

Deno.test("Grok runs Claude's entries besides its own: each event counts once, whichever came first", () => {
  const entry = (kind: "grok" | "claude") => ({ kind, ask: false, approval: false, statusline: false });
  const id = "01a22d7b-5608-7052-8bbc-8a5be5451595";
  const common = {
    hookEventName: "e",
    sessionId: id,
    session_id: id,
    workspaceRoot: "/home/me/proj",
    cwd: "/home/me/proj",
  };
  const events: JsonObject[] = [
    { ...common, hook_event_name: "SessionStart", source: "new" },
    { ...common, hook_event_name: "UserPromptSubmit", prompt: "go", promptId: "p1" },
    { ...common, hook_event_name: "PreToolUse", tool_name: "run_terminal_command", tool_input: {}, tool_use_id: "t1" },
    { ...common, hook_event_name: "Stop", reason: "end_turn", promptId: "p1" },
  ];
  for (const order of [["grok", "claude"], ["claude", "grok"]] as const) {
    const core = world();
    for (const [index, event] of events.entries()) {
      // Each of the two hooks gets the time of its own.
      for (const kind of order) core.hear({ ...event, timestamp: `${index} ${kind}` }, entry(kind));
    }
    const told = core.effects.filter((effect) => effect.do === "save-event");
    assertEquals(told.map((effect) => effect.event.event), events.map((event) => event.hook_event_name));
    assertEquals(core.session(`grok:${id}`)?.state, "done");
    assertEquals(core.session(`claude:${id}`), undefined);
  }
});

Deno.test("a turn that goes on after its stop, as Cursor's follow-ups do, works without a prompt", () => {
  const core = world();
  core.put({ is: "stopped", from: from("cursor"), how: "ok", background: [], recurring: false });
  assertEquals(shown(core, "cursor"), "done");
  core.put({ is: "tool-started", from: from("cursor"), tool: tool("ls") });
  assertEquals(shown(core, "cursor"), "working Bash");
});

function from(agent: string): Origin {
  return { agent, session: `${agent}:s1`, event: "E", cwd: "/home/me/proj" };
}

function tool(command: string): ToolUse {
  return { name: "Bash", rawName: "bash", target: command, subject: command };
}

/** The seal of another request. */
const other = { binding: "b2", digest: "d2", namesUs: false };

function offer(more: Partial<Offer>): Offer {
  return { input: { command: "ls" }, whole: true, suggestions: [], ...more };
}

/** A request as the door hands it over. */
function asking(agent: string, more: Partial<Waits>): Waits {
  return {
    is: "waits",
    from: from(agent),
    wait: "permission",
    tool: tool("ls"),
    request: "r1",
    seal: { binding: "b", digest: "d", namesUs: false },
    ...more,
  };
}

function shown(core: World, agent: string): string {
  const session = core.session(`${agent}:s1`);
  return session === undefined ? "none" : [session.state, session.reason, session.tool].filter(Boolean).join(" ");
}

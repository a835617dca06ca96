import { assertEquals } from "@std/assert";
import { view } from "../../src/core/view.ts";
import { asks, bash, plan, prompt, question, start, stop, world } from "../support/core_world.ts";

Deno.test("a waiting request is recorded, then acknowledged, and its session waits", () => {
  const it = world();
  it.tell(prompt());
  it.tell(asks("npm test"));
  const [card] = it.cards();
  assertEquals([card?.id, card?.kind, card?.tool, card?.target], ["c1", "permission", "Bash", "npm test"]);
  assertEquals(card?.input, { command: "npm test", description: "a test" });
  assertEquals(it.effects.map((effect) => effect.do).filter((name) => name !== "save-session").slice(-3), [
    "save-event",
    "open-card",
    "acknowledge",
  ]);
  assertEquals([it.session()?.state, it.session()?.reason, it.session()?.cards], ["waiting", "permission", ["c1"]]);
});

Deno.test("a human's answer goes out once; everybody later is told how it ended", () => {
  const it = world();
  const request = it.tell(asks("npm test"));
  assertEquals(it.answer("c1", { decision: "deny", message: "not now" }), { status: 200, outcome: "denied" });
  const sent = it.effects.filter((effect) => effect.do === "answer");
  assertEquals(sent, [{
    do: "answer",
    request,
    verdict: { kind: "decision", decision: "deny", message: "not now" },
    ending: { id: "c1", at: it.now, end: "denied", actor: { who: "human", by: "command" }, said: "not now" },
  }]);
  const late = it.answer("c1", { decision: "allow" });
  assertEquals(late, { status: 409, code: "over", message: "c1 is no longer pending: denied from the command" });
  assertEquals(it.effects.filter((effect) => effect.do === "answer").length, 1);
  assertEquals(it.session()?.state, "working");
});

Deno.test("the same requestId again is told the same, for the same card only", () => {
  const it = world();
  it.tell(asks("a"));
  it.tell(asks("b"));
  const first = it.answer("c1", { decision: "allow" }, undefined, "once");
  assertEquals(it.answer("c1", { decision: "deny" }, "any", "once"), first);
  assertEquals(it.answer("c2", { decision: "deny" }, undefined, "once"), { status: 200, outcome: "denied" });
});

Deno.test("a stale or missing binding, a card that never was and words that do not fit leave the card open", () => {
  const it = world();
  it.tell(asks("npm test"));
  const codes = [
    it.answer("c1", { decision: "allow" }, "stale"),
    it.answer("c2", { decision: "allow" }),
    it.answer("c0", { decision: "allow" }),
    it.answer("x", { decision: "allow" }),
    it.answer("c1", { choice: "allow_prefix" }),
    it.answer("c1", { suggestion: 0 }),
    it.answer("c1", { answers: ["Blue"] }),
    it.answer("c1", { decision: "allow", mode: "acceptEdits" }),
  ].map((outcome) => outcome.status);
  assertEquals(codes, [409, 404, 404, 404, 422, 422, 422, 422]);
  assertEquals(it.cards().length, 1);
  assertEquals(it.effects.some((effect) => effect.do === "answer"), false);
});

Deno.test("only the hook's own connection ends its card", () => {
  const it = world();
  const first = it.tell(asks("a"));
  it.tell(asks("b"));
  it.put({ is: "gone", request: "r99" });
  it.put({ is: "gone", request: first });
  assertEquals([it.end("c1"), it.end("c2")], ["disconnected", undefined]);
  assertEquals(it.session()?.state, "waiting");
});

Deno.test("Yes in the terminal: PostToolUse of the same tool and input ends the card, of another input does not", () => {
  const it = world();
  it.tell(asks("a"));
  it.tell(bash("PostToolUse", "b"));
  it.tell({ ...bash("PostToolUse", "a"), tool_name: "Shell" });
  assertEquals(it.end("c1"), undefined);
  assertEquals(it.session()?.state, "waiting");
  it.tell(bash("PostToolUse", "a"));
  assertEquals([it.end("c1"), it.session()?.state], ["terminal", "working"]);
});

Deno.test("PostToolUseFailure and PermissionDenied of the same call end its card, a late PreToolUse ends none", () => {
  for (const event of ["PostToolUseFailure", "PermissionDenied"]) {
    const it = world();
    it.tell(asks("a"));
    it.tell(bash("PreToolUse", "a", { tool_use_id: "t1" }));
    assertEquals(it.end("c1"), undefined);
    it.tell(bash(event, "a", { tool_use_id: "t1" }));
    assertEquals(it.end("c1"), "terminal", event);
  }
});

Deno.test("twins: of two equal requests one PostToolUse ends one card", () => {
  const it = world();
  it.tell(asks("a"));
  it.tell(asks("a"));
  it.tell(bash("PostToolUse", "a"));
  assertEquals([it.end("c1"), it.end("c2")], ["terminal", undefined]);
});

Deno.test("a card knows its call's id, so a PostToolUse whose input differs still ends it and its twin stays", () => {
  const it = world();
  it.tell(bash("PreToolUse", "a", { tool_use_id: "t1" }));
  it.tell(bash("PreToolUse", "a", { tool_use_id: "t2" }));
  it.tell(asks("a"));
  it.tell(asks("a"));
  it.tell(bash("PostToolUse", "a changed", { tool_use_id: "t2" }));
  assertEquals([it.end("c1"), it.end("c2")], [undefined, "terminal"]);
});

Deno.test("an approved plan's PostToolUse carries an empty input, and ends the plan's card by its id", () => {
  const it = world();
  it.tell({ ...plan, hook_event_name: "PreToolUse", tool_use_id: "t1" });
  it.tell(plan);
  it.tell({ hook_event_name: "PostToolUse", tool_name: "ExitPlanMode", tool_input: {}, tool_use_id: "t1" });
  assertEquals(it.end("c1"), "terminal");
});

Deno.test("Stop, StopFailure, Interrupt, a new prompt and SessionEnd end the cards of the same agent id", () => {
  const endings = [
    stop(),
    { hook_event_name: "StopFailure", error: "x" },
    { hook_event_name: "Interrupt" },
    prompt("p9"),
  ];
  for (const ending of endings) {
    const it = world();
    it.tell(asks("main"));
    it.tell(asks("sub", { agent_id: "a1", agent_type: "general" }));
    it.tell(ending);
    assertEquals([it.end("c1"), it.end("c2")], ["terminal", undefined], String(ending.hook_event_name));
    it.tell({ hook_event_name: "SessionEnd", reason: "other" });
    assertEquals(it.end("c2"), "terminal");
  }
});

Deno.test("a subagent's Stop ends its own card and no other", () => {
  const it = world();
  it.tell(asks("main"));
  it.tell(asks("sub", { agent_id: "a1", agent_type: "general" }));
  it.tell(asks("other", { agent_id: "a2", agent_type: "general" }));
  it.tell({ hook_event_name: "SubagentStop", agent_id: "a1", agent_type: "general" });
  assertEquals([it.end("c1"), it.end("c2"), it.end("c3")], [undefined, "terminal", undefined]);
  assertEquals(it.cards().map(({ agentId }) => agentId), [undefined, "a2"]);
});

Deno.test("a parallel call, another session, another agent id and PostToolBatch end nothing", () => {
  const it = world();
  it.tell(asks("a"));
  it.tell(bash("PostToolUse", "a", { session_id: "s2" }));
  it.tell(bash("PostToolUse", "a", { agent_id: "a1", agent_type: "general" }));
  it.tell(stop({ session_id: "s2" }));
  it.tell({ hook_event_name: "PostToolBatch", tool_calls: [bash("x", "a")] });
  it.tell({ hook_event_name: "Notification", notification_type: "permission_prompt", message: "m" });
  it.tell(start);
  assertEquals(it.end("c1"), undefined);
  assertEquals(it.session()?.state, "waiting");
});

Deno.test("a late Stop of the turn before ends no card of this one", () => {
  const it = world();
  it.tell(prompt("p1"));
  it.tell(prompt("p2"));
  it.tell(asks("a", { prompt_id: "p2" }));
  it.tell(stop({ prompt_id: "p1" }));
  assertEquals(it.end("c1"), undefined);
});

Deno.test("the hold runs out in silence: expired, it waits in the terminal, a later answer changes nothing", () => {
  const it = world();
  it.tell(prompt());
  const request = it.tell(asks("a"));
  it.later(107_999);
  assertEquals(it.end("c1"), undefined);
  it.later(1);
  assertEquals([it.end("c1"), it.session()?.state], ["expired", "waiting"]);
  assertEquals(it.session()?.reason, "permission: answer in the terminal");
  assertEquals(
    it.effects.filter((effect) => effect.do === "end-card").map((effect) => "request" in effect && effect.request),
    [request],
  );
  assertEquals(it.answer("c1", { decision: "allow" }, "any").status, 409);
});

Deno.test("handed back: no word to the agent, and the session waits in the terminal", () => {
  const it = world();
  it.tell(asks("a"));
  assertEquals(it.answer("c1", { handBack: true }), { status: 200, outcome: "handed-back" });
  assertEquals(it.effects.some((effect) => effect.do === "answer"), false);
  assertEquals([it.session()?.state, it.session()?.reason], ["waiting", "permission: answer in the terminal"]);
  it.tell(bash("PostToolUse", "a"));
  assertEquals(it.session()?.state, "working");
});

Deno.test("a question handed back at one door opens no second card at the other, until the next turn", () => {
  const asking = world({ kind: "claude", ask: true, approval: false, statusline: false });
  asking.tell({ ...question, hook_event_name: "PreToolUse", tool_use_id: "t1" });
  assertEquals(asking.cards()[0]?.ends, asking.now + 25_000);
  asking.answer("c1", { handBack: true });
  const request = asking.tell(question);
  assertEquals(asking.cards(), []);
  assertEquals(asking.effects.at(-1), { do: "release", request });
  asking.tell(prompt("p7"));
  asking.tell(question);
  assertEquals(asking.cards().length, 1);
});

Deno.test("a clean stop ends every card as shutdown and answers none", () => {
  const it = world();
  it.tell(asks("a"));
  it.tell(question);
  it.put({ is: "shutdown" });
  assertEquals([it.end("c1"), it.end("c2"), it.cards()], ["shutdown", "shutdown", []]);
  assertEquals(it.effects.some((effect) => effect.do === "answer"), false);
});

Deno.test("allow for this session answers exactly the same request, on record and without a card", () => {
  const it = world();
  it.tell(prompt());
  it.tell(asks("npm test"));
  it.answer("c1", { decision: "allow", session: true });
  it.tell(bash("PostToolUse", "npm test"));
  const request = it.tell(asks("npm test"));
  assertEquals(it.cards(), []);
  assertEquals(it.end("c2"), "rule");
  assertEquals(it.session()?.state, "working");
  assertEquals(
    it.effects.filter((effect) => effect.do === "answer").map((effect) => "request" in effect && effect.request),
    ["r2", request],
  );
  it.tell(asks("npm test", { cwd: "/elsewhere" }));
  it.tell(asks("npm test -- --all"));
  it.tell(asks("npm test", { session_id: "s2" }));
  assertEquals(it.cards().map(({ id }) => id), ["c3", "c4", "c5"]);
});

Deno.test("what names us is asked each time", () => {
  const it = world();
  it.tell(asks("vults answer c1 allow"));
  assertEquals(it.cards()[0]?.namesUs, true);
  assertEquals(it.answer("c1", { decision: "allow", session: true }).status, 422);
  assertEquals(it.answer("c1", { decision: "allow" }).status, 200);
});

Deno.test("a cut input without the exact one can be denied or handed back, never allowed", () => {
  const it = world();
  const request = "r1";
  const event = {
    hook_event_name: "PermissionRequest",
    session_id: "s1",
    tool_name: "Bash",
    tool_input: { command: "x".repeat(2_000) + "…" },
  };
  it.put({
    is: "waits",
    from: { agent: "claude", session: "claude:s1", event: "PermissionRequest" },
    wait: "permission",
    tool: { name: "Bash", rawName: "Bash", target: "x", subject: "s" },
    offer: {
      input: event.tool_input,
      whole: false,
      suggestions: [{ index: 0, label: "Always allow Bash in this project, for you" }],
    },
    seal: { binding: "b", digest: "d", namesUs: false },
    request,
  });
  assertEquals(it.cards()[0]?.buttons.map(({ word }) => word), ["deny", "hand-back"]);
  assertEquals(it.answer("c1", { decision: "allow" }).status, 422);
  assertEquals(it.answer("c1", { decision: "allow", session: true }).status, 422);
  assertEquals(it.answer("c1", { suggestion: 0 }).status, 422);
  assertEquals(it.answer("c1", { decision: "deny" }).status, 200);
});

Deno.test("a plan is approved, approved with a mode, or sent back; without its text it is not approved", () => {
  const it = world();
  it.tell(plan);
  assertEquals(it.cards()[0]?.buttons.map(({ word, mode }) => [word, mode]), [
    ["allow", undefined],
    ["allow", "acceptEdits"],
    ["deny", undefined],
    ["hand-back", undefined],
  ]);
  assertEquals(it.answer("c1", { decision: "allow", mode: "acceptEdits" }), { status: 200, outcome: "allowed" });
  it.tell({ ...plan, tool_input: {} });
  assertEquals(it.cards()[0]?.buttons.map(({ word }) => word), ["deny", "hand-back"]);
});

Deno.test("a question takes one non-blank answer per question, or nothing is sent", () => {
  const it = world();
  it.tell(question);
  const wrong: (string | string[])[][] = [
    [],
    ["Blue"],
    ["Blue", ["S"], "x"],
    ["", ["S"]],
    [" ", ["S"]],
    [["Blue"], ["S"]],
    ["Blue", []],
    ["Blue", ["S", ""]],
    ["x".repeat(2_001), "S"],
  ];
  for (const answers of wrong) assertEquals(it.answer("c1", { answers }).status, 422, JSON.stringify(answers));
  assertEquals(it.answer("c1", { decision: "allow" }).status, 422);
  assertEquals(it.answer("c1", { decision: "deny" }).status, 422);
  assertEquals(it.answer("c1", { answers: ["my own words, with a comma", ["S", "M"]] }), {
    status: 200,
    outcome: "answered",
  });
});

Deno.test("a waiting request from which no card can be read is let go at once, and shows as a wait in the terminal", () => {
  const it = world();
  const broken = [
    { ...question, tool_input: { questions: [] } },
    { ...question, tool_input: { questions: "what" } },
    { hook_event_name: "PermissionRequest", tool_name: "Bash" },
    { hook_event_name: "PermissionRequest", tool_input: { command: "ls" } },
  ];
  for (const payload of broken) {
    const request = it.tell(payload);
    assertEquals(it.effects.at(-1), { do: "release", request });
  }
  assertEquals(it.cards(), []);
  assertEquals(it.session()?.reason, "question: answer in the terminal");
});

Deno.test("what the agent did with an answer: ran, refused, asked again, unknown", () => {
  const honours = (answer: "allow" | "deny", ...events: Parameters<ReturnType<typeof world>["tell"]>[0][]) => {
    const it = world();
    it.tell(prompt());
    it.tell(bash("PreToolUse", "a", { tool_use_id: "t1" }));
    it.tell(asks("a"));
    it.answer("c1", { decision: answer });
    for (const event of events) it.tell(event);
    return it.effects.flatMap((effect) => effect.do === "honoured" ? [`${effect.card} ${effect.honour}`] : []);
  };
  const batch = { hook_event_name: "PostToolBatch", tool_calls: [bash("x", "a", { tool_use_id: "t1" })] };
  const ran = bash("PostToolUse", "a", { tool_use_id: "t1" });
  assertEquals(honours("allow", ran, batch, stop()), ["c1 ran"]);
  assertEquals(honours("deny", batch, stop()), ["c1 refused"]);
  assertEquals(honours("deny", batch, ran, stop()), ["c1 refused", "c1 ran"]);
  assertEquals(honours("allow", bash("PermissionDenied", "a", { tool_use_id: "t1" })), ["c1 refused"]);
  assertEquals(honours("allow", asks("a")), ["c1 asked again"]);
  assertEquals(honours("allow", stop()), ["c1 unknown"]);
  assertEquals(honours("allow", bash("PreToolUse", "a", { tool_use_id: "t2" }), asks("a")), []);
});

Deno.test("after a restart sessions are back, waits are in the terminal, cards are not, and numbers go on", () => {
  const it = world();
  it.tell(prompt());
  it.tell(asks("a"));
  const stored = it.state.sessions.values().map((live) => live.session);
  const again = world();
  again.put({ is: "restored", sessions: stored, nextCard: 2 });
  assertEquals([again.session()?.state, again.session()?.reason, again.cards()], [
    "waiting",
    "permission: answer in the terminal",
    [],
  ]);
  assertEquals(again.answer("c1", { decision: "allow" }, "any"), {
    status: 409,
    code: "over",
    message: "c1 is no longer pending",
  });
  again.tell(asks("b"));
  assertEquals(again.cards()[0]?.id, "c2");
});

Deno.test("a usage limit that a Notification tells of, and a task that a subagent completed, end no card", () => {
  const it = world();
  it.tell(asks("main"));
  it.tell(asks("sub", { agent_id: "a1", agent_type: "general" }));
  it.tell({ hook_event_name: "Notification", message: "Approaching usage limit" });
  it.tell({ hook_event_name: "TaskCompleted", task_id: "t1", agent_id: "a1", agent_type: "general" });
  assertEquals([it.end("c1"), it.end("c2")], [undefined, undefined]);
  it.tell({ hook_event_name: "StopFailure", error: "rate_limit" });
  assertEquals([it.end("c1"), it.end("c2")], ["terminal", undefined]);
});

Deno.test("an answer that comes after the hold's end finds the card expired, also before the clock has told", () => {
  const it = world();
  it.tell(asks("a"));
  const [card] = it.cards();
  it.now += 108_000;
  const outcome = it.answer("c1", { decision: "allow" }, card?.binding);
  assertEquals(outcome, { status: 409, code: "over", message: "c1 is no longer pending: expired" });
  assertEquals([it.end("c1"), it.effects.some((effect) => effect.do === "answer")], ["expired", false]);
});

Deno.test("a session waits as long as one of its cards is open, whatever its main agent does", () => {
  const it = world();
  it.tell(prompt());
  it.tell(asks("sub", { agent_id: "a1", agent_type: "general" }));
  const since = it.session()?.since;
  it.later(10);
  for (const event of [bash("PreToolUse", "x"), bash("PostToolUse", "x"), stop(), prompt("p2")]) {
    it.tell(event);
    assertEquals([it.session()?.state, it.session()?.reason, it.session()?.since], ["waiting", "permission", since]);
  }
  it.answer("c1", { decision: "deny" });
  assertEquals(it.session()?.state, "working");
});

Deno.test("what a clean stop left open waits in the terminal after the next start", () => {
  const it = world();
  it.tell(prompt());
  it.tell(asks("a"));
  it.put({ is: "shutdown" });
  assertEquals([it.session()?.state, it.session()?.reason], ["waiting", "permission: answer in the terminal"]);
});

Deno.test("an agent that ran what was denied is told to whoever looks", () => {
  const it = world();
  it.tell(prompt());
  it.tell(asks("rm x"));
  it.answer("c1", { decision: "deny" });
  it.tell(bash("PostToolUse", "rm x"));
  assertEquals(it.state.notes, { "denied claude:s1": "claude ran c1 although it was denied (proj)" });
});

Deno.test("the record says what was said: a message, a suggestion, a mode, answers, the session", () => {
  const it = world();
  const suggestions = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];
  const said = (payload: Parameters<typeof it.tell>[0], words: Parameters<typeof it.answer>[1]) => {
    it.tell(payload);
    const card = it.cards()[0]?.id ?? "";
    it.answer(card, words);
    const sent = it.effects.findLast((effect) => effect.do === "answer");
    return sent?.do === "answer" ? sent.ending.said : "nothing was sent";
  };
  assertEquals(said(asks("a"), { decision: "allow" }), undefined);
  assertEquals(said(asks("b"), { decision: "deny", message: "use token=abcdefgh12345678" }), "use token=[redacted]");
  assertEquals(
    said(asks("c", { permission_suggestions: suggestions }), { suggestion: 0 }),
    "Allow, and switch to mode acceptEdits for this session",
  );
  assertEquals(said(asks("d"), { decision: "allow", session: true }), "this exact request for the rest of the session");
  assertEquals(said(plan, { decision: "allow", mode: "acceptEdits" }), "acceptEdits");
  assertEquals(said(question, { answers: ["Blue", ["S", "M"]] }), "Which color? Blue; Which sizes? S, M");
});

Deno.test("no name that an agent can choose meets what every object has", () => {
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    const it = world();
    it.tell({ hook_event_name: "PreToolUse", tool_name: name, tool_input: {} });
    assertEquals(it.session()?.tool, name);
    it.tell({ hook_event_name: "PermissionRequest", tool_name: name, tool_input: { x: 1 } });
    assertEquals(it.cards().map(({ tool, whole }) => [tool, whole]), [[name, true]]);
    it.put({ is: "counted", what: name, agent: name });
    it.put({ is: "counted", what: name, agent: name });
    assertEquals(Object.entries(view(it.state).health.counts), [[name, { [name]: 2 }]], name);
  }
});

Deno.test("a card shows the beginning of a long target, and history keeps no half of a secret from it", () => {
  const it = world();
  it.tell(asks(`echo ${"x".repeat(280)}; git clone https://me:S3cretPassw0rd@host/x`));
  assertEquals(it.cards()[0]?.target.length, 300);
  const rows = JSON.stringify(it.effects.filter((effect) => effect.do === "save-event" || effect.do === "open-card"));
  assertEquals(rows.includes("S3cret"), false);
});

Deno.test("a no with words in the terminal: the batch that lists the call by its id ends its card, and no other", () => {
  const it = world();
  it.tell(bash("PreToolUse", "a", { tool_use_id: "t1" }));
  it.tell(bash("PreToolUse", "a", { tool_use_id: "t2" }));
  it.tell(asks("a"));
  it.tell(asks("a"));
  const batch = (id: string) => ({
    hook_event_name: "PostToolBatch",
    tool_calls: [bash("x", "a", { tool_use_id: id })],
  });
  it.tell(batch("t9"));
  assertEquals([it.end("c1"), it.end("c2")], [undefined, undefined]);
  it.tell(batch("t2"));
  assertEquals([it.end("c1"), it.end("c2")], [undefined, "terminal"]);
});

Deno.test("a subagent's request is held as long as one whose dialog is hidden, the main agent's longer", () => {
  const it = world();
  it.tell(asks("main"));
  it.tell(asks("sub", { agent_id: "a1", agent_type: "general" }));
  assertEquals(it.cards().map(({ ends }) => (ends ?? 0) - it.now), [108_000, 25_000]);
});

Deno.test("Esc in the terminal: the call of the card never runs, so the silent session is soon quiet", () => {
  const it = world();
  it.tell(prompt());
  it.tell(bash("PreToolUse", "a", { tool_use_id: "t1" }));
  const request = it.tell(asks("a"));
  it.put({ is: "gone", request });
  assertEquals([it.session()?.state, it.session()?.tool], ["working", undefined]);
  it.later(6 * 60_000);
  assertEquals(it.session()?.state, "quiet");
});

Deno.test("when the last card ends a session shows what it would show without it", () => {
  const child = { agent_id: "a1", agent_type: "general" };
  const background = world();
  background.tell(prompt());
  background.tell(asks("sub", child));
  background.tell(stop({ background_tasks: [{ id: "a1", status: "running" }] }));
  assertEquals(background.session()?.state, "waiting");
  background.answer("c1", { decision: "deny" });
  assertEquals([background.session()?.state, background.session()?.reason], ["working", "background"]);
  const done = world();
  done.tell(stop());
  done.tell(asks("sub", child));
  done.answer("c1", { decision: "deny" });
  assertEquals(done.session()?.state, "done");
});

Deno.test("a wait in the terminal goes on under the card of another agent, and shows again when that ends", () => {
  const it = world();
  it.tell(asks("a"));
  it.answer("c1", { handBack: true });
  it.tell(question);
  it.tell(asks("sub", { agent_id: "a1", agent_type: "general" }));
  it.answer("c2", { handBack: true });
  it.answer("c3", { decision: "deny" });
  assertEquals([it.session()?.state, it.session()?.reason], ["waiting", "question: answer in the terminal"]);
  assertEquals([it.session()?.summary, it.session()?.cards], [undefined, []]);
});

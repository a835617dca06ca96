import { assertEquals } from "@std/assert";
import { asks, bash, prompt, SESSION, start, stop, world } from "../support/core_world.ts";

Deno.test("a turn goes from ready to working to done, and since moves only with the state", () => {
  const it = world();
  it.tell(start);
  assertEquals([it.session()?.state, it.session()?.reason, it.session()?.project], ["done", "ready", "proj"]);
  it.later(10);
  it.tell(prompt());
  const since = it.session()?.since;
  it.later(10);
  it.tell(bash("PreToolUse", "ls", { tool_use_id: "t1" }));
  assertEquals([it.session()?.state, it.session()?.tool, it.session()?.since], ["working", "Bash", since]);
  it.tell(bash("PostToolUse", "ls", { tool_use_id: "t1" }));
  assertEquals([it.session()?.state, it.session()?.tool], ["working", undefined]);
  it.tell(stop());
  assertEquals([it.session()?.state, it.session()?.summary], ["done", "Finished now."]);
});

Deno.test("a failed tool makes the session stuck until the next success", () => {
  const it = world();
  it.tell(prompt());
  it.tell(bash("PostToolUse", "a", { tool_response: { error: "no such file" } }));
  assertEquals(it.session()?.stuck, true);
  it.tell(bash("PostToolUse", "b", { tool_response: { stdout: "x" } }));
  assertEquals(it.session()?.stuck, false);
  it.tell(bash("PostToolUseFailure", "c", { error: "exit 1" }));
  assertEquals(it.session()?.stuck, true);
  it.tell(prompt("p2"));
  assertEquals(it.session()?.stuck, false);
});

Deno.test("a PostToolUse that its turn's Stop overtook changes no state", () => {
  const it = world();
  it.tell(prompt());
  it.tell(bash("PreToolUse", "ls", { tool_use_id: "t1" }));
  it.tell(stop());
  it.tell(bash("PostToolUse", "ls", { tool_use_id: "t1" }));
  assertEquals(it.session()?.state, "done");
});

Deno.test("a Stop that the next prompt overtook ends nothing", () => {
  const it = world();
  it.tell(prompt("p1"));
  it.tell(prompt("p2"));
  it.tell(stop({ prompt_id: "p1" }));
  assertEquals(it.session()?.state, "working");
  it.tell(stop({ prompt_id: "p2" }));
  assertEquals(it.session()?.state, "done");
});

Deno.test("a Stop of an unknown session makes a done row, an end of one makes none", () => {
  const it = world();
  it.tell(stop());
  assertEquals(it.session()?.state, "done");
  const other = world();
  other.tell({ hook_event_name: "SessionEnd", reason: "other" });
  assertEquals(other.session(), undefined);
});

Deno.test("an ended session leaves the list and no straggler revives it, but a prompt does", () => {
  const it = world();
  it.tell(prompt());
  it.tell({ hook_event_name: "SessionEnd", reason: "other" });
  assertEquals(it.session(), undefined);
  it.tell(stop());
  it.tell(bash("PreToolUse", "ls"));
  it.tell(bash("PostToolUse", "ls"));
  assertEquals(it.session(), undefined);
  it.tell(prompt("p2"));
  assertEquals(it.session()?.state, "working");
});

Deno.test("a Stop with a running background task keeps the row at work, as background", () => {
  const it = world();
  it.tell(prompt());
  it.tell({ hook_event_name: "SubagentStart", agent_id: "a1", agent_type: "general" });
  it.tell(stop({ background_tasks: [{ id: "a1", type: "subagent", status: "running" }] }));
  assertEquals([it.session()?.state, it.session()?.reason], ["working", "background"]);
  assertEquals(it.session()?.children.map(({ name, state }) => ({ name, state })), [{
    name: "general",
    state: "running",
  }]);
  it.tell(bash("PostToolUse", "late"));
  assertEquals(it.session()?.reason, "background");
  it.tell(stop());
  assertEquals([it.session()?.state, it.session()?.children[0]?.state], ["done", "done"]);
});

Deno.test("the reminder 60 s after a Stop does not turn done into a wait", () => {
  const it = world();
  it.tell(stop());
  it.tell({
    hook_event_name: "Notification",
    message: "Claude is waiting for your input",
    notification_type: "idle_prompt",
  });
  assertEquals(it.session()?.state, "done");
});

Deno.test("a wait known only from a notification has no card and leaves with the next tool end", () => {
  const it = world();
  it.tell(prompt());
  it.tell({
    hook_event_name: "Notification",
    message: "Claude needs your permission",
    notification_type: "permission_prompt",
  });
  assertEquals([it.session()?.state, it.session()?.reason], ["waiting", "permission: answer in the terminal"]);
  assertEquals(it.cards(), []);
  it.tell(bash("PreToolUse", "late"));
  assertEquals(it.session()?.state, "waiting");
  it.tell(bash("PostToolUse", "late"));
  assertEquals([it.session()?.state, it.session()?.summary], ["working", undefined]);
});

Deno.test("a failed turn is failed with its words, and a usage limit is limited", () => {
  const it = world();
  it.tell(prompt());
  it.tell({
    hook_event_name: "StopFailure",
    error: "unknown",
    last_assistant_message: "API Error: 400 scripted failure",
  });
  assertEquals([it.session()?.state, it.session()?.reason], ["failed", "API Error: 400 scripted failure"]);
  it.tell({ hook_event_name: "StopFailure", error: "rate_limit", last_assistant_message: "Try later" });
  assertEquals(it.session()?.state, "limited");
});

Deno.test("a compact start keeps the state, and a startup overtaken by its prompt does too", () => {
  const it = world();
  it.tell(prompt());
  it.tell({ hook_event_name: "SessionStart", source: "compact", model: "m2" });
  assertEquals([it.session()?.state, it.session()?.model], ["working", "m2"]);
  it.tell(start);
  assertEquals(it.session()?.state, "working");
});

Deno.test("after /clear the new session goes on from the old one", () => {
  const it = world();
  it.tell(start);
  it.tell({ hook_event_name: "SessionEnd", reason: "clear" });
  it.tell({ hook_event_name: "SessionStart", source: "clear", session_id: "s2" });
  assertEquals(it.session("claude:s2")?.parent, SESSION);
});

Deno.test("a background agent's own words are not shown as the person's", () => {
  const it = world();
  it.tell(prompt());
  it.tell({
    hook_event_name: "UserPromptSubmit",
    prompt: "<task-notification>\n<task-id>x</task-id>",
    prompt_id: "p2",
  });
  assertEquals([it.session()?.state, it.session()?.summary], ["working", "please run it"]);
});

Deno.test("a subagent's tools and Stop never move the parent", () => {
  const it = world();
  it.tell(stop());
  const child = { agent_id: "a1", agent_type: "general" };
  it.tell(bash("PreToolUse", "ls", { ...child, tool_use_id: "t1" }));
  it.tell(bash("PostToolUse", "ls", { ...child, tool_use_id: "t1", tool_response: { error: "x" } }));
  assertEquals([it.session()?.state, it.session()?.stuck], ["done", false]);
  it.tell({ ...stop(), ...child, hook_event_name: "SubagentStop" });
  assertEquals([it.session()?.state, it.session()?.children[0]?.state], ["done", "done"]);
});

Deno.test("the SubagentStop with an empty type that comes with /compact is ignored", () => {
  const it = world();
  it.tell(start);
  it.tell({ hook_event_name: "SubagentStop", agent_id: "a1", agent_type: "" });
  assertEquals(it.session()?.children, []);
});

Deno.test("silence makes a working session quiet after 5 minutes, with a tool in flight after 30, and never one with a card", () => {
  const it = world();
  it.tell(prompt());
  it.later(4 * 60_000);
  assertEquals(it.session()?.state, "working");
  it.later(2 * 60_000);
  assertEquals(it.session()?.state, "quiet");
  it.tell(bash("PreToolUse", "make", { tool_use_id: "t" }));
  it.later(20 * 60_000);
  assertEquals(it.session()?.state, "working");
  it.later(11 * 60_000);
  assertEquals(it.session()?.state, "quiet");
});

Deno.test("a done session leaves the list after 30 minutes, and the store is told that it ended", () => {
  const it = world();
  it.tell(stop());
  it.later(31 * 60_000);
  assertEquals(it.session(), undefined);
  const saved = it.effects.findLast((effect) => effect.do === "save-session");
  assertEquals(saved?.do === "save-session" && saved.session.state, "ended");
});

Deno.test("a status line sample fills a known session and never makes, moves or revives one", () => {
  const it = world();
  const sample = {
    hook_event_name: "StatusLine",
    cost: { total_cost_usd: 0.5 },
    rate_limits: { five_hour: { used_percentage: 10 } },
  };
  const status = { kind: "claude", ask: false, approval: false, statusline: true } as const;
  const line = world(status);
  line.tell(sample);
  assertEquals(line.session(), undefined);
  it.tell(prompt());
  const before = it.session();
  line.state = it.state;
  line.later(5);
  line.tell(sample);
  assertEquals({ ...line.session(), cost: undefined }, { ...before, cost: undefined });
  assertEquals(line.session()?.cost, 0.5);
  assertEquals(line.state.limits, { claude: { five_hour: { used_percentage: 10 } } });
});

Deno.test("one event through two doors counts once, two equal ones through one door count twice", () => {
  const it = world();
  it.tell(prompt());
  it.tell(prompt(), "http");
  assertEquals(it.effects.filter((effect) => effect.do === "save-event").length, 1);
  it.tell(asks("ls"));
  it.tell(asks("ls"));
  assertEquals(it.cards().length, 2);
});

Deno.test("without an id of its own, an equal event from the other door is a copy for 2 s", () => {
  for (const [gap, rows] of [[1_900, 1], [2_100, 2]] as const) {
    const it = world();
    it.tell(stop());
    it.later(gap);
    it.tell(stop(), "http");
    assertEquals(it.effects.filter((effect) => effect.do === "save-event").length, rows, `${gap} ms apart`);
  }
});

Deno.test("swapping two neighbouring events of a turn leaves no session at work or waiting for ever", () => {
  const events = [
    start,
    prompt(),
    bash("PreToolUse", "ls", { tool_use_id: "t1" }),
    asks("ls"),
    bash("PostToolUse", "ls", { tool_use_id: "t1" }),
    { hook_event_name: "PostToolBatch", tool_calls: [bash("x", "ls", { tool_use_id: "t1" })], prompt_id: "p1" },
    stop(),
  ];
  for (let at = 1; at < events.length - 1; at++) {
    const it = world();
    const swapped = [...events];
    [swapped[at], swapped[at + 1]] = [events[at + 1] ?? start, events[at] ?? start];
    for (const event of swapped) it.tell(event);
    it.later(109_000);
    it.later(31 * 60_000);
    const state = it.session()?.state ?? "gone";
    assertEquals(["working", "waiting"].includes(state), false, `${state} after swapping event ${at} with the next`);
  }
});

Deno.test("a notification that comes after the end does not bring the session back, a waiting request does", () => {
  const it = world();
  it.tell(prompt());
  it.tell({ hook_event_name: "SessionEnd", reason: "other" });
  it.tell({ hook_event_name: "Notification", message: "m", notification_type: "permission_prompt" });
  assertEquals(it.session(), undefined);
  it.tell(asks("ls"));
  assertEquals(it.session()?.state, "waiting");
});

Deno.test("compaction between turns shows as a tool and starts no turn, in a turn it changes nothing else", () => {
  const compact = (event: string) => ({ hook_event_name: event, trigger: "manual", prompt_id: "p9" });
  const it = world();
  it.tell(prompt());
  it.tell(stop());
  it.tell(compact("PreCompact"));
  assertEquals([it.session()?.state, it.session()?.tool], ["done", "Context compaction"]);
  it.tell(compact("PostCompact"));
  assertEquals([it.session()?.state, it.session()?.tool], ["done", undefined]);
  it.tell(prompt("p2"));
  it.tell(compact("PreCompact"));
  it.tell(compact("PostCompact"));
  assertEquals([it.session()?.state, it.session()?.tool], ["working", undefined]);
});

Deno.test("a prompt that its own Stop overtook starts nothing", () => {
  for (const over of [stop(), { hook_event_name: "StopFailure", error: "x", prompt_id: "p1" }]) {
    const it = world();
    it.tell(over);
    const { state } = it.session() ?? {};
    it.tell(prompt("p1"));
    assertEquals(it.session()?.state, state);
  }
});

// OpenCode's plugin as OpenCode runs it: the real bundle in a process of its own, with a fake binary and a fake client
// (tests/support/opencode.ts). In each test nothing may be printed and nothing thrown (`daemon.md` D24).

import { assert, assertEquals, assertThrows } from "@std/assert";
import { PLAIN_MS, WAITING_MS } from "../../install/assets/opencode/limits.ts";
import { PLUGIN_MARK, pluginText } from "../../install/assets/plugin_text.ts";
import { pause, poll } from "../../scripts/stage.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { AGENT_TIMEOUT_MS, DECISION_MS, PLAIN_RELAY_MS } from "../../src/wire/limits.ts";
import {
  bundled,
  callAs,
  isAlive,
  onOpenCode,
  type OpenCode,
  play,
  recordedCalls,
  type Run,
} from "../support/opencode.ts";

const SESSION = "ses_1";
const CALL = { tool: "bash", sessionID: SESSION, callID: "call_1" };
const ARGS = { command: "npm test", description: "runs the tests" };
const ASKED = {
  id: "per_1",
  sessionID: SESSION,
  permission: "bash",
  patterns: ["npm test"],
  metadata: {},
  always: ["npm *"],
  tool: { messageID: "msg_1", callID: "call_1" },
};
const QUESTIONS = [
  { question: "Which color?", header: "Color", options: [{ label: "Red", description: "" }], multiple: false },
  { question: "Which sizes?", header: "Sizes", options: [{ label: "S", description: "" }], multiple: true },
];
const QUESTION = { id: "que_1", sessionID: SESSION, questions: QUESTIONS, tool: { callID: "call_q" } };

Deno.test("the text starts with our mark, holds the command, imports nothing and exports one function", async () => {
  const command = ['/a "b"\\c/$& vults', "run"];
  const text = pluginText(await bundled(), command);
  assert(text.startsWith(PLUGIN_MARK));
  assert(text.includes(JSON.stringify(command)));
  assertEquals(text.match(/^\s*import\b|\brequire\(|\bimport\(/m), null);
  await onOpenCode({}, async (at) => {
    const [opened] = await poll("the plugin", () => at.record().length > 0 ? at.record() : undefined);
    assertEquals(opened, {
      exports: ["plugin"],
      hooks: ["dispose", "event", "chat.message", "tool.execute.before", "tool.execute.after"],
    });
  });
});

Deno.test("a bundle that names no place for what is put in, or two, is refused", async () => {
  const text = await bundled();
  assertThrows(() => pluginText("export {};", ["/x"]), Error, "Cannot write OpenCode's plugin");
  assertThrows(() => pluginText(text + text, ["/x"]), Error, "must name");
  assertThrows(() => pluginText(text.replace('"@@ASKS@@"', "true"), ["/x"]), Error, "@@ASKS@@");
  assertThrows(() => pluginText(text.replace('"@@HOOK_COMMAND@@"', "[]"), ["/x"]), Error, "@@HOOK_COMMAND@@");
  assertThrows(() => pluginText(pluginText(text, ["/x"]), ["/x"]), Error, "must name");
});

Deno.test("the plugin waits longer than its hook, and the agent's own limit is longer still", () => {
  assert(PLAIN_RELAY_MS <= PLAIN_MS && DECISION_MS < WAITING_MS && WAITING_MS < AGENT_TIMEOUT_MS);
});

Deno.test("a recorded permission and edit become events in Claude's shape, and nothing else is started", async () => {
  await onOpenCode({}, async (at) => {
    await play(at, recordedCalls("tui-reply-once"));
    const runs = await at.ran(9);
    assertEquals(runs.map(({ args }) => args).toSorted(), [
      "hook --agent opencode PermissionRequest",
      "hook --agent opencode PermissionRequest",
      "hook --agent opencode PostToolUse",
      "hook --agent opencode PostToolUse",
      "hook --agent opencode PreToolUse",
      "hook --agent opencode PreToolUse",
      "hook --agent opencode SessionStart",
      "hook --agent opencode Stop",
      "hook --agent opencode UserPromptSubmit",
    ]);
    const session = { session_id: "ses_dd2814899ffeWtUmsUOwrhaaqx", cwd: "/home/me/proj" };
    const command = "curl -s http://127.0.0.1:1/; echo hi > made.txt";
    assertEquals(payloads(runs, "SessionStart"), [
      { hook_event_name: "SessionStart", ...session, source: "startup", model: "mock/mock-model" },
    ]);
    assertEquals(payloads(runs, "UserPromptSubmit"), [{
      hook_event_name: "UserPromptSubmit",
      ...session,
      prompt: "please run it",
      prompt_id: "msg_22d7eb7ab001oHDlYp2m1FufzC",
    }]);
    const bash = { tool_name: "bash", tool_input: { command }, tool_use_id: "call_fb134cb64a96624e5a" };
    assertEquals(payloads(runs, "PreToolUse")[0], { hook_event_name: "PreToolUse", ...session, ...bash });
    assertEquals(payloads(runs, "PostToolUse")[0], { hook_event_name: "PostToolUse", ...session, ...bash });
    assertEquals(payloads(runs, "Stop"), [
      { hook_event_name: "Stop", ...session, last_assistant_message: "Finished now." },
    ]);
    const edit = payloads(runs, "PermissionRequest").find(({ tool_name }) => tool_name === "edit");
    assertEquals(edit, {
      hook_event_name: "PermissionRequest",
      ...session,
      tool_name: "edit",
      tool_input: {
        filePath: "/home/me/proj/a.txt",
        oldString: "hello",
        newString: "hullo",
        filepath: "/home/me/proj/a.txt",
        diff: "Index: /home/me/proj/a.txt\n===================================================================\n" +
          "--- /home/me/proj/a.txt\n+++ /home/me/proj/a.txt\n@@ -1,1 +1,1 @@\n-hello\n+hullo\n",
        patterns: ["a.txt"],
      },
      always: ["*"],
      tool_use_id: "call_38c430181865122561",
      request_id: "per_22d7ed750001HqezBcH0l0gAS8",
    });
  });
});

Deno.test("a recorded question waits with --ask, and its tool is told by nothing else", async () => {
  await onOpenCode({}, async (at) => {
    await play(at, recordedCalls("ask-reply"));
    const runs = await at.ran(5);
    const questions = [{
      question: "Which color?",
      header: "Color",
      options: [{ label: "Red", description: "choose Red" }, { label: "Blue", description: "choose Blue" }],
      multiple: false,
    }];
    const [asked] = runs.filter(({ args }) => args === "hook --agent opencode --ask PreToolUse");
    assertEquals(asked?.payload, {
      hook_event_name: "PreToolUse",
      session_id: "ses_dd2802d10ffeaXe3CQuWhOz931",
      cwd: "/home/me/proj",
      tool_name: "AskUserQuestion",
      tool_input: { questions },
      tool_use_id: "call_3177c6f320a2c3572a",
      request_id: "que_22d7fe412001DUpD1r1YN3Jq6V",
    });
    assertEquals(events(runs).toSorted(), ["PostToolUse", "PreToolUse", "SessionStart", "Stop", "UserPromptSubmit"]);
  });
});

Deno.test("a plugin that does not ask tells of requests as notices, and nothing waits or is posted", async () => {
  const does = { PermissionRequest: `printf '{"reply":"once"}\\n'`, Notification: `printf '{"reply":"once"}\\n'` };
  await onOpenCode({ asks: false, does }, async (at) => {
    await at.call("tool.execute.before", CALL, { args: ARGS });
    await at.event("permission.asked", ASKED);
    await at.event("permission.v2.asked", ASKED);
    await at.event("permission.replied", over("per_1", { reply: "reject" }));
    const state = { status: "error", input: ARGS, error: "rejected" };
    await at.event("message.part.updated", {
      part: { type: "tool", tool: "bash", sessionID: SESSION, callID: "call_1", state },
    });
    await at.event("question.asked", QUESTION);
    await at.event("question.replied", over("que_1", { answers: [["Red"], ["S"]] }));
    await stops(at);
    const runs = await at.ran(5);
    assertEquals(events(runs), ["PreToolUse", "Notification", "PermissionDenied", "Notification", "Stop"]);
    assertEquals(new Set(runs.map(({ args }) => args.includes("--ask"))), new Set([false]));
    assertEquals(
      payloads(runs, "Notification"),
      [
        { notification_type: "permission_prompt", message: "bash · npm test" },
        { notification_type: "agent_needs_input", message: "Which color? Which sizes?" },
      ].map((notice) => ({ hook_event_name: "Notification", session_id: SESSION, cwd: "/home/me/proj", ...notice })),
    );
    assertEquals(at.posts(), []);
  });
});

Deno.test("a recorded refusal ends its call once, as refused", async () => {
  await onOpenCode({}, async (at) => {
    await play(at, recordedCalls("headless"));
    const denied = payloads(await at.ran(5), "PermissionDenied");
    assertEquals(denied.map(({ error, tool_name, tool_use_id }) => [error, tool_name, tool_use_id]), [
      ["The user rejected permission to use this specific tool call.", "bash", "call_65c665a12f50b04556"],
    ]);
  });
});

Deno.test("another error of a tool is a failure, and neither comes twice", async () => {
  await onOpenCode({}, async (at) => {
    await at.call("tool.execute.before", CALL, { args: ARGS });
    const state = { status: "error", input: ARGS, error: "exit 1" };
    const part = { type: "tool", tool: "bash", sessionID: SESSION, callID: "call_1", state };
    await at.event("message.part.updated", { sessionID: SESSION, part });
    await at.event("message.part.updated", { sessionID: SESSION, part });
    await at.call("tool.execute.after", { ...CALL, args: ARGS }, { title: "", output: "", metadata: {} });
    await at.event("message.part.updated", { sessionID: SESSION, part: { ...part, callID: "never started" } });
    await stops(at);
    const runs = await at.ran(3);
    assertEquals(events(runs), ["PreToolUse", "PostToolUseFailure", "Stop"]);
    assertEquals(runs[1]?.payload.error, "exit 1");
  });
});

Deno.test("a child's events are its parent's session's, with the child's id and kind", async () => {
  await onOpenCode({}, async (at) => {
    await at.event("session.created", { sessionID: SESSION, info: { id: SESSION, directory: "/home/me/other" } });
    const child = { id: "ses_2", parentID: SESSION, agent: "explore", directory: "/home/me/other" };
    await at.event("session.created", { sessionID: "ses_2", info: child });
    await at.event("session.created", { sessionID: "ses_3", info: { id: "ses_3", parentID: "ses_2", agent: "deep" } });
    await at.call("chat.message", { sessionID: "ses_2" }, { parts: [{ type: "text", text: "look around" }] });
    await at.call("tool.execute.before", { ...CALL, sessionID: "ses_2" }, { args: ARGS });
    await at.event("permission.asked", { ...ASKED, sessionID: "ses_2" });
    await at.asked("per_1");
    await at.event("session.status", { sessionID: "ses_2", status: { type: "idle" } });
    await at.event("session.idle", { sessionID: "ses_2" });
    const runs = await at.ran(6);
    const of = (id: string, type: string) => [SESSION, id, type];
    assertEquals(
      runs.map(({ payload }) => [
        payload.hook_event_name,
        [payload.session_id, payload.agent_id ?? "", payload.agent_type ?? ""],
      ]).toSorted(),
      [
        ["PermissionRequest", of("ses_2", "explore")],
        ["PreToolUse", of("ses_2", "explore")],
        ["SessionStart", of("", "")],
        ["SubagentStart", of("ses_2", "explore")],
        ["SubagentStart", of("ses_3", "deep")],
        ["SubagentStop", of("ses_2", "explore")],
      ],
    );
    assertEquals(payloads(runs, "SubagentStart")[0]?.cwd, "/home/me/other");
  });
});

Deno.test("the end of a turn is told once: done, failed, ended by the person, or deleted", async () => {
  await onOpenCode({}, async (at) => {
    const error = (sessionID: string, of: JsonObject) => at.event("session.error", { sessionID, error: of });
    const turns: [string, (id: string) => Promise<void>][] = [
      ["done", async () => {}],
      ["failed", (id) => error(id, { name: "APIError", data: { message: "overloaded" } })],
      ["user", (id) => error(id, { name: "MessageAbortedError", data: { message: "aborted" } })],
      ["odd", (id) => error(id, { name: "UnknownError" })],
      ["gone", (id) => at.event("session.deleted", { sessionID: id, info: { id } })],
    ];
    for (const [id, end] of turns) {
      await at.call("chat.message", { sessionID: id }, { parts: [{ type: "text", text: "go" }] });
      await end(id);
      await at.event("session.status", { sessionID: id, status: { type: "idle" } });
      await at.event("session.idle", { sessionID: id });
    }
    const ends = (await at.ran(10)).map(({ payload }) => payload).filter((payload) => payload.prompt === undefined);
    assertEquals(
      ends.map(({ session_id, hook_event_name, error, reason }) => [
        session_id,
        hook_event_name,
        error ?? reason ?? "",
      ]).toSorted(),
      [
        ["done", "Stop", ""],
        ["failed", "StopFailure", "overloaded"],
        ["gone", "SessionEnd", "deleted"],
        ["odd", "StopFailure", "UnknownError"],
        ["user", "Interrupt", ""],
      ],
    );
  });
});

Deno.test("the last words are the turn's own finished text, bounded; what OpenCode adds to a prompt is left out", async () => {
  await onOpenCode({}, async (at) => {
    const long = "🦅".repeat(5_000);
    const parts = [
      { type: "text", text: "one" },
      { type: "text", text: "a whole file", synthetic: true },
      { type: "file", url: "file:///x" },
      { type: "text", text: "two" },
    ];
    await at.call("chat.message", { sessionID: SESSION, messageID: "msg_9" }, { parts });
    const text = (text: string, time?: JsonObject) =>
      at.event("message.part.updated", { part: { type: "text", sessionID: SESSION, text, ...(time && { time }) } });
    await text(long, { start: 1, end: 2 });
    await text("still being written", { start: 3 });
    await text("the prompt itself");
    await stops(at);
    await at.call("chat.message", { sessionID: SESSION }, { parts });
    await stops(at);
    const [prompt, stop, , next] = (await at.ran(4)).map(({ payload }) => payload);
    assertEquals([prompt?.prompt, prompt?.prompt_id], ["one\ntwo", "msg_9"]);
    assertEquals(stop?.last_assistant_message, "🦅".repeat(4_000));
    assertEquals([next?.hook_event_name, next?.last_assistant_message], ["Stop", undefined]);
  });
});

Deno.test("nothing that a request says takes the place of an argument, and no argument that of the request's", async () => {
  await onOpenCode({}, async (at) => {
    const args = { command: "rm -rf x", patterns: ["the tool's own"], "permission patterns": "rm -rf /", file: "a" };
    await at.call("tool.execute.before", CALL, { args });
    const metadata = { command: "rm -rf x", file: "b", patterns: "m" };
    await at.event("permission.asked", { ...ASKED, metadata });
    const [asked] = payloads(await at.ran(2), "PermissionRequest");
    assertEquals(asked?.tool_input, { arguments: args, metadata, patterns: ["npm test"] });
    assertEquals("arguments_known" in (asked ?? {}), false);
  });
});

Deno.test("a request whose call is not known says so", async () => {
  await onOpenCode({}, async (at) => {
    await at.event("permission.asked", ASKED);
    const [asked] = payloads(await at.ran(1), "PermissionRequest");
    assertEquals([asked?.arguments_known, asked?.tool_input], [false, { patterns: ["npm test"] }]);
  });
});

Deno.test("one request under both names is asked once", async () => {
  await onOpenCode({}, async (at) => {
    const second = { id: "per_1", sessionID: SESSION, action: "bash", resources: ["npm test"], save: ["npm *"] };
    await at.event("permission.asked", ASKED);
    await at.event("permission.v2.asked", second);
    await at.asked("per_1");
    await at.event("permission.replied", { sessionID: SESSION, requestID: "per_1", reply: "once" });
    await at.event("permission.v2.asked", second);
    await at.event("permission.v2.asked", { ...second, id: "per_2", source: { type: "tool", callID: "call_2" } });
    const { payload: other } = await at.asked("per_2");
    await stops(at);
    assertEquals(events(await at.ran(3)), ["PermissionRequest", "PermissionRequest", "Stop"]);
    assertEquals(
      [other.tool_name, other.tool_input, other.always, other.tool_use_id],
      ["bash", { patterns: ["npm test"] }, ["npm *"], "call_2"],
    );
  });
});

const ANSWERS: [string, string, JsonObject, string, string | undefined][] = [
  ["an allow", "permission.asked", ASKED, '{"reply":"once"}', "/permission/per_1/reply"],
  ["a deny", "permission.asked", ASKED, '{"reply":"reject"}', "/permission/per_1/reply"],
  ["a deny with words", "permission.asked", ASKED, '{"reply":"reject","message":"no: é"}', "/permission/per_1/reply"],
  ["answers", "question.asked", QUESTION, '{"answers":[["Blue, or so"],["S","M"]]}', "/question/que_1/reply"],
  ["silence", "permission.asked", ASKED, "", undefined],
  ["always", "permission.asked", ASKED, '{"reply":"always"}', undefined],
  ["an unknown member", "permission.asked", ASKED, '{"reply":"once","save":true}', undefined],
  ["an allow with words", "permission.asked", ASKED, '{"reply":"once","message":"x"}', undefined],
  ["an empty message", "permission.asked", ASKED, '{"reply":"reject","message":""}', undefined],
  ["no JSON", "permission.asked", ASKED, "once", undefined],
  ["two lines", "permission.asked", ASKED, '{"reply":"once"}\\n{"reply":"once"}', undefined],
  ["a list", "permission.asked", ASKED, '["once"]', undefined],
  ["answers to a permission", "permission.asked", ASKED, '{"answers":[["once"]]}', undefined],
  ["a decision to a question", "question.asked", QUESTION, '{"reply":"once"}', undefined],
  ["too few answers", "question.asked", QUESTION, '{"answers":[["Blue"]]}', undefined],
  ["an empty answer", "question.asked", QUESTION, '{"answers":[["Blue"],[]]}', undefined],
  ["an answer that is no list", "question.asked", QUESTION, '{"answers":["Blue",["S"]]}', undefined],
];

Deno.test("only an exact answer is posted, through the client, with its bytes", async (t) => {
  for (const [name, type, properties, printed, url] of ANSWERS) {
    const event = type.startsWith("question") ? "PreToolUse" : "PermissionRequest";
    const say = `printf '${printed}\\n'`;
    await t.step(name, () =>
      onOpenCode({ does: { [event]: say } }, async (at) => {
        await at.event(type, properties);
        const ended = () => hasEnded(at, event);
        await poll("its end", () => ended() || undefined);
        const headers = { "Content-Type": "application/json" };
        if (url !== undefined) {
          await poll("the post", () => at.posts().length > 0 || undefined);
          assertEquals(at.posts(), [{ url, body: JSON.parse(printed), headers }]);
        } else {
          await pause(150);
          assertEquals(at.posts(), []);
        }
      }));
  }
});

Deno.test("an answer with a failing exit code is none", async () => {
  await onOpenCode(
    { does: { PermissionRequest: `printf '{"reply":"once"}\\n'; echo x >> "$AT/ended"; exit 1` } },
    async (at) => {
      await at.event("permission.asked", ASKED);
      await poll("its end", () => hasEnded(at, "x") || undefined);
      await pause(150);
      assertEquals(at.posts(), []);
    },
  );
});

Deno.test("the second version's requests are answered at its own address, through either client", async () => {
  const does = { PermissionRequest: `printf '{"reply":"once"}\\n'`, PreToolUse: `printf '{"answers":[["a"],["b"]]}'` };
  await onOpenCode({ does, client: "second" }, async (at) => {
    await at.event("permission.v2.asked", { id: "per_1", sessionID: SESSION, action: "read", resources: ["x"] });
    await at.event("question.v2.asked", QUESTION);
    await poll("both posts", () => at.posts().length === 2 || undefined);
    assertEquals(at.posts().map(({ url }) => url).toSorted(), [
      "/api/session/ses_1/permission/per_1/reply",
      "/api/session/ses_1/question/que_1/reply",
    ]);
  });
});

Deno.test("a request that is over ends its hook, and what that still says is not posted", async (t) => {
  const waits = `trap 'printf "{\\"reply\\":\\"once\\"}"; exit 0' TERM; while :; do sleep 0.05; done`;
  const does = { PermissionRequest: waits, PreToolUse: waits };
  const ends: [string, string, JsonObject, (at: OpenCode) => Promise<void>][] = [
    ["replied", "permission.asked", ASKED, (at) => at.event("permission.replied", over("per_1", { reply: "once" }))],
    ["replied, v2", "permission.asked", ASKED, (at) => at.event("permission.v2.replied", over("per_1"))],
    ["question replied", "question.asked", QUESTION, (at) => at.event("question.replied", over("que_1"))],
    ["question rejected", "question.asked", QUESTION, (at) => at.event("question.rejected", over("que_1"))],
    ["the turn's end", "permission.asked", ASKED, (at) => at.event("session.idle", { sessionID: SESSION })],
    ["an error", "permission.asked", ASKED, (at) => at.event("session.error", { sessionID: SESSION })],
    ["the plugin's own end", "permission.asked", ASKED, (at) => at.call("dispose")],
  ];
  for (const [name, type, properties, end] of ends) {
    await t.step(name, () =>
      onOpenCode({ does }, async (at) => {
        await at.event(type, properties);
        const [run] = await at.ran(1);
        await pause(100);
        assert(isAlive(run?.pid ?? 0), "it ended too early");
        await at.event("permission.replied", over("per_of_another"));
        await end(at);
        await poll("its end", () => !isAlive(run?.pid ?? 0) || undefined);
        assertEquals(at.posts(), []);
      }));
  }
});

Deno.test("when OpenCode ends, the hooks that wait end too", async () => {
  let pid = 0;
  await onOpenCode({ does: { PermissionRequest: "exec sleep 60" } }, async (at) => {
    await at.event("permission.asked", ASKED);
    pid = (await at.ran(1))[0]?.pid ?? 0;
    assert(isAlive(pid));
  });
  await poll("its end", () => !isAlive(pid) || undefined);
});

Deno.test("events of one session come in order, and a hook that waits holds nobody up", async () => {
  const does = { SessionStart: "sleep 1.5", PreToolUse: "sleep 0.2", PermissionRequest: "exec sleep 60" };
  await onOpenCode({ does }, async (at) => {
    await at.event("session.created", { info: { id: SESSION } });
    await at.call("chat.message", { sessionID: SESSION }, { parts: [{ type: "text", text: "go" }] });
    await at.call("tool.execute.before", CALL, { args: ARGS });
    await at.event("permission.asked", ASKED);
    await at.call("tool.execute.before", { ...CALL, callID: "call_2" }, { args: ARGS });
    await at.call("chat.message", { sessionID: "ses_other" }, { parts: [{ type: "text", text: "go" }] });
    const runs = await at.ran(6);
    const own = runs.filter(({ payload }) => payload.session_id === SESSION);
    const ordered = own.filter(({ payload }) => payload.hook_event_name !== "PermissionRequest");
    assertEquals(events(ordered), ["SessionStart", "UserPromptSubmit", "PreToolUse", "PreToolUse"]);
    const names = events(own);
    assert(names.indexOf("PermissionRequest") > names.indexOf("PreToolUse"), "its call's start comes first");
    const sessions = runs.map(({ payload }) => payload.session_id);
    assert(sessions.indexOf("ses_other") < sessions.indexOf(SESSION, 1), "another session waits for nobody");
  });
});

Deno.test("handlers never wait for the hook, and a hook that hangs is ended and holds up its session no longer", async () => {
  await onOpenCode({ does: { SessionStart: `trap "" TERM; while :; do sleep 0.05; done` } }, async (at) => {
    await at.event("session.created", { info: { id: SESSION } });
    await at.call("chat.message", { sessionID: SESSION }, { parts: [{ type: "text", text: "go" }] });
    const calls = await at.called(2);
    for (const { took, gave } of calls) assert(gave === null && Number(took) < PLAIN_MS, `took ${took} ms`);
    const runs = await at.ran(2);
    assertEquals(events(runs), ["SessionStart", "UserPromptSubmit"]);
    await poll("the end of the one that ignores SIGTERM", () => !isAlive(runs[0]?.pid ?? 0) || undefined);
  });
});

const NOTHING_THERE: [string, readonly string[]][] = [
  ["a binary that is not there", ["/nowhere/vults"]],
  ["a binary that is a folder", ["/tmp"]],
  ["an empty path", [""]],
  ["no command at all", []],
];

Deno.test("without a binary OpenCode notices nothing", async (t) => {
  for (const [name, command] of NOTHING_THERE) {
    await t.step(name, () =>
      onOpenCode({ command }, async (at) => {
        const calls = recordedCalls("tui-reply-once");
        for (const call of calls) await callAs(at, call);
        await at.called(calls.length - 1);
        await pause(200);
        assertEquals(at.posts(), []);
      }));
  }
});

Deno.test("a client that throws, never answers, cannot post or is not there is OpenCode's own affair", async (t) => {
  for (const client of ["throws", "never", "cannot", "undefined", "none"]) {
    await t.step(
      client,
      () =>
        onOpenCode({ client, does: { PermissionRequest: `printf '{"reply":"once"}\\n'` } }, async (at) => {
          await at.event("permission.asked", ASKED);
          await poll("its end", () => hasEnded(at, "PermissionRequest") || undefined);
          await stops(at);
          assertEquals(events(await at.ran(2)).toSorted(), ["PermissionRequest", "Stop"]);
        }),
    );
  }
});

Deno.test("malformed events of any shape start nothing, print nothing, throw nothing", async () => {
  await onOpenCode({}, async (at) => {
    const odd: unknown[] = [undefined, null, 7, "text", [], {}, { event: null }, { event: [] }, { event: { type: 7 } }];
    const known = [
      "session.created",
      "session.updated",
      "session.deleted",
      "session.idle",
      "session.status",
      "session.error",
      "message.part.updated",
      "permission.asked",
      "permission.replied",
      "question.asked",
      "question.replied",
      "question.rejected",
    ];
    const properties: unknown[] = [
      ...odd,
      { sessionID: 7 },
      { info: null },
      { part: [] },
      { part: { type: "tool", state: 7 } },
      { id: "per_3", sessionID: 7 },
    ];
    const asked: unknown[] = [
      { id: "../../config", sessionID: SESSION, permission: "bash", questions: QUESTIONS },
      { id: "per_1", sessionID: "..", permission: "bash", questions: QUESTIONS },
      { id: "que_3", sessionID: SESSION, questions: [], permission: "" },
      { id: "que_3", sessionID: SESSION, questions: "none", permission: 7 },
    ];
    const given = (types: readonly string[], all: readonly unknown[]) =>
      types.flatMap((type) => all.map((properties) => ({ event: { type, properties } })));
    const events = [
      ...given([...known, "a type of tomorrow"], properties),
      ...given(["permission.asked", "permission.v2.asked", "question.asked", "session.idle"], asked),
    ];
    for (const event of [...odd, ...events]) await at.call("event", event);
    for (const hook of ["chat.message", "tool.execute.before", "tool.execute.after"]) {
      for (const input of [...odd, { sessionID: 7, tool: 8, callID: 9 }]) await at.call(hook, input, odd[3]);
    }
    const calls = odd.length + events.length + 3 * (odd.length + 1);
    await at.called(calls);
    await pause(200);
    assertEquals(at.runs(), []);
  });
});

function events(runs: readonly Run[]): string[] {
  return runs.map(({ payload }) => String(payload.hook_event_name));
}

function payloads(runs: readonly Run[], event: string): JsonObject[] {
  return runs.map(({ payload }) => payload).filter(({ hook_event_name }) => hook_event_name === event);
}

function stops(at: OpenCode): Promise<void> {
  return at.event("session.idle", { sessionID: SESSION });
}

function over(requestID: string, more: JsonObject = {}): JsonObject {
  return { sessionID: SESSION, requestID, ...more };
}

function hasEnded({ folder }: OpenCode, event: string): boolean {
  try {
    return Deno.readTextFileSync(`${folder}/ended`).includes(event);
  } catch {
    return false; // none has ended yet
  }
}

// `vults replay` as a process with its own flags, against a real daemon; and the recording it reads, line by line.

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { openStage, pause, type Stage } from "../../scripts/stage.ts";
import { parseRecording } from "../../src/cli/recording.ts";
import { schedule } from "../../src/cli/replay.ts";
import type { HistoryRow } from "../../src/daemon/ports.ts";
import { decision } from "../support/answers.ts";
import { fakeDaemon } from "../support/fake_daemon.ts";
import { recorded } from "../support/fixtures.ts";

const SCENARIOS = decodeURIComponent(new URL("../../fixtures/agents/claude/2.1.332", import.meta.url).pathname);
const OPENCODE = decodeURIComponent(new URL("../../fixtures/agents/opencode/1.18.33", import.meta.url).pathname);

Deno.test("every line runs through the real hook, and its end is told", async () => {
  await onStage(async (stage) => {
    await stage.serve();
    const replay = stage.start(["replay", `${SCENARIOS}/life-apierror.jsonl`, "--delay", "20ms", "--wait"]);
    assertEquals(await replay.ended, {
      code: 0,
      stdout: [
        "   1  SessionStart  exit 0, printed nothing",
        "   2  UserPromptSubmit  exit 0, printed nothing",
        "   3  StopFailure  exit 0, printed nothing",
        "   4  SessionEnd  exit 0, printed nothing",
        "",
      ].join("\n"),
      stderr: "",
    });
    const events = (await history(stage)).map(({ event }) => event);
    assertEquals(events, ["SessionEnd", "StopFailure", "UserPromptSubmit", "SessionStart"]);
  });
});

Deno.test("a hook that waits holds nothing up: what comes later can release it", async () => {
  await onStage(async (stage) => {
    await stage.serve();
    const replay = stage.start(["replay", `${SCENARIOS}/tui1.jsonl`, "--delay", "400ms"]);
    const { code, stdout } = await replay.ended;
    assertEquals(code, 0);
    const lines = stdout.trimEnd().split("\n").map((line) => Number(line.slice(0, 4)));
    assertEquals(lines.toSorted((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const others = lines.filter((line) => line !== 5);
    assertEquals(others, others.toSorted((a, b) => a - b), "only the one that waits may come late");
    assertStringIncludes(stdout, "   5  PermissionRequest Bash  exit 0, printed nothing");
    assertEquals((await history(stage)).find(({ kind }) => kind === "end")?.end, "terminal");
  });
});

Deno.test("--wait keeps the order: the next hook starts when the answer has been printed", async () => {
  await onStage(async (stage) => {
    await stage.serve();
    const replay = stage.start(["replay", `${SCENARIOS}/tuiAllow.jsonl`, "--delay", "20ms", "--wait"]);
    const card = await stage.seen("the card", ({ cards }) => cards[0]);
    await pause(700);
    assertEquals((await stage.view()).cards.map(({ id }) => id), [card.id]);
    assertEquals((await stage.start(["answer", card.id, "allow"]).ended).code, 0);
    const { code, stdout } = await replay.ended;
    const bytes = decision('"behavior":"allow"');
    assertEquals(code, 0);
    assertEquals(
      stdout.split("\n")[4],
      `   5  PermissionRequest Bash  exit 0, printed ${bytes.length} bytes: ${bytes.trimEnd()}⟨U+000A⟩`,
    );
  });
});

Deno.test("ended while a hook waits, it ends the hook too", async () => {
  await onStage(async (stage) => {
    await stage.serve();
    const replay = stage.start(["replay", `${SCENARIOS}/tuiAllow.jsonl`, "--delay", "20ms", "--wait"]);
    await stage.seen("the card", ({ cards }) => cards[0]);
    replay.kill("SIGTERM");
    const { code, stdout } = await replay.ended;
    assertEquals(code, 1);
    assertEquals(stdout.includes("PostToolUse"), false);
    await stage.seen("no card", ({ cards }) => cards.length === 0 || undefined);
  });
});

Deno.test("without a daemon it says once that nothing will come of it, and runs all the same", async () => {
  await onStage(async (stage) => {
    const { code, stdout, stderr } = await stage.start([
      "replay",
      `${SCENARIOS}/life-apierror.jsonl`,
      "--delay",
      "20ms",
    ]).ended;
    assertEquals([code, stdout.trimEnd().split("\n").length], [0, 4]);
    assertEquals(stderr, "No daemon is running, so every hook stays silent. Start it with: vults serve\n");
  });
});

Deno.test("bare payloads run as the agent that --agent names", async () => {
  await onStage(async (stage) => {
    await stage.serve();
    const file = await write(stage, '{"hook_event_name":"UserPromptSubmit","session_id":"s1","prompt":"hi"}\n');
    assertEquals((await stage.start(["replay", file, "--agent", "my-tool"]).ended).code, 0);
    await stage.seen("the session", ({ sessions }) => sessions.find(({ id }) => id === "my-tool:s1"));
  });
});

Deno.test("a hook sees the recording's terminal and not this shell's; the place is this shell's", async () => {
  await onStage(async (stage) => {
    const env = { TMUX: "recorded", VULTS_SOCKET: "/elsewhere", VULTS_SKIP: "" };
    const run = { args: ["--agent", "claude", "Stop"], env, stdin: { session_id: "s1" } };
    const file = await write(stage, JSON.stringify(run));
    await Deno.mkdir(`${stage.folder}/run`, { mode: 0o700 });
    const daemon = fakeDaemon(stage.paths.endpoint.socket);
    const shell = { TMUX: "mine", KITTY_WINDOW_ID: "7", VULTS_SKIP: "1" };
    assertEquals((await stage.start(["replay", file], "", shell).ended).code, 0);
    await daemon.stop();
    assertEquals(daemon.events.map(({ event, terminal }) => [event, terminal?.env]), [["Stop", { TMUX: "recorded" }]]);
  });
});

Deno.test("a plugin's lines run through the real plugin, and what it would post is told", async () => {
  await onStage(async (stage) => {
    await stage.serve();
    const replay = stage.start(["replay", `${OPENCODE}/tui-reply-once.jsonl`, "--delay", "20ms", "--wait"]);
    const bash = await stage.seen("the first card", ({ cards }) => cards.find(({ tool }) => tool === "Bash"));
    assertEquals((await stage.start(["answer", bash.id, "allow"]).ended).code, 0);
    const edit = await stage.seen("the second card", ({ cards }) => cards.find(({ tool }) => tool === "Edit"));
    assertEquals((await stage.start(["answer", edit.id, "deny", "--message", "No"]).ended).code, 0);
    const { code, stdout, stderr } = await replay.ended;
    assertEquals([code, stderr], [0, ""]);
    const lines = stdout.trimEnd().split("\n");
    assertEquals(lines[0], "   1  init  not relayed");
    assertEquals(lines.filter((line) => !line.endsWith("  not relayed")), [
      "   9  session.created → SessionStart  exit 0, printed nothing",
      "  10  chat.message → UserPromptSubmit  exit 0, printed nothing",
      "  28  tool.execute.before bash → PreToolUse  exit 0, printed nothing",
      '  31  permission.asked → PermissionRequest  exit 0, printed 17 bytes: {"reply":"once"}⟨U+000A⟩, ' +
      'posts /permission/per_22d7ec96a001wJfY3nwB7DCDpp/reply {"reply":"once"}',
      "  34  tool.execute.after bash → PostToolUse  exit 0, printed nothing",
      "  47  tool.execute.before edit → PreToolUse  exit 0, printed nothing",
      '  49  permission.asked → PermissionRequest  exit 0, printed 34 bytes: {"reply":"reject","message":"No"}⟨U+000A⟩, ' +
      'posts /permission/per_22d7ed750001HqezBcH0l0gAS8/reply {"reply":"reject","message":"No"}',
      "  55  tool.execute.after edit → PostToolUse  exit 0, printed nothing",
      "  74  session.status → Stop  exit 0, printed nothing",
    ]);
    const done = await stage.seen("the session", ({ sessions }) => sessions.find(({ agent }) => agent === "opencode"));
    assertEquals([done.state, done.cwd], ["done", "/home/me/proj"]);
  });
});

Deno.test("replied in the recording, a plugin's request is over here too", async () => {
  await onStage(async (stage) => {
    await stage.serve();
    const { code, stdout } = await stage.start(["replay", `${OPENCODE}/headless.jsonl`, "--delay", "150ms"]).ended;
    assertEquals(code, 0);
    assertMatch(stdout, /permission\.asked → PermissionRequest {2}ended by the plugin$/m);
    assertMatch(stdout, /message\.part\.updated → PermissionDenied {2}exit 0, printed nothing$/m);
    assertEquals((await stage.view()).cards, []);
  });
});

const BAD_FILES: [string, string, RegExp][] = [
  ["no JSON", '{"args":[],"stdin":{}}\nnope\n', /line 2: it is no JSON object\. Nothing was run/],
  ["a list", "[]\n", /line 1: it is no JSON object/],
  [
    "a bare payload without --agent",
    '{"session_id":"x"}\n',
    /line 1: it is a bare payload: say whose with --agent NAME/,
  ],
  ["a plugin's line without a hook", '\n{"plugin":{}}\n', /line 2: "plugin" has no "hook" of these: init, event, /],
  ["a plugin's line without an input", '{"plugin":{"hook":"event"}}\n', /line 1: the "input" of "plugin" is no object/],
  ["a plugin that is a text", '{"plugin":"event"}\n', /line 1: "plugin" is no object/],
  [
    "a plugin's line without a time",
    '{"t":7,"plugin":{"hook":"event","input":{}}}\n',
    /line 1: "t" is no time such as/,
  ],
  ["arguments that are no texts", '{"args":[1],"stdin":{}}\n', /line 1: "args" is no list of texts/],
  ["an environment of numbers", '{"args":[],"env":{"A":1},"stdin":{}}\n', /line 1: "env" is no object of texts/],
  ["no stdin", '{"args":[]}\n', /line 1: neither "stdin" nor "stdinText" is there/],
  ["no time", '{"args":[],"t":"soon","stdin":{}}\n', /line 1: "t" is no time such as/],
];

Deno.test("a recording that cannot be read names its file and line, and nothing runs", async (t) => {
  await onStage(async (stage) => {
    for (const [name, text, message] of BAD_FILES) {
      await t.step(name, async () => {
        const file = await write(stage, text);
        const { code, stdout, stderr } = await stage.start(["replay", file]).ended;
        assertEquals([code, stdout], [1, ""]);
        assertStringIncludes(stderr, `Cannot replay "${file}", `);
        assertMatch(stderr, message);
      });
    }
  });
});

Deno.test("a file that is not there, a delay that is no span, an agent that is none", async () => {
  await onStage(async (stage) => {
    const absent = `${stage.folder}/absent.jsonl`;
    const missing = await stage.start(["replay", absent]).ended;
    assertEquals([missing.code, missing.stdout], [1, ""]);
    assertStringIncludes(missing.stderr, `Cannot read "${absent}": it is not there. Nothing was run`);
    const folder = await stage.start(["replay", stage.folder]).ended;
    assertEquals([folder.code, folder.stdout], [1, ""]);
    assertStringIncludes(folder.stderr, `Cannot read "${stage.folder}": it is a folder. Nothing was run`);
    const span = await stage.start(["replay", absent, "--delay", "soon"]).ended;
    assertEquals([span.code, span.stdout], [2, ""]);
    assertStringIncludes(span.stderr, "--delay soon is no span such as 300ms");
    for (const name of ["NOPE", "gemini"]) {
      const named = await stage.start(["replay", absent, "--agent", name]).ended;
      assertEquals([named.code, named.stdout], [2, ""]);
      assertStringIncludes(named.stderr, `--agent ${name} is no agent`);
    }
  });
});

Deno.test("hooks start at their recorded gaps, or at one delay", () => {
  const runs = recorded("life-apierror");
  assertEquals(schedule(runs, undefined).map(({ gap }) => gap), [0, 2_398, 400, 4_902]);
  assertEquals(schedule(runs, 300).map(({ gap }) => gap), [0, 300, 300, 300]);
  const swapped = schedule(runs.toReversed(), undefined);
  assertEquals(swapped.map(({ gap }) => gap), [0, 0, 0, 0], "a time that goes back is no gap");
});

Deno.test("a line keeps its arguments, variables and bytes", () => {
  const text =
    '{"t":"2026-11-30T17:00:00.000Z","args":["--agent","x","Stop"],"env":{"TMUX":"a"},"stdinText":"\\u0000{","note":"n"}';
  assertEquals(parseRecording(text), {
    runs: [{
      line: 1,
      at: Date.UTC(2026, 10, 30, 17),
      args: ["--agent", "x", "Stop"],
      env: { TMUX: "a" },
      stdin: "\0{",
      label: "Stop",
    }],
    events: [],
  });
});

async function onStage(run: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = await openStage();
  try {
    await run(stage);
  } finally {
    await stage.close();
  }
}

async function write(stage: Stage, text: string): Promise<string> {
  const file = `${stage.folder}/recording.jsonl`;
  await Deno.writeTextFile(file, text);
  return file;
}

async function history(stage: Stage): Promise<readonly HistoryRow[]> {
  return JSON.parse((await stage.start(["log", "--json"]).ended).stdout).rows;
}

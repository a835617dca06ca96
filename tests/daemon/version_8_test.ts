// A version 8 hook beside our daemon: its lines are written out, and its reader takes only what version 8 has
// (`protocol.md` sections 5, 8, 9 and 12).

import { assert, assertEquals } from "@std/assert";
import { start } from "../../src/daemon/start.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Paths } from "../../src/paths.ts";
import { readView, say } from "../support/api.ts";
import { tempPlaces, until } from "../support/daemon.ts";

async function besideDaemon(work: (paths: Paths) => Promise<void>): Promise<void> {
  const places = tempPlaces();
  const daemon = await start({ paths: places.paths, port: null, demo: true, env: () => undefined, log: () => {} });
  assert("stop" in daemon, "refused" in daemon ? daemon.refused : "");
  try {
    await work(places.paths);
  } finally {
    await daemon.stop();
    places.remove();
  }
}

/** Sends one line, and reads until the daemon closes. */
async function hook(paths: Paths, line: string): Promise<string> {
  using connection = await Deno.connect({ transport: "unix", path: paths.endpoint.socket });
  const bytes = new TextEncoder().encode(`${line}\n`);
  for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
  return await new Response(connection.readable).text();
}

const DECISION = /^\{"v":8,"id":"([^"]*)","kind":"decision","decision":"(allow|deny)"[,}]/;

/** What a version 8 hook makes of the lines: it gives up on any that it does not know, and on a second `waiting`. */
function verdictOf(text: string, id: string): unknown {
  const lines = text.split("\n");
  assertEquals(lines.pop(), "", "the last line has no newline");
  let waiting = false;
  for (const line of lines) {
    const reply = JSON.parse(line);
    if (reply.v !== 8 || reply.id !== id) return `gave up on ${line}`;
    if (reply.kind === "decision") return DECISION.test(line) ? reply.decision : `gave up on ${line}`;
    if (reply.kind === "answer") return reply.answers;
    if (reply.kind !== "waiting" || waiting) return `gave up on ${line}`;
    waiting = true;
  }
  return "silence";
}

/** Answers the one card, as soon as it is there. */
async function answer(paths: Paths, words: JsonObject): Promise<void> {
  const card = await until(async () => (await readView(paths)).cards[0], "the card");
  await say(paths, card, words);
}

/** An event as a version 8 hook writes it. */
function line(agent: string, event: string, wants: boolean, payload: string): string {
  return `{"kind":"event","v":8,"id":"18c2f0a1b3d4e5f6-1a2b",${agent},"event":"${event}","wants_reply":${wants},` +
    `"terminal":{"cwd":"/home/me/app","pid":4711,"env":{"TERM_PROGRAM":"kitty"}},"payload":${payload}}`;
}

const ID = "18c2f0a1b3d4e5f6-1a2b";
const BASH =
  '{"hook_event_name":"PermissionRequest","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}';
const SHELL =
  '{"hook_event_name":"PermissionRequest","session_id":"s","tool_name":"run_shell_command","tool_input":{"command":"ls"}}';
const COPILOT =
  '{"hookName":"permissionRequest","sessionId":"s","timestamp":1,"cwd":"/home/me/app","toolName":"bash","toolInput":{"command":"ls"}}';
const QUESTIONS =
  '{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"AskUserQuestion","tool_input":{"questions":[' +
  '{"question":"Which color?","header":"Color","options":[{"label":"Red"},{"label":"Blue"}],"multiSelect":false},' +
  '{"question":"Sizes?","header":"Sizes","options":[{"label":"S"},{"label":"M"}],"multiSelect":true}]}}';

/** Agent, event, payload, what the person says, and what the hook reads. */
const WAITING: [string, string, string, JsonObject, unknown][] = [
  ["claude", "PermissionRequest", BASH, { decision: "allow" }, "allow"],
  ["claude", "PermissionRequest", BASH, { decision: "deny", message: "Use pnpm" }, "deny"],
  ["claude", "PermissionRequest", BASH, { handBack: true }, "silence"],
  ["claude", "PreToolUse", QUESTIONS, { answers: ["Blue", ["S", "M"]] }, ["Blue", ["S", "M"]]],
  ["codex", "PermissionRequest", BASH, { decision: "allow" }, "allow"],
  ["codex", "PermissionRequest", BASH, { decision: "deny" }, "deny"],
  ["qwen", "PermissionRequest", SHELL, { decision: "allow" }, "allow"],
  ["opencode", "PermissionRequest", BASH.replace("Bash", "bash"), { decision: "allow" }, "allow"],
  ["opencode", "PermissionRequest", BASH.replace("Bash", "bash"), { decision: "deny", message: "No" }, "deny"],
  ["opencode", "PreToolUse", QUESTIONS, { answers: ["Red", ["S"]] }, ["Red", ["S"]]],
  ["copilot", "permissionRequest", COPILOT, { decision: "allow" }, "allow"],
  ["copilot", "permissionRequest", COPILOT, { decision: "deny" }, "deny"],
];

for (const [agent, event, payload, words, read] of WAITING) {
  Deno.test(`${agent}'s ${event} from a version 8 hook: ${JSON.stringify(words)} is read as ${JSON.stringify(read)}`, () =>
    besideDaemon(async (paths) => {
      const [text] = await Promise.all([
        hook(paths, line(`"agent":"${agent}"`, event, true, payload)),
        answer(paths, words),
      ]);
      assertEquals(verdictOf(text, ID), read, text);
      assertEquals(text.split("\n")[0], `{"v":8,"id":"${ID}","kind":"waiting"}`);
    }));
}

const PLAIN: [string, string, string][] = [
  ['"agent":"claude"', "claude:s", '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"go"}'],
  ['"agent":"codex"', "codex:s", '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"go"}'],
  ['"agent":"opencode"', "opencode:s", '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"go"}'],
  ['"agent":"qwen"', "qwen:s", '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"go"}'],
  ['"agent":"copilot"', "copilot:s", '{"sessionId":"s","prompt":"go"}'],
  ['"agent":"other","agent_name":"aider"', "aider:s", '{"session_id":"s","prompt":"go"}'],
  ['"agent":"other","agent_name":"kimi"', "kimi:s", '{"session_id":"s","prompt":[{"type":"text","text":"go"}]}'],
  ['"agent":"other","agent_name":"droid"', "droid:s", '{"session_id":"s","prompt":"go"}'],
  ['"agent":"other","agent_name":"grok"', "grok:s", '{"sessionId":"s","session_id":"s","prompt":"go"}'],
];

Deno.test("plain events of a version 8 hook are taken without a word", () =>
  besideDaemon(async (paths) => {
    for (const [agent, , payload] of PLAIN) {
      const event = agent.includes("copilot") ? "userPromptSubmitted" : "UserPromptSubmit";
      assertEquals(await hook(paths, line(agent, event, false, payload)), "");
    }
    const { sessions, health } = await readView(paths);
    assertEquals(
      sessions.map(({ id, state }) => `${id} ${state}`).sort(),
      PLAIN.map(([, id]) => `${id} working`).sort(),
    );
    assertEquals(health.counts, {});
  }));

Deno.test("an other that waits, as no version 8 hook sends it, is closed without a word", () =>
  besideDaemon(async (paths) => {
    assertEquals(await hook(paths, line('"agent":"other","agent_name":"grok"', "PermissionRequest", true, BASH)), "");
    assertEquals((await readView(paths)).cards, []);
  }));

Deno.test("what version 108 alone has gets no word in version 8, and makes no session", () =>
  besideDaemon(async (paths) => {
    for (const agent of ["grok", "cursor", "agentica"]) {
      assertEquals(await hook(paths, line(`"agent":"${agent}"`, "PreToolUse", true, BASH)), "");
    }
    const { sessions, cards } = await readView(paths);
    assertEquals([sessions, cards], [[], []]);
  }));

Deno.test("another version is told unsupported in version 8, whether it waits or not", () =>
  besideDaemon(async (paths) => {
    for (const wants of [true, false]) {
      const next = line('"agent":"claude"', "PermissionRequest", wants, BASH).replace('"v":8', '"v":9');
      assertEquals(await hook(paths, next), `{"v":8,"id":"${ID}","kind":"unsupported"}\n`);
    }
    assertEquals((await readView(paths)).sessions, []);
  }));

const GROK = '{"hook_event_name":"PreToolUse","sessionId":"s","session_id":"s","tool_name":"run_terminal_command",' +
  '"tool_input":{"command":"ls"}}';

Deno.test("grok in version 108 and other called grok in version 8 are one session", () =>
  besideDaemon(async (paths) => {
    const prompt = '{"hook_event_name":"UserPromptSubmit","sessionId":"s","session_id":"s","prompt":"go"}';
    const named = '"agent":"other","agent_name":"grok"';
    assertEquals(await hook(paths, line(named, "UserPromptSubmit", false, prompt)), "");
    const gate = line('"agent":"grok"', "PreToolUse", true, GROK).replace('"v":8', '"v":108');
    const states = async () => (await readView(paths)).sessions.map(({ id, state }) => `${id} ${state}`);
    const [text] = await Promise.all([
      hook(paths, gate),
      until(async () => (await readView(paths)).cards.length === 1, "the card").then(async () => {
        assertEquals(await states(), ["grok:s waiting"]);
        await answer(paths, { decision: "allow" });
      }),
    ]);
    assertEquals(
      text,
      `{"v":108,"id":"${ID}","kind":"waiting"}\n{"v":108,"id":"${ID}","kind":"decision","decision":"allow"}\n`,
    );
    assertEquals(await states(), ["grok:s working"]);
    const stop = '{"hook_event_name":"Stop","sessionId":"s","session_id":"s","reason":"end_turn"}';
    assertEquals(await hook(paths, line(named, "Stop", false, stop)), "");
    assertEquals(await states(), ["grok:s done"]);
  }));

Deno.test("a kind of version 8 may come in version 108, and is answered in it", () =>
  besideDaemon(async (paths) => {
    const request = line('"agent":"claude"', "PermissionRequest", true, BASH).replace('"v":8', '"v":108');
    const [text] = await Promise.all([hook(paths, request), answer(paths, { decision: "deny", message: "No" })]);
    assertEquals(
      text,
      `{"v":108,"id":"${ID}","kind":"waiting"}\n` +
        `{"v":108,"id":"${ID}","kind":"decision","decision":"deny","message":"No"}\n`,
    );
  }));

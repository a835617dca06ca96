// What no agent should send, under each agent's name, through the real hook and a real daemon: nothing is printed, the
// daemon lives on, and counts what it did not understand by the agent's name, without a word of it.

import { assert, assertEquals } from "@std/assert";
import { start } from "../src/daemon/start.ts";
import type { Json, JsonObject } from "../src/domain/json.ts";
import type { View } from "../src/domain/view.ts";
import type { Paths } from "../src/paths.ts";
import { read, readView } from "./support/api.ts";
import { tempPlaces, until } from "./support/daemon.ts";
import { runHook } from "./support/hook_process.ts";

/** An event's name, and its payload. */
type Told = readonly [string, JsonObject];

type Agent = {
  readonly name: string;
  /** Its entry's flags, beside the name. */
  readonly flags?: readonly string[];
  /** Its events are named in the arguments, not in the payload. */
  readonly inArguments?: true;
  /** A prompt, with a number in it; and a call, asked for wherever the agent can be asked. */
  readonly prompt: Told;
  readonly call: Told;
  /** Members of the two that hold the session's id, `s`. */
  readonly ids: readonly string[];
  /** The session after a call of more than 1 MiB: its state and tool. */
  readonly after: string;
  /** Another agent's payload is no mistake: it is that agent's, or this tool may send what it likes (ADR 8). */
  readonly takesForeign?: string;
};

const SHELL = { tool_input: { command: "make", steps: ["x"] } };

/** An agent that speaks as Claude does. */
function likeClaude(name: string, call: string, tool: string, after: string, more: Partial<Agent> = {}): Agent {
  return {
    name,
    ids: ["session_id"],
    prompt: ["UserPromptSubmit", { session_id: "s", prompt: "go", sent: 1 }],
    call: [call, { session_id: "s", tool_name: tool, ...SHELL }],
    after,
    ...more,
  };
}

const AGENTS: readonly Agent[] = [
  likeClaude("claude", "PermissionRequest", "Bash", "waiting", { takesForeign: "kimi" }),
  likeClaude("codex", "PermissionRequest", "Bash", "waiting"),
  likeClaude("opencode", "PermissionRequest", "bash", "waiting"),
  likeClaude("qwen", "PermissionRequest", "run_shell_command", "waiting"),
  likeClaude("droid", "PreToolUse", "Execute", "working Bash"),
  likeClaude("kimi", "PermissionRequest", "Bash", "waiting"),
  likeClaude("frobnicator", "PreToolUse", "Bash", "working Bash", { takesForeign: "frobnicator" }),
  {
    name: "copilot",
    inArguments: true,
    ids: ["sessionId"],
    prompt: ["userPromptSubmitted", { sessionId: "s", timestamp: 1, prompt: "go" }],
    call: ["permissionRequest", { sessionId: "s", timestamp: 1, toolName: "bash", toolInput: SHELL.tool_input }],
    after: "waiting",
  },
  {
    name: "grok",
    flags: ["--approval"],
    ids: ["sessionId", "session_id"],
    prompt: ["UserPromptSubmit", { sessionId: "s", session_id: "s", prompt: "go", level: 1 }],
    call: ["PreToolUse", { sessionId: "s", session_id: "s", tool_name: "run_terminal_command", ...SHELL }],
    after: "working Bash",
  },
  {
    name: "cursor",
    flags: ["--approval"],
    ids: ["conversation_id"],
    prompt: ["beforeSubmitPrompt", { conversation_id: "s", prompt: "go", loop_count: 1 }],
    call: ["preToolUse", { conversation_id: "s", tool_name: "Shell", ...SHELL }],
    after: "working Bash",
  },
  {
    name: "antigravity",
    inArguments: true,
    ids: ["conversationId"],
    prompt: ["PreInvocation", { conversationId: "s", workspacePaths: ["/home/me/app"], invocationNum: 0 }],
    call: ["PreToolUse", {
      conversationId: "s",
      workspacePaths: ["/home/me/app"],
      toolCall: { name: "run_command", args: { CommandLine: "make" } },
    }],
    after: "working Bash",
  },
  {
    name: "agentica",
    flags: ["--approval"],
    ids: ["session_id"],
    prompt: ["run.started", { session_id: "s", run_id: "r", prompt: "go", transport: { ppid: 7 } }],
    call: ["needs.approval", {
      session_id: "s",
      request_id: "r1",
      tool_name: "execute",
      preview: "make",
      options: ["allow", "deny"],
      ...SHELL,
    }],
    after: "waiting",
  },
];

/** The gates of Cursor, at which silence is code 1 (`agents.md` section 7). */
const ENDS_WITH_1 = ["beforeSubmitPrompt", "preToolUse"];

/** Stands in every bad payload, and must be kept nowhere. */
const PLANTED = "planted-7f3a";

const MARKED_KIMIS = { session_id: "foreign", client_type: "kimi_code_cli", tool_name: "Bash", tool_input: {} };
const MARKED_CURSORS = { session_id: "foreign", cursor_version: "3.1", tool_name: "Bash", tool_input: {} };

function badInput({ name, call: [event, payload], ids, takesForeign }: Agent): [string, Told][] {
  const withIds = (value: Json) => ({ ...payload, ...Object.fromEntries(ids.map((id) => [id, value])) });
  const foreign = name === "kimi" ? MARKED_CURSORS : MARKED_KIMIS;
  return [
    ["no session id", [event, Object.fromEntries(Object.entries(payload).filter(([member]) => !ids.includes(member)))]],
    ["a number as session id", [event, withIds(7)]],
    ["a list as session id", [event, withIds(["s"])]],
    ["null as session id", [event, withIds(null)]],
    ["an empty session id", [event, withIds("")]],
    ["a session id of 257 bytes", [event, withIds("s".repeat(257))]],
    ["every member of another type", [event, mapped(payload, (value) => (typeof value === "string" ? [value] : "x"))]],
    ["nothing but empty texts", [event, mapped(payload, () => "")]],
    ["an event that nobody knows", ["FrobnicationStarted", payload]],
    ["no member at all", [event, {}]],
    ...(takesForeign === undefined ? [["another agent's payload", [event, foreign]] as [string, Told]] : []),
  ];
}

function mapped(payload: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(payload).map(([member, value]) => [member, change(value)]));
}

/** Numbers as texts, at any depth. */
function inTexts(value: Json): Json {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(inTexts);
  return value !== null && typeof value === "object" ? mapped(value, inTexts) : value;
}

/** 1.2 MB on the wire, after each text has been cut to 2,000 bytes. */
const MANY = Array.from({ length: 600 }, () => "x".repeat(3_000));

/** The same call with an input that no line holds. */
function huge(payload: JsonObject): JsonObject {
  return mapped(
    payload,
    (
      value,
    ) => (typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value, many: MANY } : value),
  );
}

/** Runs an agent's entry on a payload: it prints nothing, whatever it is given. */
async function silently(paths: Paths, agent: Agent, [event, payload]: Told): Promise<void> {
  const home = {
    folder: paths.support,
    socket: paths.endpoint.socket,
    env: { PATH: "/usr/bin:/bin", HOME: paths.support, VULTS_SOCKET: paths.endpoint.socket },
  };
  const args = ["--agent", agent.name, ...(agent.flags ?? []), ...(agent.inArguments ? [event] : [])];
  const { code, stdout, stderr } = await runHook(
    home,
    args,
    agent.inArguments ? payload : { hook_event_name: event, ...payload },
  );
  const silent = agent.name === "cursor" && ENDS_WITH_1.includes(event) ? 1 : 0;
  assertEquals({ code, stdout, stderr }, { code: silent, stdout: "", stderr: "" });
}

async function besideDaemon(work: (paths: Paths) => Promise<void>): Promise<void> {
  const places = tempPlaces();
  const logged: string[] = [];
  const log = (text: string) => void logged.push(text);
  const daemon = await start({ paths: places.paths, port: null, demo: true, env: () => undefined, log });
  assert("stop" in daemon, "refused" in daemon ? daemon.refused : "");
  try {
    await work(places.paths);
  } finally {
    await daemon.stop();
    places.remove();
  }
  assertEquals(logged, []);
}

/** What a person is shown: `id state tool` of each session, the number of cards, what was counted. */
type Shown = { sessions: string[]; cards: number; counts: View["health"]["counts"] };

async function shown(paths: Paths): Promise<Shown> {
  const { sessions, cards, health } = await readView(paths);
  const lines = sessions.map(({ id, state, tool }) => `${id} ${state}${tool ? ` ${tool}` : ""}`);
  return { sessions: lines, cards: cards.length, counts: health.counts };
}

/** A hook that does not wait is gone before the daemon has read what it sent. */
async function settles(paths: Paths, expected: Shown, what: string): Promise<void> {
  const isThere = async () => JSON.stringify(await shown(paths)) === JSON.stringify(expected);
  await until(isThere, what).catch(() => {}); // what differs is said by the comparison
  assertEquals(await shown(paths), expected, what);
}

for (const agent of AGENTS) {
  const { name } = agent;

  Deno.test(`${name}: bad input prints nothing, and is counted by its name without its content`, () =>
    besideDaemon(async (paths) => {
      for (const [index, [what, [event, payload]]] of badInput(agent).entries()) {
        await silently(paths, agent, [event, { ...payload, planted: PLANTED }]);
        await settles(paths, { sessions: [], cards: 0, counts: { undecodable: { [name]: index + 1 } } }, what);
      }
      const kept = JSON.stringify([await readView(paths), await read(paths, "/api/history")]);
      assertEquals(kept.includes(PLANTED), false);
    }));

  Deno.test(`${name}: numbers that come as texts do no harm, and a call of more than 1 MiB still moves the session`, () =>
    besideDaemon(async (paths) => {
      const [prompted, prompt] = agent.prompt;
      await silently(paths, agent, [prompted, mapped(prompt, inTexts)]);
      await settles(paths, { sessions: [`${name}:s working`], cards: 0, counts: {} }, "the prompt");
      const [called, call] = agent.call;
      await silently(paths, agent, [called, huge(call)]);
      await settles(paths, { sessions: [`${name}:s ${agent.after}`], cards: 0, counts: {} }, "the call");
    }));
}

for (const agent of AGENTS.filter(({ takesForeign }) => takesForeign !== undefined)) {
  Deno.test(`${agent.name}: a payload with Kimi's mark is ${agent.takesForeign}'s, and nothing is printed`, () =>
    besideDaemon(async (paths) => {
      await silently(paths, agent, ["PreToolUse", MARKED_KIMIS]);
      const session = `${agent.takesForeign}:foreign working Bash`;
      await settles(paths, { sessions: [session], cards: 0, counts: {} }, "the call");
    }));
}

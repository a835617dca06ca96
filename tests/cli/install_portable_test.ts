// The whole chain with the built program: it installs itself, and the very lines in the agents' configs reach a daemon.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { isObject } from "../../src/domain/json.ts";
import { compile } from "../support/compile.ts";
import { withConfigs, withInstallHome } from "../support/install_home.ts";
import { built, collect, feed, type Home, type Ran, serving, vults } from "../support/vults.ts";

/** An event of each agent that runs a shell line, as its program sends it, and the event that its line is registered on. */
const EVENTS: Readonly<Record<string, { file: string; event: string; payload: Readonly<Record<string, unknown>> }>> = {
  claude: { file: ".claude/settings.json", event: "SessionStart", payload: { hook_event_name: "SessionStart" } },
  codex: { file: ".codex/hooks.json", event: "SessionStart", payload: { hook_event_name: "SessionStart" } },
  qwen: { file: ".qwen/settings.json", event: "SessionStart", payload: { hook_event_name: "SessionStart" } },
  droid: { file: ".factory/settings.json", event: "SessionStart", payload: { hook_event_name: "SessionStart" } },
  copilot: { file: ".copilot/hooks/vults.json", event: "sessionStart", payload: { sessionId: "x", source: "new" } },
};

Deno.test("the built program puts itself in place, and every installed line reaches the daemon", () =>
  withInstallHome(async (at) => {
    const file = `${at.folder}/my programs/vults`;
    const made = await compile(["--portable", "--output", file]);
    assertEquals(made.code, 0, made.stderr);
    withConfigs(at);
    const { VULTS_BINARY: _none, ...env } = at.env;
    const here: Home = { ...at, env };
    const run = (...args: string[]) => vults(args, env, { launch: built(file) });
    const installed = await run("install", "--yes", "--approval");
    assertEquals([installed.code, installed.stderr], [0, ""]);
    assertEquals(await Deno.readFile(`${at.support}/bin/vults`), await Deno.readFile(file));

    // What was installed is all that is needed.
    await Deno.remove(`${at.folder}/my programs`, { recursive: true });
    const launch = built(`${at.support}/bin/vults`);
    const daemon = await serving(here, { launch });
    try {
      for (const [agent, { file, event, payload }] of Object.entries(EVENTS)) {
        const line = lineFor(JSON.parse(uncommented(at.read(file))), event);
        const input = { session_id: `${agent}-1`, cwd: "/home/me/shop", ...payload };
        assertEquals(await shell(line, env, input), { code: 0, stdout: "", stderr: "" }, line);
      }
      await arrived(() => vults(["sessions", "--json"], env, { launch }));
      await gateAnswers(lineFor(JSON.parse(at.read(".claude/settings.json")), "PermissionRequest"), env, launch);
    } finally {
      await daemon.stop();
    }
    const lines = Object.values(EVENTS).map(({ file, event }) =>
      lineFor(JSON.parse(uncommented(at.read(file))), event)
    );
    const gate = lineFor(JSON.parse(at.read(".cursor/hooks.json")), "preToolUse");
    const gone = await vults(["uninstall", "--yes"], env, { launch });
    assertEquals([gone.code, gone.stderr], [0, ""]);
    for (const line of lines) assertEquals(await shell(line, env, {}), { code: 0, stdout: "", stderr: "" }, line);
    assertEquals(await shell(gate, env, {}), { code: 1, stdout: "", stderr: "" });
  }));

async function gateAnswers(line: string, env: Home["env"], launch: ReturnType<typeof built>): Promise<void> {
  assertMatch(line, /--approval PermissionRequest$/);
  const ended = shell(line, env, {
    session_id: "claude-1",
    cwd: "/home/me/shop",
    hook_event_name: "PermissionRequest",
    tool_name: "Bash",
    tool_input: { command: "npm test" },
  });
  const id = await poll(async () =>
    JSON.parse((await vults(["cards", "--json"], env, { launch })).stdout).cards[0]?.id
  );
  assertEquals((await vults(["answer", id, "allow"], env, { launch })).code, 0);
  const { code, stdout, stderr } = await ended;
  assertEquals([code, stderr], [0, ""]);
  assertStringIncludes(stdout, '"behavior":"allow"');
}

async function arrived(sessions: () => Promise<Ran>): Promise<void> {
  const wanted = Object.keys(EVENTS).sort();
  const found = await poll(async () => {
    const view = JSON.parse((await sessions()).stdout).sessions;
    const agents: string[] = view.map(({ agent }: { agent: string }) => agent).sort();
    return agents.length >= wanted.length ? agents : undefined;
  });
  assertEquals(found, wanted);
}

async function poll<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const until = Date.now() + 60_000;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    assert(Date.now() < until, "it did not come");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The line as an agent would run it. */
async function shell(line: string, env: Home["env"], input: unknown): Promise<Ran> {
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", line],
    env: { ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [ran] = await Promise.all([collect(child), feed(child, JSON.stringify(input))]);
  return ran;
}

/** Our line on an event, however deep the agent's shape keeps it. */
function lineFor(document: unknown, event: string): string {
  const hooks = isObject(document) && isObject(document.hooks) ? document.hooks[event] : undefined;
  const lines = strings(hooks).filter((text) => text.includes("/bin/vults"));
  assertEquals(lines.length, 1, event);
  return lines[0] ?? "";
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return isObject(value) ? Object.values(value).flatMap(strings) : [];
}

/** The comments of the fixtures stand on their own lines, or at the end of one. */
function uncommented(text: string): string {
  return text.replaceAll(/\/\*.*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

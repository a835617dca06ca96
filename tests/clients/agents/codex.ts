// Codex CLI. `exec` never asks (`agents.md` section 2), and runs hooks only when they are trusted: here, and only here,
// by the option that trusts them all.

import type { Client, Scenario } from "../client.ts";
import { observed } from "../observed.ts";
import { CODEX, programOf } from "../packages.ts";
import { type AskingThere, inTerminal } from "../permission.ts";
import { COMMAND, isMade, LAST_WORDS, PROMPT } from "../prompt.ts";
import { arrived } from "../seen.ts";
import { headless, type Talk } from "../talk.ts";
import { type Terminal, terminal } from "../terminal.ts";
import { mineIn, wire, type Wiring } from "../wired.ts";
import type { World } from "../world.ts";

const TRUST_HOOKS = "--dangerously-bypass-hook-trust";

const EXEC = observed({
  start: (at, url) => exec(at, url, [TRUST_HOOKS]),
  events: { SessionStart: 1, UserPromptSubmit: 1, PreToolUse: 1, PostToolUse: 1, Stop: 1, SessionEnd: 1 },
  meanwhile: "working",
  end: "none",
});

const UNTRUSTED: Scenario = {
  name: "hooks that nobody has trusted",
  async run(at, check) {
    const model = at.model([{ shell: COMMAND }, { text: LAST_WORDS }]);
    const talk = await exec(at, model.url, [], { mine: 0 });
    await talk.finish(check);
    check.that("the tool runs", await isMade(at));
    check.equal("no event arrives", await arrived(at), {});
  },
};

const REFUSED = { SessionStart: 1, UserPromptSubmit: 1, PreToolUse: 1, PermissionRequest: 1, Stop: 1 };

const IN_TERMINAL: AskingThere = {
  agent: "codex",
  start: open,
  // It asks when the model wants out of the sandbox.
  besides: { sandbox_permissions: "require_escalated", justification: "a test" },
  ran: { ...REFUSED, PostToolUse: 1 },
  refused: REFUSED,
  end: "done",
  // Nothing tells of the refused call: after a deny only Stop comes.
  honours: { allow: "allowed, ran", deny: "denied, unknown" },
  dialog: /Would you like to run the following command\?/,
  yes: ["Enter"],
};

export const codex: Client = {
  name: "codex",
  packages: CODEX,
  headless: [EXEC, UNTRUSTED],
  tui: inTerminal(IN_TERMINAL),
};

async function exec(
  at: World,
  url: string,
  options: readonly string[],
  wiring: Partial<Wiring> = {},
): Promise<Talk> {
  await configure(at, url, wiring);
  const args = ["exec", ...options, "--skip-git-repo-check", "--sandbox", "danger-full-access", PROMPT];
  return headless(at.start(programOf(CODEX), args, { MOCK_KEY: "dummy" }));
}

async function open(at: World, url: string): Promise<Terminal> {
  await configure(at, url);
  const there = await terminal(at, programOf(CODEX), ["--no-daemon", TRUST_HOOKS], { MOCK_KEY: "dummy" });
  await there.shows(/mock-model/);
  await there.type(PROMPT);
  return there;
}

async function configure(at: World, url: string, wiring: Partial<Wiring> = {}): Promise<void> {
  const hooks = `{
\t"description": "mine",
\t"hooks": {
\t\t"SessionStart": [{ "hooks": [{ "type": "command", "command": "${mineIn(at)}" }] }]
\t}
}`;
  const settings = `# mine
model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false

[model_providers.mock]
name = "mock"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "MOCK_KEY"

[projects."${at.project}"]
trust_level = "trusted"
`;
  const files = { "hooks.json": hooks, "config.toml": settings };
  // In a terminal it adds tables at the end (seen 0.171.0).
  const rewrites = { file: "config.toml", kept: (text: string) => text.startsWith(settings) };
  await wire(at, { agent: "codex", folder: ".codex", files, config: "hooks.json", rewrites, ...wiring });
}

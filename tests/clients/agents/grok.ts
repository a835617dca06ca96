// Grok Build. It has no request that a hook may answer; a gate can only refuse (`agents.md` section 6).

import type { Client } from "../client.ts";
import { hookEntries } from "../hook_entries.ts";
import { observed } from "../observed.ts";
import { GROK, programOf } from "../packages.ts";
import { PROMPT } from "../prompt.ts";
import { headless, type Talk } from "../talk.ts";
import type { World } from "../world.ts";

const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionDenied",
  "Notification",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "SessionEnd",
];

const PRINTING = observed({
  start: print,
  events: { SessionStart: 1, UserPromptSubmit: 1, PreToolUse: 1, PostToolUse: 1, Stop: 1, SessionEnd: 1 },
  meanwhile: "working",
  end: "none",
});

export const grok: Client = { name: "grok", packages: GROK, headless: [PRINTING], tui: [] };

async function print(at: World, url: string): Promise<Talk> {
  await configure(at, url);
  const variables = { GROK_DISABLE_AUTOUPDATER: "1", GROK_TELEMETRY_ENABLED: "0" };
  return headless(at.start(programOf(GROK), ["--always-approve", "-p", PROMPT], variables));
}

async function configure(at: World, url: string): Promise<void> {
  const hooks = hookEntries(EVENTS, (event) => `${at.hook} hook --agent grok ${event}`, () => 5);
  await at.write(".grok/hooks/vults.json", { hooks });
  await at.write(
    ".grok/config.toml",
    `[models]
default = "mock"

[model.mock]
model = "mock-model"
base_url = "${url}/v1"
api_key = "dummy"
`,
  );
}

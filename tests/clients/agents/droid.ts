// Factory Droid. `exec` asks nobody, and tells nothing of the prompt (`agents.md` section 9).

import type { Client } from "../client.ts";
import { hookEntries } from "../hook_entries.ts";
import { observed } from "../observed.ts";
import { DROID, programOf } from "../packages.ts";
import { PROMPT } from "../prompt.ts";
import { headless, type Talk } from "../talk.ts";
import type { World } from "../world.ts";

const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "Notification",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "SessionEnd",
];

const EXEC = observed({
  start: exec,
  events: { SessionStart: 1, PreToolUse: 1, PostToolUse: 1, Stop: 1, SessionEnd: 1 },
  meanwhile: "done ready",
  end: "none",
});

export const droid: Client = { name: "droid", packages: DROID, headless: [EXEC], tui: [] };

async function exec(at: World, url: string): Promise<Talk> {
  const hooks = hookEntries(EVENTS, (event) => `${at.hook} hook --agent droid ${event}`, () => 5);
  const model = {
    model: "mock-model",
    displayName: "Mock",
    baseUrl: `${url}/v1`,
    apiKey: "dummy",
    provider: "generic-chat-completion-api",
    maxOutputTokens: 4_096,
  };
  await at.write(".factory/settings.json", { customModels: [model], hooks });
  const variables = { FACTORY_API_KEY: "fk-dummy", FACTORY_API_BASE_URL: url, DROID_DISABLE_AUTO_UPDATE: "1" };
  return headless(at.start(programOf(DROID), ["exec", "-m", "custom:Mock-0", "--auto", "low", PROMPT], variables));
}

// Factory Droid. `exec` asks nobody, and tells nothing of the prompt (`agents.md` section 9).

import type { Client } from "../client.ts";
import { observed } from "../observed.ts";
import { DROID, programOf } from "../packages.ts";
import { PROMPT } from "../prompt.ts";
import { headless, type Talk } from "../talk.ts";
import { mineIn, wire } from "../wired.ts";
import type { World } from "../world.ts";

const EXEC = observed({
  start: exec,
  events: { SessionStart: 1, PreToolUse: 1, PostToolUse: 1, Stop: 1, SessionEnd: 1 },
  meanwhile: "done ready",
  end: "none",
});

export const droid: Client = { name: "droid", packages: DROID, headless: [EXEC], tui: [] };

async function exec(at: World, url: string): Promise<Talk> {
  const model = {
    model: "mock-model",
    displayName: "Mock",
    baseUrl: `${url}/v1`,
    apiKey: "dummy",
    provider: "generic-chat-completion-api",
    maxOutputTokens: 4_096,
  };
  const settings = `{
  // mine
  "customModels": [${JSON.stringify(model)}], /* of the tests */
  "hooks": {
    "SessionStart": [{ "hooks": [{ "type": "command", "command": "${mineIn(at)}" }] }] // mine too
  }
}
`;
  const files = { "settings.json": settings };
  await wire(at, { agent: "droid", folder: ".factory", files, config: "settings.json" });
  const variables = { FACTORY_API_KEY: "fk-dummy", FACTORY_API_BASE_URL: url, DROID_DISABLE_AUTO_UPDATE: "1" };
  return headless(at.start(programOf(DROID), ["exec", "-m", "custom:Mock-0", "--auto", "low", PROMPT], variables));
}

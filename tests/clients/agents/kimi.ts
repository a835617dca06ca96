// Kimi Code. Its hooks only observe, and it never tells of a session's end (`agents.md` section 10).

import type { Client } from "../client.ts";
import { observed } from "../observed.ts";
import { KIMI, programOf } from "../packages.ts";
import { PROMPT } from "../prompt.ts";
import { headless, type Talk } from "../talk.ts";
import { mineIn, wire } from "../wired.ts";
import type { World } from "../world.ts";

const PRINTING = observed({
  start: print,
  events: { SessionStart: 1, UserPromptSubmit: 1, PreToolUse: 1, PostToolUse: 1, Stop: 1 },
  meanwhile: "working",
  end: "done",
});

export const kimi: Client = { name: "kimi", packages: KIMI, headless: [PRINTING], tui: [] };

async function print(at: World, url: string): Promise<Talk> {
  const settings = `# mine
[[hooks]]
event = "SessionStart"
command = "${mineIn(at)}" # mine too
`;
  const files = { "config.toml": settings };
  await wire(at, { agent: "kimi", folder: ".kimi-code", files, config: "config.toml" });
  return headless(at.start(programOf(KIMI), ["-p", PROMPT], variables(at, url)));
}

function variables(at: World, url: string): Record<string, string> {
  return {
    KIMI_MODEL_NAME: "mock-model",
    KIMI_MODEL_API_KEY: "dummy",
    KIMI_MODEL_PROVIDER_TYPE: "openai",
    KIMI_MODEL_BASE_URL: `${url}/v1`,
    KIMI_CODE_HOME: `${at.home}/.kimi-code`,
    KIMI_CODE_NO_AUTO_UPDATE: "1",
  };
}

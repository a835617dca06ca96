// Grok Build. It has no request that a hook may answer; a gate can only refuse (`agents.md` section 6).

import type { Client } from "../client.ts";
import { observed } from "../observed.ts";
import { GROK, programOf } from "../packages.ts";
import { PROMPT } from "../prompt.ts";
import { headless, type Talk } from "../talk.ts";
import { mineIn, wire } from "../wired.ts";
import type { World } from "../world.ts";

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

/** The installer's file is one of its own; the person has another beside it. */
async function configure(at: World, url: string): Promise<void> {
  const mine = { hooks: { SessionStart: [{ hooks: [{ type: "command", command: mineIn(at), timeout: 5 }] }] } };
  const settings = `[models]
default = "mock" # mine

[model.mock]
model = "mock-model"
base_url = "${url}/v1"
api_key = "dummy"
`;
  const files = { "hooks/mine.json": mine, "config.toml": settings };
  // It adds a table at the end (seen 1.0.41).
  const rewrites = { file: "config.toml", kept: (text: string) => text.startsWith(settings) };
  await wire(at, { agent: "grok", folder: ".grok", files, config: "hooks/vults.json", rewrites });
}

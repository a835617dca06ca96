// Qwen Code. Without a terminal it offers a shell only where nothing is asked (`agents.md` section 4).

import { parse } from "@std/jsonc";
import type { Client } from "../client.ts";
import { observed } from "../observed.ts";
import { programOf, QWEN } from "../packages.ts";
import { type AskingThere, inTerminal } from "../permission.ts";
import { PROMPT } from "../prompt.ts";
import { headless, type Talk } from "../talk.ts";
import { type Terminal, terminal } from "../terminal.ts";
import { mineIn, wire } from "../wired.ts";
import type { World } from "../world.ts";

const PRINTING = observed({
  start: print,
  events: { SessionStart: 1, UserPromptSubmit: 1, PreToolUse: 1, PostToolUse: 1, PostToolBatch: 1, Stop: 1 },
  meanwhile: "working",
  end: "done",
});

const IN_TERMINAL: AskingThere = {
  agent: "qwen",
  start: open,
  ran: {
    SessionStart: 1,
    UserPromptSubmit: 1,
    PermissionRequest: 1,
    PreToolUse: 1,
    PostToolUse: 1,
    PostToolBatch: 1,
    Stop: 1,
  },
  refused: { SessionStart: 1, UserPromptSubmit: 1, PermissionRequest: 1, PostToolBatch: 1, Stop: 1 },
  end: "done",
  honours: { allow: "allowed, ran", deny: "denied, refused" },
  dialog: /Allow execution/,
  yes: ["Enter"],
};

export const qwen: Client = { name: "qwen", packages: QWEN, headless: [PRINTING], tui: inTerminal(IN_TERMINAL) };

async function print(at: World, url: string): Promise<Talk> {
  await configure(at);
  return headless(at.start(programOf(QWEN), ["--approval-mode", "yolo", "-p", PROMPT], variables(url)));
}

async function open(at: World, url: string): Promise<Terminal> {
  await configure(at);
  const there = await terminal(at, programOf(QWEN), ["--approval-mode", "default"], variables(url));
  await there.shows(/Type your message/);
  await there.type(PROMPT);
  return there;
}

async function configure(at: World): Promise<void> {
  const settings = `{
  // mine
  "security": { "auth": { "selectedType": "openai" } }, /* of the tests */
  "hooks": {
    "SessionStart": [{ "hooks": [{ "type": "command", "command": "${mineIn(at)}", "timeout": 5000 }] }]
  }
}
`;
  const files = { "settings.json": settings };
  // It lays the file out anew and adds its version; comments stay (seen 0.24.4).
  const kept = (text: string) => [text.includes("  // mine\n"), { ...Object(parse(text)), $version: undefined }];
  const rewrites = { file: "settings.json", kept };
  await wire(at, { agent: "qwen", folder: ".qwen", files, config: "settings.json", rewrites });
}

function variables(url: string): Record<string, string> {
  return {
    OPENAI_API_KEY: "dummy",
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: "mock-model",
    QWEN_TELEMETRY_ENABLED: "false",
  };
}

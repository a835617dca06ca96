// Copilot CLI. Its permission hook runs without a terminal too, even where all tools are allowed (`agents.md` section 5).

import type { Client } from "../client.ts";
import { COPILOT, programOf } from "../packages.ts";
import { allowed, type Asking, type AskingThere, denied, inTerminal } from "../permission.ts";
import { PROMPT } from "../prompt.ts";
import { headless, type Talk } from "../talk.ts";
import { type Terminal, terminal } from "../terminal.ts";
import { mineIn, wire } from "../wired.ts";
import type { World } from "../world.ts";

const REFUSED = {
  sessionStart: 1,
  userPromptSubmitted: 1,
  preToolUse: 1,
  permissionRequest: 1,
  agentStop: 1,
  sessionEnd: 1,
};

const PRINTING: Asking = {
  agent: "copilot",
  start: print,
  ran: { ...REFUSED, postToolUse: 1 },
  refused: REFUSED,
  end: "none",
  // Nothing tells of the refused call: after a deny only agentStop comes.
  honours: { allow: "allowed, ran", deny: "denied, unknown" },
};

const { sessionEnd: _, ...REFUSED_THERE } = REFUSED;

const IN_TERMINAL: AskingThere = {
  ...PRINTING,
  start: open,
  ran: { ...REFUSED_THERE, postToolUse: 1 },
  refused: REFUSED_THERE,
  end: "done",
  dialog: /Do you want to run this command\?/,
  yes: ["Enter"],
};

export const copilot: Client = {
  name: "copilot",
  packages: COPILOT,
  headless: [allowed(PRINTING), denied(PRINTING)],
  tui: inTerminal(IN_TERMINAL),
};

async function print(at: World, url: string): Promise<Talk> {
  await configure(at);
  return headless(at.start(programOf(COPILOT), ["-p", PROMPT, "--allow-all-tools"], variables(url)));
}

async function open(at: World, url: string): Promise<Terminal> {
  await configure(at);
  const there = await terminal(at, programOf(COPILOT), [], variables(url));
  await there.shows(/❯/);
  await there.type(PROMPT);
  return there;
}

/** The installer's file is one of its own; the person has another beside it. */
async function configure(at: World): Promise<void> {
  const mine = { version: 1, hooks: { sessionStart: [{ type: "command", bash: mineIn(at), timeoutSec: 5 }] } };
  const files = { "hooks/mine.json": mine, "config.json": { trusted_folders: [at.project] } };
  // It makes that its own file, under another spelling (seen 1.0.102).
  const rewrites = { file: "config.json", kept: (text: string) => text.includes(JSON.stringify(at.project)) };
  await wire(at, { agent: "copilot", folder: ".copilot", files, config: "hooks/vults.json", rewrites });
}

function variables(url: string): Record<string, string> {
  return {
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: "dummy",
    COPILOT_MODEL: "gpt-5.4",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  };
}

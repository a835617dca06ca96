// Claude Code. Without a terminal it has no dialog: a request without an answer is refused (`agents.md` section 1).

import type { Client, Scenario } from "../client.ts";
import { CLAUDE, programOf } from "../packages.ts";
import { allowed, ask, type Asking, type AskingThere, denied, goesOn, inTerminal } from "../permission.ts";
import { checkEnd, isMade, PROMPT } from "../prompt.ts";
import { cardEnd } from "../seen.ts";
import { headless, type Talk } from "../talk.ts";
import { type Terminal, terminal } from "../terminal.ts";
import { mineIn, wire } from "../wired.ts";
import type { World } from "../world.ts";

const KEY = "sk-ant-dummy-key-of-the-tests-0123456789";

const REFUSED = {
  SessionStart: 1,
  UserPromptSubmit: 1,
  PreToolUse: 1,
  PermissionRequest: 1,
  PostToolBatch: 1,
  Stop: 1,
  SessionEnd: 1,
};

const PRINTING: Asking = {
  agent: "claude",
  start: print,
  ran: { ...REFUSED, PostToolUse: 1 },
  refused: REFUSED,
  end: "none",
  honours: { allow: "allowed, ran", deny: "denied, refused" },
};

const HANDED_BACK: Scenario = {
  name: "hand back",
  async run(at, check) {
    const asked = await ask(at, check, PRINTING);
    await at.vults("answer", asked.card.id, "hand-back");
    await goesOn(at, check, asked);
    check.that("without a terminal Claude refuses by itself", !await isMade(at));
    check.equal("the card", await cardEnd(at), "handed-back");
    await checkEnd(at, check, REFUSED, "none");
  },
};

const { SessionEnd: _, ...REFUSED_THERE } = REFUSED;

const IN_TERMINAL: AskingThere = {
  ...PRINTING,
  start: open,
  ran: { ...REFUSED_THERE, PostToolUse: 1 },
  refused: REFUSED_THERE,
  end: "done",
  dialog: /Do you want to proceed\?/,
  yes: ["Enter"],
};

export const claude: Client = {
  name: "claude",
  packages: CLAUDE,
  headless: [allowed(PRINTING), denied(PRINTING), HANDED_BACK],
  tui: inTerminal(IN_TERMINAL),
};

async function print(at: World, url: string): Promise<Talk> {
  await configure(at);
  return headless(at.start(programOf(CLAUDE), ["-p", PROMPT], variables(url)));
}

async function open(at: World, url: string): Promise<Terminal> {
  await configure(at);
  const there = await terminal(at, programOf(CLAUDE), ["--permission-mode", "default"], variables(url));
  await there.shows(/\? for shortcuts/);
  await there.type(PROMPT);
  return there;
}

async function configure(at: World): Promise<void> {
  await at.write(".claude.json", {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [at.project]: { hasTrustDialogAccepted: true } },
  });
  const settings = `{
    "env": {"MINE": "1"},
    "hooks": {
        "SessionStart": [
            {"hooks": [{"type": "command", "command": "${mineIn(at)}"}]}
        ]
    }
}
`;
  const files = { "settings.json": settings };
  await wire(at, { agent: "claude", folder: ".claude", files, config: "settings.json" });
}

function variables(url: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    IS_SANDBOX: "1",
  };
}

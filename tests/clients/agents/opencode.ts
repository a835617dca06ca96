// OpenCode, through our plugin. `opencode run` rejects every request by itself (`agents.md` section 3), so its server is
// driven over HTTP, as its own clients do.

import type { Client } from "../client.ts";
import { folderOf, OPENCODE, OPENCODE_PLUGIN, programOf } from "../packages.ts";
import { allowed, type Asking, type AskingThere, denied, inTerminal } from "../permission.ts";
import { PROMPT } from "../prompt.ts";
import type { Talk } from "../talk.ts";
import { type Terminal, terminal } from "../terminal.ts";
import { mineFile, wire } from "../wired.ts";
import { NEVER_MS, until } from "../until.ts";
import type { Running } from "../running.ts";
import type { World } from "../world.ts";

const REFUSED = {
  SessionStart: 1,
  UserPromptSubmit: 1,
  PreToolUse: 1,
  PermissionRequest: 1,
  PermissionDenied: 1,
  Stop: 1,
};

const SERVED: Asking = {
  agent: "opencode",
  start: serve,
  ran: { SessionStart: 1, UserPromptSubmit: 1, PreToolUse: 1, PermissionRequest: 1, PostToolUse: 1, Stop: 1 },
  refused: REFUSED,
  end: "done",
  honours: { allow: "allowed, ran", deny: "denied, refused" },
};

const IN_TERMINAL: AskingThere = { ...SERVED, start: open, dialog: /Permission required/, yes: ["Enter"] };

export const opencode: Client = {
  name: "opencode",
  packages: OPENCODE,
  headless: [allowed(SERVED), denied(SERVED)],
  tui: inTerminal(IN_TERMINAL),
};

async function serve(at: World, url: string): Promise<Talk> {
  await configure(at, url);
  const server = at.start(programOf(OPENCODE), ["serve", "--hostname", "127.0.0.1", "--port", "0"], VARIABLES);
  const address = await listening(server);
  const { id } = await post(`${address}/session`, {});
  const answered = post(`${address}/session/${id}/message`, { parts: [{ type: "text", text: PROMPT }] });
  answered.catch(() => {/* `finish` waits for it and throws */});
  return {
    over() {
      const ran = server.soFar();
      return ran && `the server ended with ${ran.code}`;
    },
    finish: async () => void await answered,
  };
}

async function open(at: World, url: string): Promise<Terminal> {
  await configure(at, url);
  const there = await terminal(at, programOf(OPENCODE), [], VARIABLES);
  await there.shows(/Ask anything/);
  await there.type(PROMPT);
  return there;
}

const VARIABLES = { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" };

async function configure(at: World, url: string): Promise<void> {
  const folder = ".config/opencode";
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "mock",
    options: { baseURL: `${url}/v1`, apiKey: "dummy" },
    models: { "mock-model": { name: "Mock" } },
  };
  const settings = {
    model: "mock/mock-model",
    provider: { mock: provider },
    permission: { bash: "ask", edit: "ask" },
  };
  const files = { "opencode.json": settings, "plugins/mine.js": pluginOfMine(at) };
  // It adds its schema (seen 1.18.33).
  const kept = (text: string) => ({ ...JSON.parse(text), $schema: undefined });
  const rewrites = { file: "opencode.json", kept };
  await wire(at, { agent: "opencode", folder, files, config: "plugins/vults.js", rewrites });
  // Without its plugin library in place it tries to fetch it, and hangs.
  const library = folderOf(OPENCODE_PLUGIN);
  for (const name of ["node_modules", "package.json", "package-lock.json"]) {
    await Deno.symlink(`${library}/${name}`, `${at.home}/${folder}/${name}`);
  }
}

/** OpenCode has no hooks but plugins. */
function pluginOfMine(at: World): string {
  return `import { appendFileSync } from "node:fs";
export const Mine = async () => ({
  event: async ({ event }) => {
    if (event.type === "session.created") appendFileSync("${mineFile(at)}", "ran\\n");
  },
});
`;
}

/** The address that the server says. */
async function listening(server: Running): Promise<string> {
  return await until("OpenCode's server", () => /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(server.printed())?.[1]);
}

/** A message is answered when all is done, the waits in between included. */
const ANSWER_MS = 5 * NEVER_MS;

async function post(url: string, body: object): Promise<{ readonly id: string }> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

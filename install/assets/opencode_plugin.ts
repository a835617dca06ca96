// OpenCode's plugin (`agents.md` section 3): it tells our hook what happens, and posts the hook's answer. One exported
// function and nothing else: OpenCode calls every export. It prints nothing, throws nothing, imports nothing, and no
// handler waits for a hook: any of these would damage the program it runs in.

import { PLAIN_MS, WAITING_MS } from "./opencode/limits.ts";
import { openPlugin } from "./opencode/plugin.ts";
import { poster } from "./opencode/post.ts";
import { atExit, starter } from "./opencode/process.ts";
import { HOOKS } from "./opencode/read.ts";

/** The words that start our binary; `pluginText` puts them in as the plugin is written. */
const COMMAND: unknown = "@@HOOK_COMMAND@@";
/** Whether a request waits for an answer from here; else a person is only told of it. Put in likewise. */
const ASKS: unknown = "@@ASKS@@";

type Handlers = Record<string, (input?: unknown, output?: unknown) => Promise<void>>;

/** Called by OpenCode once for each folder it works in, with its client and where it is. */
export function plugin(context?: unknown): Promise<Handlers> {
  try {
    return Promise.resolve(handlers(context));
  } catch {
    return Promise.resolve({}); // OpenCode goes on without us
  }
}

function handlers(context: unknown): Handlers {
  const start = isWords(COMMAND) ? starter(COMMAND) : undefined;
  if (start === undefined) return {};
  const given = typeof context === "object" && context !== null ? context : {};
  const directory = "directory" in given && typeof given.directory === "string" ? given.directory : undefined;
  const post = poster("client" in given ? given.client : undefined);
  const doors = { start, post, limits: { plain: PLAIN_MS, waiting: WAITING_MS } };
  const { handle, close } = openPlugin(directory, doors, ASKS === true);
  const takeBack = atExit(close);
  const dispose = () => {
    takeBack();
    close();
    return Promise.resolve();
  };
  const handler = (hook: typeof HOOKS[number]) => (input?: unknown, output?: unknown) => {
    handle(hook, input, output).catch(() => {/* what is malformed, or cannot be run, is not told */});
    return Promise.resolve();
  };
  return { dispose, ...Object.fromEntries(HOOKS.map((hook) => [hook, handler(hook)])) };
}

function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}

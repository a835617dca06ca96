// The hook, from stdin to stdout. Whatever happens it ends in silence and code 0, unless it prints a valid answer (R1);
// the one exception is a Cursor gate, where silence is code 1.

import { ENV } from "../brand.ts";
import { isObject, type JsonObject } from "../domain/json.ts";
import { build, eventName, type HookArgs } from "../wire/build.ts";
import { type HookEvent, VERSION_108 } from "../wire/event.ts";
import {
  CONNECT_MS,
  DECISION_MS,
  FIRST_WORD_MS,
  PLAIN_RELAY_MS,
  STDIN_BYTES,
  STDIN_PLAIN_MS,
  STDIN_WAITING_MS,
} from "../wire/limits.ts";
import { plain } from "../wire/plain.ts";
import { mayWait } from "../wire/waits.ts";
import { answerText } from "./agent.ts";
import { hookArgs } from "./args.ts";
import { hookEnv, variable } from "./env.ts";
import { salvage } from "./json_bytes.ts";
import { relay, type RelayLimits } from "./relay.ts";
import { readStdin } from "./stdin.ts";
import { trustedSocket } from "./trusted_socket.ts";
import { within } from "./within.ts";

/** Deadlines in milliseconds, and the cap on stdin in bytes. Tests scale them. */
export type HookLimits = RelayLimits & {
  readonly stdinPlain: number;
  readonly stdinWaiting: number;
  readonly stdinBytes: number;
  readonly decision: number;
};

/** Runs one hook entry, given its arguments, and ends the process. */
export async function runHook(args: readonly string[], limits: HookLimits = HOOK_LIMITS): Promise<never> {
  const entry = hookArgs(args);
  let code = silentCode(entry, entry.event);
  const crashed = (event: Event) => {
    event.preventDefault();
    Deno.exit(code);
  };
  addEventListener("error", crashed);
  addEventListener("unhandledrejection", crashed);
  try {
    const raw = await payload(entry, limits);
    if (raw !== undefined) code = silentCode(entry, eventName(raw.members, entry), raw.members);
    if (raw !== undefined && await serve(raw, entry, limits)) code = 0;
  } catch {
    // R1: no failure of ours may reach the agent; what went wrong is for `doctor` to find.
  }
  Deno.exit(code);
}

const HOOK_LIMITS: HookLimits = {
  stdinPlain: STDIN_PLAIN_MS,
  stdinWaiting: STDIN_WAITING_MS,
  stdinBytes: STDIN_BYTES,
  connect: CONNECT_MS,
  plain: PLAIN_RELAY_MS,
  firstWord: FIRST_WORD_MS,
  decision: DECISION_MS,
};

/**
 * Cursor may read code 0 without output as a block on these events (`agents.md` section 7), or on one we cannot name. It
 * also runs Claude's entries, and reads them the same way (`installer.md` 6.4).
 */
function silentCode({ kind }: HookArgs, event: string | undefined, members: JsonObject = {}): number {
  const isCursors = kind === "cursor" || (kind === "claude" && typeof members.cursor_version === "string");
  return isCursors && (event === undefined || CURSOR_GATES.has(event)) ? 1 : 0;
}

const CURSOR_GATES: ReadonlySet<string> = new Set([
  "preToolUse",
  "beforeSubmitPrompt",
  "beforeShellExecution",
  "beforeMCPExecution",
  "beforeReadFile",
  "subagentStart",
  // The same events in Claude's words.
  "PreToolUse",
  "UserPromptSubmit",
  "SubagentStart",
]);

/** The agent's JSON; `whole` is false when only a few members of it could be read. */
type Payload = { readonly members: JsonObject; readonly whole: boolean };

async function payload(entry: HookArgs, limits: HookLimits): Promise<Payload | undefined> {
  if (variable(`${ENV}SKIP`) === "1") return undefined;
  const end = AbortSignal.timeout(mayWait(entry) ? limits.stdinWaiting : limits.stdinPlain);
  const stdin = await readStdin(Deno.stdin, end, limits.stdinBytes);
  if (stdin.is === "over") return { members: salvage(stdin.head), whole: false };
  const value = stdin.is === "json" ? stdin.value : stdin.is === "empty" ? grokEnd(entry) : undefined;
  return isObject(value) ? { members: value, whole: true } : undefined;
}

/** Grok's SessionEnd comes without a payload when its window was closed (`agents.md` section 6). */
function grokEnd({ kind }: HookArgs): JsonObject | undefined {
  const session = variable("GROK_SESSION_ID");
  if (kind !== "grok" || variable("GROK_HOOK_EVENT") !== "session_end" || !session) return undefined;
  return { hook_event_name: "SessionEnd", session_id: session };
}

/** True when an answer was printed. */
async function serve({ members, whole }: Payload, entry: HookArgs, limits: HookLimits): Promise<boolean> {
  const built = build(members, entry, hookEnv());
  const socket = built && trustedSocket();
  if (built === undefined || socket === undefined) return false;
  const event = whole ? built : plain(built);
  // agentica's own dialog stays on screen and has no limit, so ours has none (`protocol.md` section 2).
  const limited = event.wants_reply && event.agent !== "agentica";
  const end = limited ? AbortSignal.timeout(limits.decision) : undefined;
  const verdict = await ask(event, socket, limits, end);
  const text = verdict && await answerText(event.agent, verdict, { event: event.event, raw: members });
  return text !== undefined && await within(print(text), end) === true;
}

/** A daemon that does not speak our extension hears of the event all the same (`protocol.md` section 12). */
async function ask(event: HookEvent, socket: string, limits: HookLimits, end: AbortSignal | undefined) {
  const said = await relay(event, socket, limits, end);
  if (said !== "unsupported") return said;
  if (event.v === VERSION_108) await relay(plain(event), socket, limits, end);
  return undefined;
}

/** Asynchronous, for a reader that does not read must not outlive the deadline. */
async function print(text: string): Promise<true> {
  let rest = new TextEncoder().encode(`${text}\n`);
  while (rest.length > 0) rest = rest.subarray(await Deno.stdout.write(rest));
  return true;
}

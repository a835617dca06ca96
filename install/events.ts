// The events that each agent's entries are registered on, with what each entry needs there (`installer.md` section 6). The
// one place where a timeout is decided: each stands in its agent's own unit (`agents.md` 14.4).

import { NAME } from "../src/brand.ts";
import { claudeEvents, type ClaudeGates, claudeGates, type Version } from "./claude_version.ts";
import type { Use } from "./command_text.ts";
import { EVENT_NAMES } from "./event_names.ts";
import { hookAsks } from "./hook_asks.ts";
import type { TargetName } from "./target_name.ts";

/** One entry. `timeout` is absent where the agent knows none. */
export type HookEntry = {
  readonly event: string;
  readonly use: Use;
  readonly matcher?: string;
  readonly timeout?: number;
  readonly async?: true;
  readonly statusMessage?: string;
  /** What Windows runs instead, where it reads the same file. */
  readonly commandWindows?: string;
};

/** What an install wants of one agent. */
export type Wish = {
  /** Entries that wait, where the agent can be answered. */
  readonly approval: boolean;
  /** False: the hook itself runs plain entries. It waits where an agent asks, so those events are left out then. */
  readonly forwards: boolean;
  /** Claude's version, where it is known, the events that carry an own entry now, and the gates where they are to stay. */
  readonly claude?: {
    readonly version?: Version | undefined;
    readonly carried: readonly string[];
    readonly gates?: ClaudeGates | undefined;
  };
  /** Kimi from before Kimi Code (`~/.kimi`) knows fewer events, and loads nothing over one that it does not know. */
  readonly olderKimi?: boolean;
  /** Codex on Windows reads the same file as the one in WSL. */
  readonly withWindows?: boolean;
};

/** The entries of an agent, in the order of a new file. OpenCode has a plugin instead. */
export function hookEntries(agent: TargetName, wish: Wish): readonly HookEntry[] {
  const entries = agent === "claude" ? claude(wish) : others(agent, wish);
  if (wish.forwards) return entries;
  return entries.filter(({ event, use }) => use.is !== "plain" || !hookAsks(agent, event));
}

/** Shown by the agent while its hook waits. */
const STATUS_MESSAGE = `Waiting for your answer in ${NAME}`;
/** An entry that waits: longer than the hook does, which is longer than a card is held. */
const WAITING_S = 120;
const PLAIN_S = 5;
/** Codex gives the end of a session 1 s by default (seen 0.171.0); an interrupt is no time to wait either. */
const CODEX_S: ReadonlyMap<string, number> = new Map([["SessionEnd", 1], ["Interrupt", 1]]);
const CODEX_PLAIN_S = 3;
/**
 * The agent waits for these: what is async ends with its process, which may end at once. Seen: `claude -p` (2.1.332) ended
 * an async Stop after 10 to 200 ms, `codex exec` (0.171.0) after less than 50.
 */
const LAST: ReadonlySet<string> = new Set(["Stop", "StopFailure", "SessionEnd"]);
/** Read as milliseconds by every version of Qwen; 5 and 120 would be 5 ms in an older one (`installer.md` 6.6). */
const QWEN_UNITS = 1_000;

/** Does nothing in cmd, PowerShell 5.1 and 7 alike (`installer.md` section 13). */
const NOTHING_ON_WINDOWS = "exit 0";

/** The event that waits under `--approval`; Claude's depend on its version. */
const GATES: ReadonlySet<string> = new Set([
  "codex PermissionRequest",
  "qwen PermissionRequest",
  "copilot permissionRequest",
  "grok PreToolUse",
  "cursor preToolUse",
  "agentica needs.approval",
  "agentica needs.input",
]);
/**
 * Left out while observing: Copilot asks its hook before its own rules do, and Cursor reads silence as a block
 * (`agents.md` sections 5 and 7).
 */
const ONLY_AS_GATES: ReadonlySet<string> = new Set(["copilot permissionRequest", "cursor preToolUse"]);
const KIMI_CODE_ONLY: ReadonlySet<string> = new Set(["PermissionRequest", "PermissionResult", "Interrupt"]);

/** Groups with the matcher `*`: only tool events have one (`installer.md` 6.1, 6.8, 6.10). */
const MATCHED: Readonly<Partial<Record<TargetName, readonly string[]>>> = {
  claude: ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionDenied", "PermissionRequest"],
  droid: ["PreToolUse", "PostToolUse"],
  antigravity: ["PostToolUse"],
};
/** Copilot's and Antigravity's payloads do not name the event (`installer.md` section 4); Cursor's are only told of. */
const NAMES_EVENTS: ReadonlySet<TargetName> = new Set<TargetName>(["antigravity", "copilot", "cursor"]);

function claude({ approval, claude: known }: Wish): HookEntry[] {
  const version = known?.version;
  // An unknown version may honour what another does not: nothing is added that is not asked for, and nothing taken.
  const gates = (version === undefined ? known?.gates : undefined) ?? claudeGates(version);
  return claudeEvents(version, known?.carried ?? []).flatMap((event): HookEntry[] => {
    if (approval && gates.request && event === "PermissionRequest") return [waiting("claude", event)];
    if (!approval || !gates.questions || event !== "PreToolUse") return [plain("claude", event)];
    return [
      plain("claude", event),
      { event, use: { is: "questions" }, matcher: "AskUserQuestion", timeout: WAITING_S },
    ];
  });
}

function others(agent: Exclude<TargetName, "claude">, wish: Wish): HookEntry[] {
  const windows = agent === "codex" && wish.withWindows ? { commandWindows: NOTHING_ON_WINDOWS } : {};
  return eventsOf(agent, wish).map((event) => ({ ...entryOf(agent, event, wish), ...windows }));
}

function eventsOf(agent: Exclude<TargetName, "claude">, { approval, olderKimi }: Wish): readonly string[] {
  return EVENT_NAMES[agent].filter((event) => {
    if (agent === "kimi" && olderKimi) return !KIMI_CODE_ONLY.has(event);
    return approval || !ONLY_AS_GATES.has(`${agent} ${event}`);
  });
}

function entryOf(agent: TargetName, event: string, { approval }: Wish): HookEntry {
  return approval && GATES.has(`${agent} ${event}`) ? waiting(agent, event) : plain(agent, event);
}

function plain(agent: TargetName, event: string): HookEntry {
  const isAsync = (agent === "claude" || agent === "codex") && !LAST.has(event);
  return {
    event,
    use: plainUse(agent, event),
    ...matcherOf(agent, event),
    ...timeoutOf(agent, event, false),
    ...(isAsync ? { async: true } : {}),
  };
}

function plainUse(agent: TargetName, event: string): Use {
  if (agent === "grok" && event === "SessionEnd") return { is: "hook", event };
  return NAMES_EVENTS.has(agent) ? { is: "plain", event } : { is: "plain" };
}

/** One of agentica's consumers gets both of its events. */
function waiting(agent: TargetName, event: string): HookEntry {
  const shows = agent === "claude" || agent === "codex";
  return {
    event,
    use: agent === "agentica" ? { is: "gate" } : { is: "gate", event },
    ...matcherOf(agent, event),
    ...timeoutOf(agent, event, true),
    ...(shows ? { statusMessage: STATUS_MESSAGE } : {}),
  };
}

function matcherOf(agent: TargetName, event: string): { matcher?: string } {
  return MATCHED[agent]?.includes(event) ? { matcher: "*" } : {};
}

function timeoutOf(agent: TargetName, event: string, waits: boolean): { timeout?: number } {
  if (agent === "agentica") return {};
  if (waits) return { timeout: agent === "qwen" ? WAITING_S * QWEN_UNITS : WAITING_S };
  if (agent === "qwen") return { timeout: PLAIN_S * QWEN_UNITS };
  return { timeout: agent === "codex" ? CODEX_S.get(event) ?? CODEX_PLAIN_S : PLAIN_S };
}

// The programs of our entries and of the older products', each with exactly the arguments that such an entry has
// (`installer.md` section 5). One argument more, or another one, and the line is the user's.

import { knownAgent } from "../src/agents/aliases.ts";
import { NAME } from "../src/brand.ts";

/** An own line. `older` = of a product that this one replaces. */
export type Own = {
  readonly own: true;
  readonly form: "hook" | "forward" | "statusline" | "capture" | "followup" | "curl" | "recorded";
  /** The agent's own name; `gemini` for leftovers of that. */
  readonly agent?: string;
  readonly event?: string;
  /** A waiting entry, by its flags. */
  readonly gate?: "approval" | "questions";
  /** Which saved status line it runs. */
  readonly key?: string;
  readonly older?: true;
};

type Parts = Omit<Own, "own">;
/** `undefined`: not exactly the arguments that such an entry has. */
type Reading = Parts | undefined;

/** One program: where it may stand, and how its arguments are read. */
export type OwnProgram = {
  /** `some`: in any folder; `known`: in one that holds an older product's scripts; `anywhere`: a bare name too. */
  readonly where: "absolute" | "some" | "known" | "anywhere";
  readonly read: (args: readonly string[]) => Reading;
};

/** It stands beside the older product's other scripts. */
export const OLD_FORWARDER = "vibebuddy-forward.sh";
const EVENT = /^[A-Za-z][A-Za-z.]*$/;
const KEY = /^[0-9a-f]{12}$/;

/** By the program's name. */
export const OWN_PROGRAMS: ReadonlyMap<string, OwnProgram> = new Map<string, OwnProgram>([
  [NAME, { where: "absolute", read: ([word, ...args]) => word === "hook" ? hookFlags(args) : undefined }],
  [`${NAME}-forward`, { where: "some", read: forwarded }],
  [`${NAME}-statusline`, { where: "some", read: statusLine }],
  ["vults-hook", { where: "some", read: olderHook }],
  ["vultures-ai-hook", { where: "some", read: olderHook }],
  [OLD_FORWARDER, { where: "some", read: (args) => args.length === 1 ? older(forwarded(args)) : undefined }],
  ["vibebuddy-statusline.sh", { where: "some", read: olderStatusLine }],
  ["approval-hook.sh", { where: "known", read: olderGate }],
  ["capture-terminal.sh", {
    where: "known",
    read: (args) => args.length < 2 ? olderScript("capture", args) : undefined,
  }],
  ["cursor-followup.sh", {
    where: "known",
    read: (args) => args.length === 0 ? { form: "followup", agent: "cursor", older: true } : undefined,
  }],
  ["curl", { where: "anywhere", read: olderPost }],
]);

function hookFlags(args: readonly string[]): Reading {
  let read: Parts = { form: "hook", agent: "claude" };
  const seen = new Set<string>();
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const flag = word.startsWith("-") ? word : "an event";
    const next = seen.has(flag) ? undefined : withFlag(read, word, rest);
    if (next === undefined) return undefined;
    seen.add(flag);
    read = next;
  }
  return read;
}

/** Takes the flag's own argument from `rest`. */
function withFlag(read: Parts, word: string, rest: string[]): Reading {
  switch (word) {
    case "--agent": {
      const agent = agentOf(rest.shift());
      return agent === undefined ? undefined : { ...read, agent };
    }
    case "--ask":
      return { ...read, gate: "questions" };
    case "--approval":
      return { ...read, gate: "approval" };
    case "--statusline":
      return { ...read, form: "statusline", ...(KEY.test(rest[0] ?? "") ? { key: rest.shift() ?? "" } : {}) };
    default:
      return EVENT.test(word) ? { ...read, event: word } : undefined;
  }
}

/** The same flags, without the newer ones. */
function olderHook(args: readonly string[]): Reading {
  const read = hookFlags(args);
  return read?.gate === "approval" || read?.key !== undefined ? undefined : older(read);
}

function forwarded([name, event, ...rest]: readonly string[]): Reading {
  const agent = agentOf(name);
  if (agent === undefined || rest.length > 0) return undefined;
  if (event === undefined) return { form: "forward", agent };
  return EVENT.test(event) ? { form: "forward", agent, event } : undefined;
}

function statusLine(args: readonly string[]): Reading {
  const agent = args[0] === "grok" ? "grok" : "claude";
  const [key = "", ...rest] = agent === "grok" ? args.slice(1) : args;
  return rest.length === 0 && KEY.test(key) ? { form: "statusline", agent, key } : undefined;
}

function olderStatusLine(args: readonly string[]): Reading {
  const agent = args[0] === "grok" ? "grok" : "claude";
  const [key, ...rest] = agent === "grok" ? args.slice(1) : args;
  if (rest.length > 0) return undefined;
  if (key === undefined) return older({ form: "statusline", agent });
  return /^[0-9a-f]+$/.test(key) ? older({ form: "statusline", agent, key }) : undefined;
}

/** The digits are seconds to wait; that is the daemon's business now. */
function olderGate([name, seconds, ...rest]: readonly string[]): Reading {
  if (rest.length > 0 || (seconds !== undefined && !/^\d+$/.test(seconds))) return undefined;
  const read = olderScript("hook", name === undefined ? [] : [name]);
  return read && { ...read, gate: "approval" };
}

/** Without a name an older entry is Claude's. */
function olderScript(form: Own["form"], [name]: readonly string[]): Reading {
  const agent = agentOf(name ?? "claude");
  return agent === undefined ? undefined : older({ form, agent });
}

function olderPost(args: readonly string[]): Reading {
  if (args.length === 1 && args[0] === "127.0.0.1:9876/hook") return older({ form: "curl", agent: "claude" });
  const url = args.at(-1) ?? "";
  if (args.slice(0, -1).join(" ") !== "-sS --max-time 3 -X POST --data-binary @-") return undefined;
  const [, name] = /^http:\/\/127\.0\.0\.1:\d{1,5}\/hook(?:\?agent=([a-z-]+))?$/.exec(url) ?? [undefined, "-"];
  const agent = agentOf(name ?? "claude");
  return agent === undefined ? undefined : older({ form: "curl", agent });
}

function older(read: Reading): Reading {
  return read && { ...read, older: true };
}

/** An agent's own name, for any name it goes by; leftovers of the Gemini CLI stay told apart. */
function agentOf(name: string | undefined): string | undefined {
  if (!name || name !== name.toLowerCase()) return undefined;
  return name === "gemini" ? name : knownAgent(name);
}

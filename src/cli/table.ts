// Every command: its name, what help says, and where its code is. One line of `vults help` per entry.

import { NAME } from "../brand.ts";
import type { Command } from "./command.ts";

export type Entry = {
  readonly name: string;
  readonly summary: string;
  /** What stands after the program's name. */
  readonly usage: readonly string[];
  /** What `--help` adds. */
  readonly details: readonly string[];
  /** The hook has none: main.ts goes straight to it, and only its manual is here. */
  readonly load?: () => Promise<Command>;
};

export const TABLE: readonly Entry[] = [
  {
    name: "serve",
    summary: "the daemon, in the foreground",
    usage: ["serve [--port N] [--no-http] [--demo]"],
    details: [
      "--port N    port of the page and the hook routes on 127.0.0.1; 0 = any free one (default VULTS_PORT, [http] port, 9876)",
      "--no-http   no TCP at all; both sockets stay",
      "--demo      takes answers from anywhere, also from an agent's shell; not on the default support folder",
      "Where it listens is printed on stdout, everything else on stderr. Ctrl-C ends it.",
    ],
    load: async () => (await import("./serve.ts")).serve,
  },
  {
    name: "install",
    summary: "adds the hooks to your agents' configs, after showing what changes",
    usage: ["install [--agent NAME[,NAME]]… [--approval] [--dry-run] [--yes] [--json]"],
    details: [
      "--agent NAME   these agents alone; without it every one on this computer but kimi and agentica",
      "--approval     also the entries that wait for your answer, where the agent can be answered",
      "--dry-run      shows the changes as a unified diff, and writes nothing at all",
      "--yes          does not ask; needed where there is no terminal",
      "--json         {changes, notes}: one JSON document and nothing else; with --yes or --dry-run",
      "Only our own lines are added, and what was there before is kept in the support folder. Again later: it brings ours up",
      "to date, and an entry that waits stays one.",
    ],
    load: async () => (await import("./install.ts")).install,
  },
  {
    name: "uninstall",
    summary: "takes the hooks out again, to the byte",
    usage: ["uninstall [--agent NAME[,NAME]]… [--approval] [--dry-run] [--yes] [--json]"],
    details: [
      "--agent NAME   these agents alone; gemini: what older programs left for the Gemini CLI, which goes only by name",
      "--approval     only turns the entries that wait into plain ones",
      "--dry-run, --yes, --json   as with install",
      "What you take out is remembered: nothing but an install by you brings it back.",
    ],
    load: async () => (await import("./uninstall.ts")).uninstall,
  },
  {
    name: "status",
    summary: "which agents have the hooks, and what of each can be answered",
    usage: ["status [--agent NAME[,NAME]]… [--json]"],
    details: ["--json   {agents, bin, problems}: one JSON document and nothing else"],
    load: async () => (await import("./status.ts")).status,
  },
  {
    name: "doctor",
    summary: "proves that the hooks reach the daemon, and says how to mend what is broken",
    usage: ["doctor [--agent NAME[,NAME]]… [--json]"],
    details: [
      "--agent NAME   these agents alone",
      "--json         {findings}: one JSON document and nothing else",
      "Runs each command of the agents' configs as its agent would, with a sample event that opens no session and no card.",
      "It changes nothing. Exit code 1 where anything is wrong.",
    ],
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "hooks",
    summary: "install, uninstall and status under their older name",
    usage: ["hooks install|uninstall|status …"],
    details: [],
    load: async () => (await import("./hooks.ts")).hooks,
  },
  {
    name: "hook",
    summary: "what agents run: an event on stdin, the answer or nothing on stdout",
    usage: ["hook --agent NAME [--ask] [--approval] [--statusline [KEY]] [EVENT]"],
    details: [
      "--agent NAME         whose event it is: an agent of docs/agents.md, or a name of your own, 1 to 24 of a-z 0-9 -",
      "--ask                this entry may wait for the answer to a question",
      "--approval           this entry may wait for an allow or a deny",
      "--statusline [KEY]   stdin is what the agent gives its status line; KEY names the status line of your own",
      "EVENT                the event's name, for an agent whose JSON does not hold it",
      "Exits 0 (1 at a gate of Cursor's that nobody answered), and prints nothing unless a person, a rule or a consumer",
      "answered.",
    ],
  },
  {
    name: "sessions",
    summary: "every session and its state",
    usage: ["sessions [--json]"],
    details: ["--json   {revision, sessions, notes, counts}: one JSON document and nothing else"],
    load: async () => (await import("./sessions.ts")).sessions,
  },
  {
    name: "cards",
    summary: "what waits for you, whole, with the commands that answer it",
    usage: ["cards [--json]"],
    details: [
      "Characters that would be hidden or reorder the text are written as ⟨U+202E⟩. Nothing is cut.",
      "--json   {revision, cards}: one JSON document and nothing else",
    ],
    load: async () => (await import("./cards.ts")).cards,
  },
  {
    name: "answer",
    summary: "answer a card",
    usage: [
      "answer ID allow [--mode acceptEdits] [--session]",
      "answer ID deny [--message TEXT]",
      "answer ID suggestion N",
      "answer ID choice WORD",
      "answer ID hand-back",
      "answer ID --answer A [--answer B]…",
    ],
    details: [
      "allow           this once; --session: also for the rest of this session; --mode: how to go on after a plan",
      "deny            --message TEXT is what the agent is told",
      "suggestion N    allow, and grant the agent's own suggestion number N",
      "choice WORD     one of the words that the agent offers",
      "hand-back       no answer: the agent's own prompt in the terminal asks",
      `--answer A      one per question, in order; several choices as a JSON array: --answer '["Red","Blue"]'`,
      "An agent must not answer for you: refused where the environment or a parent process marks one.",
    ],
    load: async () => (await import("./answer.ts")).answer,
  },
  {
    name: "log",
    summary: "what happened: events, answers, and whether agents honoured them",
    usage: ["log [--since 7d] [--json]"],
    details: [
      "--since SPAN   how far back: a number and m, h, d or w (default 7d)",
      "--json         {rows}: one JSON document and nothing else; its times are milliseconds since 1970",
      "Newest first. Times are those of this computer's time zone.",
    ],
    load: async () => (await import("./log.ts")).log,
  },
  {
    name: "replay",
    summary: "a recorded session through the real hook",
    usage: ["replay FILE.jsonl [--agent NAME] [--delay 300ms] [--wait]"],
    details: [
      "--agent NAME    for lines that are bare payloads",
      "--delay SPAN    between two hooks, instead of the recorded gaps; below about 1s hooks may overtake each other",
      "--wait          each hook ends before the next one starts: it waits for your answer",
      "Without --wait the recorded events go on, and one that ends a request ends its card before you can answer it.",
      "Without a running daemon every hook stays silent.",
    ],
    load: async () => (await import("./replay.ts")).replay,
  },
  {
    name: "version",
    summary: "this build's version",
    usage: ["version [--permissions]"],
    details: ["--permissions   what each command may do on this computer"],
    load: async () => (await import("./version.ts")).version,
  },
  {
    name: "help",
    summary: "this list, or one command",
    usage: ["help [COMMAND]"],
    details: [],
    load: async () => (await import("./help.ts")).help,
  },
];

/** The whole of `vults help`. */
export function overview(): string {
  const widest = Math.max(...TABLE.map(({ name }) => name.length));
  const lines = TABLE.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`);
  return [`Usage: ${NAME} COMMAND …`, "", ...lines, "", `${NAME} COMMAND --help says more.`].join("\n");
}

/** What `--help` of one command prints. */
export function manual({ summary, usage, details }: Entry): string {
  const lines = usage.map((line, index) => `${index === 0 ? "Usage:" : "      "} ${NAME} ${line}`);
  const more = details.length === 0 ? [] : ["", ...details.map((line) => `  ${line}`)];
  return [...lines, "", capital(summary) + ".", ...more].join("\n");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

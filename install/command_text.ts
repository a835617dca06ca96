// The commands that our entries run (`installer.md` section 4). Each is silent with exit 0 where the binary is gone (1 at
// Cursor's gate, which reads a silent 0 as a block), and means the same in sh, dash, bash, zsh and fish 3.

import { ENV, NAME } from "../src/brand.ts";
import type { Refused } from "./formats/format.ts";
import type { TargetName } from "./target_name.ts";

/** Where our programs are: an absolute folder, and whether the forwarder works here. */
export type Bin = { readonly folder: string; readonly forwards: boolean };

/** What an entry is for. `event` is named where the agent's payload does not tell it, or the entry is for it alone. */
export type Use =
  | { readonly is: "plain"; readonly event?: string }
  /** Observed by the hook itself: Grok's SessionEnd has an empty stdin (`agents.md` section 6). */
  | { readonly is: "hook"; readonly event: string }
  /** Waits for a person; agentica's has no event. */
  | { readonly is: "gate"; readonly event?: string }
  /** Claude's questions before 2.1.332. */
  | { readonly is: "questions" }
  | { readonly is: "statusline"; readonly key: string };

/** The line of an entry, for a shell. */
export function commandText(agent: TargetName, use: Use, bin: Bin): string {
  const [program = "", ...args] = commandWords(agent, use, bin);
  const path = quoted(program);
  const call = [path, ...args].join(" ");
  // A failing hook blocks the tool there (`agents.md` section 8).
  if (agent === "antigravity") return `[ -x ${path} ] && ${call}; exit 0`;
  return `[ -x ${path} ] || exit ${agent === "cursor" && use.is === "gate" ? 1 : 0}; exec ${call}`;
}

/** The same as a list without a shell, as agentica takes it. */
export function commandWords(agent: TargetName, use: Use, { folder, forwards }: Bin): readonly string[] {
  const refused = refusedFolder(folder, agent);
  if (refused !== undefined) throw new Error(`Cannot make a command: it was refused that ${refused.refused}`);
  const hook = [`${folder}/${NAME}`, "hook", "--agent", agent];
  switch (use.is) {
    case "plain":
      return [...(forwards ? [`${folder}/${NAME}-forward`, agent] : hook), ...listed(use.event)];
    case "hook":
      return [...hook, use.event];
    case "gate":
      return [...hook, "--approval", ...listed(use.event)];
    case "questions":
      return [...hook, "--ask", "PreToolUse"];
    case "statusline":
      if (!forwards) return [...hook, "--statusline", use.key];
      return [`${folder}/${NAME}-statusline`, ...(agent === "grok" ? [agent] : []), use.key];
  }
}

/** Why no command of ours can name this folder for that agent; `undefined` when it can. */
export function refusedFolder(folder: string, agent: TargetName): Refused | undefined {
  const why = whyUnusable(folder, agent);
  if (why === undefined) return undefined;
  return { refused: `the folder ${JSON.stringify(folder)} ${why}`, mend: `name another one in ${ENV}SUPPORT_DIR` };
}

function whyUnusable(folder: string, agent: TargetName): string | undefined {
  if (!folder.startsWith("/")) return "is not a whole path";
  if (folder.includes("\n")) return "has a line break in its name";
  if (folder.includes("\0")) return "has a NUL in its name";
  // Fish reads it inside single quotes, and so may an agent.
  if (folder.includes("\\")) return "has a backslash in its name";
  // Grok expands variables before its shell sees the command (`installer.md` section 4, read).
  if (agent === "grok" && folder.includes("$")) return 'has a "$" in its name, which grok would expand';
  return undefined;
}

function listed(event: string | undefined): readonly string[] {
  return event === undefined ? [] : [event];
}

/** Nothing inside single quotes is expanded, by any of the shells. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

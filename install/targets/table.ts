// Every agent's target (`installer.md` section 6).

import { nameOf } from "../../src/files.ts";
import { jsonc, strictJson } from "../formats/json.ts";
import type { TargetName } from "../target_name.ts";
import { agentica } from "./agentica.ts";
import { antigravity } from "./antigravity.ts";
import { whyDropped } from "./codex_file.ts";
import { gemini } from "./gemini.ts";
import { jsonTarget } from "./json_target.ts";
import { kimi } from "./kimi.ts";
import { opencode } from "./opencode.ts";
import type { Target } from "./target.ts";

/** The target of one file of an agent; Gemini's is for what older products left. */
export function targetOf(agent: TargetName | "gemini", config: string): Target {
  return agent === "opencode" ? opencode(nameOf(config)) : TARGETS[agent];
}

const GROUPS = { grouped: true, command: "command" } as const;
const LIST = { grouped: false, command: "command" } as const;

/** OpenCode's depends on the file's name. */
const TARGETS: Readonly<Record<Exclude<TargetName, "opencode"> | "gemini", Target>> = {
  claude: jsonTarget({ agent: "claude", format: strictJson, ...GROUPS }),
  codex: jsonTarget({
    agent: "codex",
    format: strictJson,
    ...GROUPS,
    keepsPlaces: true,
    check: ({ document, text }) => whyDropped(document, text),
  }),
  grok: jsonTarget({ agent: "grok", format: strictJson, ...GROUPS, whole: true }),
  cursor: jsonTarget({ agent: "cursor", format: strictJson, ...LIST, version: 1 }),
  antigravity,
  qwen: jsonTarget({ agent: "qwen", format: jsonc, ...GROUPS }),
  copilot: jsonTarget({
    agent: "copilot",
    format: strictJson,
    grouped: false,
    command: "bash",
    version: 1,
    whole: true,
  }),
  droid: jsonTarget({ agent: "droid", format: jsonc, ...GROUPS }),
  kimi,
  agentica,
  gemini,
};

const LISTS = ["claude", "codex", "grok", "cursor", "qwen", "copilot", "droid"] as const;

/** Those that are plain lists of hooks. */
export const JSON_TARGETS: ReadonlyMap<TargetName, Target> = new Map<TargetName, Target>(
  LISTS.map((agent) => [agent, TARGETS[agent]]),
);

// Tool names and input members that several agents share, in the canonical words (`agents.md` 14.2).

import type { ToolWords } from "./agent.ts";

/** Claude's own names are the canonical ones, but for `Agent`. */
export const CLAUDE_WORDS: ToolWords = { names: new Map([["Agent", "Task"]]), members: new Map() };

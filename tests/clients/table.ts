// Every client there is, by the name that the task takes.

import { claude } from "./agents/claude.ts";
import { codex } from "./agents/codex.ts";
import { copilot } from "./agents/copilot.ts";
import { droid } from "./agents/droid.ts";
import { grok } from "./agents/grok.ts";
import { kimi } from "./agents/kimi.ts";
import { opencode } from "./agents/opencode.ts";
import { qwen } from "./agents/qwen.ts";
import type { Client } from "./client.ts";

export const CLIENTS: readonly Client[] = [claude, codex, opencode, qwen, copilot, grok, kimi, droid];

// What a person may say to Claude Code's cards, and the bytes that its hook then prints (`protocol.md` section 10).

import type { HookRun } from "../../src/cli/recording.ts";
import { payload, recorded, runOf } from "./fixtures.ts";

/** `words` stand after `vults answer ID`. */
export type Answer = { what: string; run: HookRun; words: string[]; bytes: string };

const PERMISSION = runOf(recorded("tui1"), "PermissionRequest Bash");
const QUESTIONS = runOf(recorded("askMulti-array"), "PermissionRequest AskUserQuestion");
const PLAN = runOf(recorded("plan-echo"), "PermissionRequest ExitPlanMode");

const SUGGESTIONS = JSON.stringify(payload(PERMISSION)["permission_suggestions"]);
const PLANNED = JSON.stringify(payload(PLAN)["tool_input"]);
const ASKED = JSON.stringify(payload(QUESTIONS)["tool_input"]).slice(0, -1);
const ACCEPT_EDITS = '[{"type":"setMode","mode":"acceptEdits","destination":"session"}]';
const MESSAGE = 'Not „that“: use "npm ci"\\n 🦅';

export const ANSWERS: readonly Answer[] = [
  { what: "allow", run: PERMISSION, words: ["allow"], bytes: decision('"behavior":"allow"') },
  { what: "deny", run: PERMISSION, words: ["deny"], bytes: denied("Denied from Vults") },
  { what: "deny with a message", run: PERMISSION, words: ["deny", "--message", MESSAGE], bytes: denied(MESSAGE) },
  {
    what: "the agent's own suggestion, unchanged",
    run: PERMISSION,
    words: ["suggestion", "0"],
    bytes: decision(`"behavior":"allow","updatedPermissions":${SUGGESTIONS}`),
  },
  { what: "answer in the terminal: nothing", run: PERMISSION, words: ["hand-back"], bytes: "" },
  {
    what: "questions, one choice and several: the input as it was, and the answers",
    run: QUESTIONS,
    words: ["--answer", "Blue", "--answer", '["S","L"]'],
    bytes: decision(
      `"behavior":"allow","updatedInput":${ASKED},"answers":{"Which color?":"Blue","Which sizes?":["S","L"]}}`,
    ),
  },
  {
    what: "a plan: the input comes back as it was",
    run: PLAN,
    words: ["allow"],
    bytes: decision(`"behavior":"allow","updatedInput":${PLANNED}`),
  },
  {
    what: "a plan, and edits run unasked",
    run: PLAN,
    words: ["allow", "--mode", "acceptEdits"],
    bytes: decision(`"behavior":"allow","updatedInput":${PLANNED},"updatedPermissions":${ACCEPT_EDITS}`),
  },
  { what: "a plan sent back", run: PLAN, words: ["deny", "--message", "Smaller"], bytes: denied("Smaller") },
];

/** The line that a hook prints for a `PermissionRequest`. */
export function decision(members: string): string {
  return `{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{${members}}}}\n`;
}

function denied(message: string): string {
  return decision(`"behavior":"deny","message":${JSON.stringify(message)}`);
}

// The core with its real readers but without a daemon: payloads go in as the door would hand them over, time is a number.

import { initial, type State, type Step } from "../../src/core/state.ts";
import { reduce } from "../../src/core/reduce.ts";
import { view } from "../../src/core/view.ts";
import { admitter } from "../../src/daemon/admit.ts";
import type { Effect } from "../../src/domain/effect.ts";
import type { Words } from "../../src/domain/card.ts";
import type { AnswerOutcome, Input } from "../../src/domain/input.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { CardView, SessionView } from "../../src/domain/view.ts";
import type { HookArgs } from "../../src/wire/args.ts";
import { build } from "../../src/wire/build.ts";

export const START = 1_800_000_000_000;
export const SESSION = "claude:s1";
const CLAUDE: HookArgs = { kind: "claude", ask: false, approval: true, statusline: false };

export type World = {
  state: State;
  now: number;
  /** All effects so far. */
  readonly effects: Effect[];
  /** One payload of Claude's, through the door; gives the request's name when it waits. */
  tell(payload: JsonObject, door?: "socket" | "http"): string;
  /** One run of any agent's hook, as it was recorded. */
  hear(payload: JsonObject, args: HookArgs, door?: "socket" | "http"): string;
  /** Any input. */
  put(input: Input): readonly Effect[];
  answer(card: string, words: Words, binding?: string, requestId?: string): AnswerOutcome;
  later(milliseconds: number): void;
  session(id?: string): SessionView | undefined;
  cards(): readonly CardView[];
  /** How a card ended, or undefined while it is open. */
  end(card: string): string | undefined;
};

export function world(args: HookArgs = CLAUDE): World {
  const admit = admitter("00".repeat(32), (text) => text.includes("vults"));
  let requests = 0;
  let calls = 0;
  const self: World = {
    state: initial(),
    now: START,
    effects: [],
    tell: (payload, door) => self.hear({ session_id: "s1", cwd: "/home/me/proj", ...payload }, args, door),
    hear(payload, args, door = "socket") {
      const request = `r${++requests}`;
      const event = build(payload, args, { id: request, cwd: "/home/me/proj", read: () => undefined, zeca: false });
      if (event === undefined) throw new Error(`The payload makes no event: ${JSON.stringify(payload)}`);
      self.put(admit(event, door, door === "socket" && event.wants_reply ? request : undefined));
      return request;
    },
    put(input) {
      const step: Step = reduce(self.state, input, self.now);
      self.state = step.state;
      self.effects.push(...step.effects);
      return step.effects;
    },
    answer(card, words, binding, requestId) {
      const shown = self.cards().find((known) => known.id === card)?.binding ?? "none";
      const call = ++calls;
      const effects = self.put({
        is: "answer",
        call,
        card,
        words,
        binding: binding ?? shown,
        by: "command",
        ...(requestId === undefined ? {} : { requestId }),
      });
      const respond = effects.find((effect) => effect.do === "respond" && effect.call === call);
      if (respond?.do !== "respond") throw new Error("The answer got no outcome");
      return respond.outcome;
    },
    later(milliseconds) {
      self.now += milliseconds;
      self.put({ is: "tick" });
    },
    session: (id = SESSION) => view(self.state).sessions.find((session) => session.id === id),
    cards: () => view(self.state).cards,
    end(card) {
      const ended = self.effects.find((effect) =>
        (effect.do === "answer" || effect.do === "end-card") && effect.ending.id === card
      );
      return ended !== undefined && "ending" in ended ? ended.ending.end : undefined;
    },
  };
  return self;
}

/** Payloads of the events that most tests need. */
export const start: JsonObject = { hook_event_name: "SessionStart", source: "startup", model: "m" };
export const prompt = (prompt_id = "p1"): JsonObject => ({
  hook_event_name: "UserPromptSubmit",
  prompt: "please run it",
  prompt_id,
});
export const bash = (event: string, command: string, more: JsonObject = {}): JsonObject => ({
  hook_event_name: event,
  tool_name: "Bash",
  tool_input: { command, description: "a test" },
  prompt_id: "p1",
  ...more,
});
export const asks = (command: string, more: JsonObject = {}): JsonObject => bash("PermissionRequest", command, more);
export const stop = (more: JsonObject = {}): JsonObject => ({
  hook_event_name: "Stop",
  last_assistant_message: "Finished now.",
  background_tasks: [],
  session_crons: [],
  prompt_id: "p1",
  ...more,
});
export const question: JsonObject = {
  hook_event_name: "PermissionRequest",
  tool_name: "AskUserQuestion",
  tool_input: {
    questions: [
      {
        question: "Which color?",
        header: "Color",
        options: [{ label: "Red", description: "" }, { label: "Blue", description: "" }],
        multiSelect: false,
      },
      {
        question: "Which sizes?",
        header: "Sizes",
        options: [{ label: "S", description: "" }, { label: "M", description: "" }],
        multiSelect: true,
      },
    ],
  },
};
export const plan: JsonObject = {
  hook_event_name: "PermissionRequest",
  tool_name: "ExitPlanMode",
  tool_input: { plan: "# The plan\n\n1. rename a.txt\n", planFilePath: "/home/me/.claude/plans/p.md" },
};

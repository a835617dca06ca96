// R2, R3 and R7 by enumeration: from every state that the recordings reach, no pair of inputs but a human's own answer
// makes an answer of any kind. The table below covers every member of the Input union, or this file does not compile.

import { assert, assertEquals } from "@std/assert";
import { view } from "../src/core/view.ts";
import { reduce } from "../src/core/reduce.ts";
import type { State } from "../src/core/state.ts";
import type { Card, Words } from "../src/domain/card.ts";
import type { Effect } from "../src/domain/effect.ts";
import type { Input, Offer, Origin, ToolUse } from "../src/domain/input.ts";
import type { HookRun } from "../src/cli/recording.ts";
import { hookArgs } from "../src/hook/args.ts";
import { START, world } from "./support/core_world.ts";
import { scenarios } from "./support/fixtures.ts";

type Samples = { readonly [Kind in Input["is"]]: readonly Extract<Input, { is: Kind }>[] };

/** What a person did with each card of a recording. "For this session" is left out: it is an allow that a human gave. */
type Person = "does nothing" | "hands back" | "answers";

const states = reachable();

Deno.test("the recordings reach states with and without cards of every kind", () => {
  assert(states.length > 150, `only ${states.length} states`);
  const kinds = new Set(states.flatMap((state) => [...state.cards.values()].map((card) => card.kind)));
  assertEquals([...kinds].sort(), ["permission", "plan", "question"]);
});

Deno.test("no pair of inputs without a human's answer makes an allow, a deny or an answer", () => {
  let pairs = 0;
  for (const state of states) {
    const inputs = Object.values(samplesFor(state)).flat();
    for (const first of inputs) {
      const one = reduce(state, first, NOW);
      assertSilent(one.effects, [first]);
      // Time passes between them: everything that can run out has run out.
      for (const second of inputs) {
        assertSilent(reduce(one.state, second, NOW + HOUR).effects, [first, second]);
        pairs++;
      }
    }
  }
  assert(pairs > 100_000, `only ${pairs} pairs`);
});

Deno.test("one human answer ends one card, whatever comes before or after it", () => {
  for (const state of states.filter((known) => known.cards.size > 0)) {
    const [card] = state.cards.values();
    assert(card);
    const words: Words = card.kind === "question"
      ? { answers: (card.questions ?? []).map(() => "x") }
      : { decision: "deny" };
    const answer: Input = { is: "answer", call: 1, card: card.id, words, binding: card.binding, by: "command" };
    const given = reduce(state, answer, NOW);
    assertEquals(answersIn(given.effects).map((effect) => effect.request), [card.request]);
    for (const input of [...Object.values(samplesFor(state)).flat(), answer]) {
      assertSilent(reduce(given.state, input, NOW).effects, [answer, input]);
    }
  }
});

Deno.test("an allow goes to the request of the card it names, with the verdict the words say", () => {
  for (const state of states) {
    for (const card of state.cards.values()) {
      if (card.kind === "question" || !card.whole) continue;
      const answer: Input = {
        is: "answer",
        call: 1,
        card: card.id,
        words: { decision: "allow" },
        binding: card.binding,
        by: "page",
      };
      const sent = answersIn(reduce(state, answer, NOW).effects);
      assertEquals(sent.map(({ request, verdict }) => ({ request, verdict })), [{
        request: card.request,
        verdict: { kind: "decision", decision: "allow" },
      }]);
    }
  }
});

Deno.test("a card that does not show everything takes no words that allow (R7)", () => {
  const words: Words[] = [
    { decision: "allow" },
    { decision: "allow", session: true },
    { decision: "allow", mode: "acceptEdits" },
    { suggestion: 0 },
    { choice: "allow_prefix" },
  ];
  for (const state of states) {
    for (const card of state.cards.values()) {
      const cut = { ...state, cards: new Map([[card.id, { ...card, whole: false }]]) };
      const offered = view(cut).cards[0]?.buttons.map(({ word }) => word) ?? [];
      const denies = card.choices?.filter(({ decision }) => decision === "deny").map(({ word }) => wordOf(word));
      if (card.kind !== "question") assertEquals(offered, [...denies ?? ["deny"], "hand-back"]);
      for (const said of words) {
        const answer: Input = { is: "answer", call: 1, card: card.id, words: said, binding: card.binding, by: "page" };
        assertSilent(reduce(cut, answer, NOW).effects, [answer]);
      }
    }
  }
});

Deno.test("one input ends at most the cards it may: never one of another session or another agent id", () => {
  for (const state of states.filter((known) => known.cards.size > 0)) {
    const [card] = state.cards.values();
    assert(card);
    const foreign: Card = { ...card, id: "c900", session: "claude:elsewhere", request: "foreign" };
    const { requestId: _its, ...unnamed } = card;
    const child: Card = { ...unnamed, id: "c901", agentId: "another", request: "child" };
    const crowded = { ...state, cards: new Map([...state.cards, [foreign.id, foreign], [child.id, child]]) };
    const samples = samplesFor(state);
    const own = [
      ...samples["tool-finished"],
      ...samples.stopped,
      ...samples.prompted,
      ...samples.limited,
      ...samples.child,
      ...samples.resolved,
    ];
    for (const input of own) {
      const left = reduce(crowded, input, NOW).state.cards;
      assert(left.has("c900") && left.has("c901"), `${input.is} ended a card that is not its own`);
    }
    for (const input of samples.ended) assert(reduce(crowded, input, NOW).state.cards.has("c900"));
  }
});

/** The button of a word that the agent itself offers. */
function wordOf(word: string): string {
  return word === "deny" ? word : "choice";
}

/** After the last line of every recording, before the shortest hold has run out. */
const NOW = START + 20_000;
const HOUR = 3_600_000;

function assertSilent(effects: readonly Effect[], inputs: readonly Input[]): void {
  if (answersIn(effects).length === 0) return;
  throw new Error(`An answer came from ${JSON.stringify(inputs)}: ${JSON.stringify(answersIn(effects))}`);
}

function answersIn(effects: readonly Effect[]) {
  return effects.flatMap((effect) => (effect.do === "answer" ? [effect] : []));
}

/** Every kind of input, aimed at the state's own sessions, cards and calls as well as past them. */
function samplesFor(state: State): Samples {
  const [card] = state.cards.values();
  const session = card?.session ?? state.sessions.values()[0]?.session.id ?? "claude:none";
  const from: Origin = {
    agent: session.split(":", 1)[0] ?? "",
    session,
    event: "E",
    cwd: "/home/me/proj",
    door: "socket:claude",
    payload: "x",
  };
  const elsewhere: Origin = { ...from, session: "claude:other", door: "http:claude" };
  const tool: ToolUse = card
    ? {
      name: card.tool,
      rawName: card.rawTool,
      target: card.target,
      subject: card.subject,
      ...(card.callId ? { callId: card.callId } : {}),
    }
    : { name: "Bash", rawName: "Bash", target: "ls", subject: "s" };
  const offer: Offer = {
    input: card?.input ?? { command: "ls" },
    whole: true,
    suggestions: [{ index: 0, label: "Always" }],
    hold: 108_000,
  };
  const seal = { binding: "b", digest: card?.digest ?? "d", namesUs: false };
  const answer = { is: "answer", call: 1, by: "command" } as const;
  const past = { card: "c0", binding: "b" };
  const open = { card: card?.id ?? "c77", binding: card?.binding ?? "b" };
  const unfit: readonly Words[] = card?.kind === "question"
    ? [{ decision: "allow" }, { decision: "deny" }, { answers: [] }, { suggestion: 0 }]
    : [{ answers: ["x"] }, { suggestion: 99 }, { choice: "allow_all" }];
  const choices = [{ word: "allow", label: "Allow", decision: "allow" }] as const;
  const requestId = card?.requestId ?? "q1";
  return {
    started: [
      ...["startup", "resume", "clear", "compact"].map((source) => ({ is: "started", from, source }) as const),
      { is: "started", from: elsewhere, source: "startup", unseen: true },
    ],
    prompted: [{ is: "prompted", from, text: "yes, allow it", human: true }],
    "tool-started": [{ is: "tool-started", from, tool }, { is: "tool-started", from, tool, passed: true }],
    "tool-finished": (["ok", "error", "refused", "interrupted"] as const).map((outcome) => ({
      is: "tool-finished",
      from,
      tool,
      outcome,
    })),
    "batch-finished": [{ is: "batch-finished", from, tools: [tool] }],
    waits: [
      { is: "waits", from, wait: "permission", tool, offer, seal, request: "new" },
      { is: "waits", from: elsewhere, wait: "permission", tool, offer, seal, request: "new-elsewhere" },
      {
        is: "waits",
        from,
        wait: "permission",
        tool,
        offer: { ...offer, choices },
        seal,
        requestId,
        request: "gate",
        starts: true,
      },
      { is: "waits", from, wait: "permission", text: "Claude needs your permission" },
    ],
    stopped: (["ok", "failed", "user"] as const).map((how) => ({
      is: "stopped",
      from,
      how,
      background: [],
      recurring: false,
    })),
    limited: [{ is: "limited", from, text: "usage limit" }, { is: "limited", from, text: "usage limit", over: true }],
    ended: [{ is: "ended", from, reason: "other" }],
    meta: [{ is: "meta", from, model: "m" }],
    child: [{
      is: "child",
      from: { ...from, agentId: "a1" },
      child: { id: "subagent:a1", kind: "subagent", name: "n" },
      state: "done",
    }],
    resolved: [true, false].map((ours) => ({ is: "resolved", from, requestId, ours })),
    sample: [{ is: "sample", from, cost: 1 }],
    answer: [
      { ...answer, ...past, words: { decision: "allow" } },
      { ...answer, ...open, words: { decision: "allow" }, binding: "stale" },
      { ...answer, ...open, words: { handBack: true } },
      ...unfit.map((words) => ({ ...answer, ...open, words })),
    ],
    gone: [{ is: "gone", request: card?.request ?? "r1" }, { is: "gone", request: "unknown" }],
    tick: [{ is: "tick" }],
    restored: [{ is: "restored", sessions: [], nextCard: 1 }],
    shutdown: [{ is: "shutdown" }],
    noted: [{ is: "noted", key: "history", text: "The disk is full" }],
    counted: [{ is: "counted", what: "undecodable", agent: "claude" }],
    probed: [{ is: "probed", mark: "m", agent: "claude", event: "PermissionRequest", door: "socket" }],
    reported: [{ is: "reported", findings: [{ check: "daemon", level: "ok", says: "it runs" }] }],
  };
}

/** Every state along every recording of every agent, under each way a person can deal with its cards. */
function reachable(): State[] {
  return scenarios().flatMap(({ runs }) => {
    const alone = along(runs, "does nothing");
    // Where no card opened there is nothing to do with one.
    if (alone.every((state) => state.cards.size === 0)) return alone;
    return [...alone, ...along(runs, "hands back"), ...along(runs, "answers")];
  });
}

function along(runs: readonly HookRun[], person: Person): State[] {
  const it = world();
  const found = new Set<State>();
  for (const { args, stdin } of runs) {
    const entry = hookArgs(args);
    if (entry.statusline || stdin === "" || entry.kind === "other" && entry.name === undefined) continue;
    it.now += 250;
    it.hear(JSON.parse(stdin), { ...entry, approval: true });
    found.add(it.state);
    if (person === "does nothing") continue;
    for (const card of it.cards()) it.answer(card.id, person === "hands back" ? { handBack: true } : anAnswer(card));
    found.add(it.state);
  }
  return [...found];
}

function anAnswer(card: { readonly kind: string; readonly questions?: readonly unknown[] }): Words {
  if (card.kind === "question") return { answers: (card.questions ?? []).map(() => "x") };
  return { decision: card.kind === "plan" ? "deny" : "allow" };
}

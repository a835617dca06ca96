// The mutants: each breaks one rule that never bends, in the place where it is kept.

export type Mutant = {
  readonly name: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Test files that should notice. */
  readonly tests: readonly string[];
};

const CORE = ["tests/invariants_test.ts", "tests/core/"];
const ALLOW = '{ kind: "decision", decision: "allow" }';

export const MUTANTS: readonly Mutant[] = [
  {
    name: "a timeout becomes an allow",
    file: "src/core/sweep.ts",
    from: 'endSilently(next, card, "expired", { who: "system" }, now)',
    to:
      `((ended) => ({ ...ended, effects: [...ended.effects, { do: "answer", request: card.request, verdict: ${ALLOW}, ending: { id: card.id, at: now, end: "allowed", actor: { who: "system" } } } as const] }))(endSilently(next, card, "expired", { who: "system" }, now))`,
    tests: CORE,
  },
  {
    name: "a hand-back becomes a deny",
    file: "src/core/fit.ts",
    from: 'return { ok: true, end: "handed-back" };',
    to: 'return { ok: true, end: "handed-back", verdict: { kind: "decision", decision: "deny" } };',
    tests: CORE,
  },
  {
    name: "the hook's silence becomes a deny",
    file: "src/hook/run.ts",
    from: "const verdict = await ask(event, socket, limits, end);",
    to:
      'const verdict = await ask(event, socket, limits, end) ?? { kind: "decision" as const, decision: "deny" as const };',
    tests: ["tests/hook/"],
  },
  {
    name: "the hook takes a reply with another id",
    file: "src/wire/verdict.ts",
    from: "reply === undefined || reply.id !== event.id",
    to: "reply === undefined",
    tests: ["tests/wire/", "tests/hook/"],
  },
  {
    name: "an answer needs no binding",
    file: "src/core/cards.ts",
    from: "card.binding !== input.binding",
    to: "card.binding === undefined",
    tests: CORE,
  },
  {
    name: "a card is released by its session alone",
    file: "src/core/cards.ts",
    from: "cards.filter((card) => sameCall(callOfCard(card), call)).slice(0, 1)",
    to: "cards.filter(() => call !== undefined).slice(0, 1)",
    tests: CORE,
  },
  {
    name: "what is not whole can be allowed",
    file: "src/core/buttons.ts",
    from: "if (!card.whole) return [];",
    to: "",
    tests: CORE,
  },
  {
    name: "a cut input counts as whole",
    file: "src/agents/offer.ts",
    from: "exact === undefined ? !showsCut(trimmed) : agrees(exact, trimmed)",
    to: "exact !== undefined || trimmed !== undefined",
    tests: ["tests/agents/"],
  },
  {
    name: "redaction is left out",
    file: "src/core/redact.ts",
    from: "if (!HINT.test(cut)) return cut;",
    to: "if (cut !== undefined) return text;",
    tests: ["tests/core/redact_test.ts", "tests/daemon/store/"],
  },
  {
    name: "any Host is served",
    file: "src/daemon/http/guard.ts",
    from: "if (host !== null && hosts.includes(host)) return undefined;",
    to: "if (hosts.length > 0) return undefined;",
    tests: ["tests/daemon/"],
  },
  {
    name: "a foreign request is answered through Claude's entry",
    file: "src/agents/table.ts",
    from: "toInput(plain(event))",
    to: "toInput(event)",
    tests: ["tests/agents/"],
  },
  {
    name: "what was allowed for a session outlives its conversation",
    file: "src/core/sessions.ts",
    from: "calls: [], handedBack: [], allowed: [] }, [], now",
    to: "calls: [], handedBack: [] }, [], now",
    tests: CORE,
  },
  {
    name: "the agent's own word allows what is not whole",
    file: "src/core/fit.ts",
    from: 'if (decision === "allow" && !card.whole)',
    to: 'if (decision === "allow" && card.whole === undefined)',
    tests: CORE,
  },
  {
    name: "two members that are read as one are not compared",
    file: "src/agents/offer.ts",
    from: "&& !isTwofold(input, words)",
    to: "",
    tests: ["tests/agents/"],
  },
  {
    name: "an input that JSON cannot write waits all the same",
    file: "src/wire/fit.ts",
    from: "if (holdsInfinity(exact)) return plain(event);",
    to: "",
    tests: ["tests/wire/"],
  },
  {
    name: "a mistake opens the port that a person has closed",
    file: "src/daemon/config.ts",
    from: "enabled: !isClosed(http)",
    to: "enabled: true",
    tests: ["tests/daemon/config_test.ts"],
  },
  {
    name: "what undoes a change is written down only after it",
    file: "install/apply_plan.ts",
    from: "    note();\n    for (",
    to: "    for (",
    tests: ["tests/install/killed_test.ts"],
  },
  {
    name: "doctor runs whatever an entry names",
    file: "install/doctor/chain_findings.ts",
    from: "  if (!isOurs ||",
    to: "  if (isOurs && false ||",
    tests: ["tests/install/doctor_test.ts"],
  },
  {
    name: "an edit may lose a comment",
    file: "install/formats/json/removals.ts",
    from: ".flatMap((span) => aroundComments(document, span))",
    to: "",
    tests: ["tests/install/formats/", "tests/install/targets/"],
  },
];

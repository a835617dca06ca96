import { assertEquals } from "@std/assert";
import { historyLine } from "../../src/cli/history_text.ts";
import type { HistoryRow } from "../../src/daemon/ports.ts";
import type { Actor } from "../../src/domain/effect.ts";

const ROW = { n: 1, at: Date.UTC(2026, 10, 30, 12), agent: "claude", project: "shop", card: "c7" } as const;
const USE = { tool: "Bash", target: "npm test" };
const YOU: Actor = { who: "human", by: "command" };
const SYSTEM: Actor = { who: "system" };

/** The line without its time. */
function said(row: Omit<HistoryRow, "n" | "at">): string {
  return historyLine({ ...ROW, ...row }).slice("2026-11-30 12:00:00  ".length);
}

Deno.test("a card's end is told in words of a person, with what was said", () => {
  const rows: [Partial<HistoryRow>, string][] = [
    [{ end: "allowed", actor: YOU }, "c7 allowed by you (vults answer): Bash npm test"],
    [{ end: "denied", actor: YOU, text: "use pnpm" }, 'c7 denied by you (vults answer): "use pnpm": Bash npm test'],
    [{ end: "answered", actor: { who: "human", by: "page" } }, "c7 answered by you (the page): Bash npm test"],
    [{ end: "handed-back", actor: YOU }, "c7 handed back to the terminal: Bash npm test"],
    [{ end: "terminal", actor: { who: "agent" } }, "c7 answered in the terminal: Bash npm test"],
    [{ end: "disconnected", actor: { who: "agent" } }, "c7: the agent's hook went away: Bash npm test"],
    [{ end: "expired", actor: SYSTEM }, "c7: time ran out: Bash npm test"],
    [{ end: "shutdown", actor: SYSTEM }, "c7: the daemon stopped: Bash npm test"],
    [
      { end: "rule", actor: { who: "rule", name: "allowed for this session" } },
      "c7 allowed: you allowed it for this session: Bash npm test",
    ],
    [{ end: "rule", actor: { who: "rule", name: "reads" } }, "c7 allowed by the rule reads: Bash npm test"],
    [
      { end: "consumer", actor: { who: "consumer", name: "bot" } },
      "c7 answered by the consumer bot: Bash npm test",
    ],
  ];
  for (const [row, wanted] of rows) assertEquals(said({ kind: "end", ...USE, ...row }), `claude  shop  ${wanted}`);
});

Deno.test("what an agent did is held against what it was told: a denied tool that ran cannot be overlooked", () => {
  const rows: [Partial<HistoryRow>, string][] = [
    [{ honour: "ran", end: "denied" }, "c7 RAN ALTHOUGH DENIED: Bash npm test"],
    [{ honour: "ran", end: "allowed" }, "c7 ran, as allowed: Bash npm test"],
    [{ honour: "ran", end: "rule" }, "c7 ran, as allowed: Bash npm test"],
    [{ honour: "ran", end: "answered" }, "c7 ran, as answered: Bash npm test"],
    [{ honour: "ran" }, "c7 ran: Bash npm test"],
    [{ honour: "refused", end: "denied" }, "c7 refused, as denied: Bash npm test"],
    [{ honour: "refused", end: "allowed" }, "c7 refused, although allowed: Bash npm test"],
    [{ honour: "asked again", end: "allowed" }, "c7 asked again: Bash npm test"],
    [{ honour: "unknown", end: "allowed" }, "c7: not seen whether it ran: Bash npm test"],
  ];
  for (const [row, wanted] of rows) assertEquals(said({ kind: "honoured", ...USE, ...row }), `claude  shop  ${wanted}`);
});

Deno.test("events and requests name the tool and what it works on, and no text breaks the line", () => {
  assertEquals(said({ kind: "card", ...USE }), "claude  shop  c7 asked: Bash npm test");
  assertEquals(
    said({ kind: "event", event: "UserPromptSubmit", text: "a\nb" }),
    "claude  shop  UserPromptSubmit: a⟨U+000A⟩b",
  );
});

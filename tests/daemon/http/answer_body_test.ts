// The body of an answer.

import { assert, assertEquals } from "@std/assert";
import { readAnswer } from "../../../src/daemon/http/answer_body.ts";

const binding = "b".repeat(64);

Deno.test("each word is read, with binding and requestId beside it", () => {
  const words = [
    { decision: "allow" },
    { decision: "allow", mode: "acceptEdits" },
    { decision: "allow", session: true },
    { decision: "deny" },
    { decision: "deny", message: "use the other branch" },
    { suggestion: 0 },
    { choice: "later" },
    { answers: ["yes", ["a", "b"]] },
    { handBack: true },
  ];
  for (const word of words) {
    assertEquals(readAnswer(JSON.stringify({ ...word, binding })), { words: word, binding } as unknown);
    assertEquals(
      readAnswer(JSON.stringify({ ...word, binding, requestId: "r1" })),
      { words: word, binding, requestId: "r1" } as unknown,
    );
  }
});

Deno.test("nothing is guessed: unknown words and members, missing binding and wrong types are refused", () => {
  const bad = [
    ["", undefined],
    ["[]", undefined],
    ["{}", undefined],
    [JSON.stringify({ binding }), undefined],
    [{ decision: "yes", binding }, "decision"],
    [{ decision: "Allow", binding }, "decision"],
    [{ decision: "allow" }, "binding"],
    [{ decision: "allow", binding: "" }, "binding"],
    [{ decision: "allow", binding: 7 }, "binding"],
    [{ decision: "allow", binding, message: "x" }, "message"],
    [{ decision: "allow", binding, mode: "bypassPermissions" }, "mode"],
    [{ decision: "allow", binding, session: "yes" }, "session"],
    [{ decision: "deny", binding, reason: "x" }, "reason"],
    [{ decision: "deny", binding, suggestion: 1 }, "suggestion"],
    [{ suggestion: -1, binding }, "suggestion"],
    [{ suggestion: 1.5, binding }, "suggestion"],
    [{ suggestion: "1", binding }, "suggestion"],
    [{ handBack: false, binding }, "handBack"],
    [{ answers: "yes", binding }, "answers"],
    [{ answers: [1], binding }, "answers.0"],
    [{ choice: "", binding }, "choice"],
    [{ choice: "x", binding, requestId: "" }, "requestId"],
  ] as const;
  for (const [body, field] of bad) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const read = readAnswer(text);
    assert("status" in read, text);
    assertEquals([read.status, read.code, read.field], [400, "shape", field], text);
  }
});

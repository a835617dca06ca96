import { assertEquals } from "@std/assert";
import type { Json } from "../../src/domain/json.ts";
import { listedTrust } from "../../install/codex_trust.ts";

const isOwn = (command: string) => command.startsWith("ours");
const hook = (key: string, trustStatus: string, more: object = {}) => {
  return { key, eventName: "stop", command: `ours ${key}`, enabled: true, trustStatus, ...more };
};
const list = (...folders: object[][]): Json =>
  JSON.parse(JSON.stringify({ data: folders.map((hooks) => ({ cwd: "/x", hooks })) }));

Deno.test("Codex runs what is on, and trusted or managed; whatever else it says of ours is told with its event", () => {
  const hooks = [
    hook("a", "trusted"),
    hook("b", "managed"),
    hook("c", "untrusted"),
    hook("d", "modified", { eventName: "preToolUse" }),
    hook("e", "trusted", { enabled: false }),
    hook("f", "untrusted", { command: "foreign" }),
  ];
  assertEquals(listedTrust(list(hooks), isOwn), {
    all: 5,
    blocked: [
      { event: "stop", why: "untrusted" },
      { event: "preToolUse", why: "modified" },
      { event: "stop", why: "disabled" },
    ],
  });
});

Deno.test("the same entry in two folders is one, and no answer of another shape is taken for trust", () => {
  assertEquals(listedTrust(list([hook("a", "untrusted")], [hook("a", "untrusted")]), isOwn).all, 1);
  for (const odd of [null, {}, { data: {} }, { data: [{ hooks: "x" }] }, { data: [{ hooks: [1] }] }] as Json[]) {
    assertEquals(listedTrust(odd, isOwn), { all: 0, blocked: [] });
  }
  assertEquals(listedTrust(list([hook("a", "trusted", { enabled: "yes" })]), isOwn).blocked.length, 1);
});

import { assertEquals } from "@std/assert";
import { checkup } from "../../src/core/checkup.ts";
import { reduce } from "../../src/core/reduce.ts";
import { initial, type State } from "../../src/core/state.ts";
import type { Input } from "../../src/domain/input.ts";
import { view } from "../../src/core/view.ts";

function after(...inputs: readonly Input[]): State {
  return inputs.reduce<State>((state, input, index) => reduce(state, input, index).state, initial());
}

function probed(mark: string): Input {
  return { is: "probed", mark, agent: "claude", event: "PermissionRequest", door: "socket" };
}

Deno.test("a probe is remembered with its time and changes nothing that is shown; only the newest are kept", () => {
  const state = after(probed("first"), probed("second"));
  assertEquals(checkup(state, 9).probes.map(({ mark, at }) => [mark, at]), [["first", 0], ["second", 1]]);
  assertEquals(view(state), view(initial()));
  const many = after(...Array.from({ length: 100 }, (_, index) => probed(`${index}`)));
  assertEquals(many.probes.map(({ mark }) => mark), Array.from({ length: 64 }, (_, index) => `${36 + index}`));
});

Deno.test("a report of doctor is kept with its time until the next one", () => {
  const findings = [{ check: "daemon", level: "ok", says: "it runs" }] as const;
  assertEquals(checkup(initial(), 0).report, null);
  assertEquals(checkup(after({ is: "reported", findings }), 5).report, { at: 0, findings });
  assertEquals(checkup(after({ is: "reported", findings }, { is: "reported", findings: [] }), 5).report, {
    at: 1,
    findings: [],
  });
});

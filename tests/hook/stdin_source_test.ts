// Reading within bounds, whatever the source does.

import { assert, assertEquals } from "@std/assert";
import { readStdin, type Source } from "../../src/hook/stdin.ts";

const FAR = () => AbortSignal.timeout(60_000);

/** Gives `text` over and over, as much as is asked for. */
function endless(text: string): Source & { given: number } {
  const unit = new TextEncoder().encode(text);
  const source = {
    given: 0,
    read(into: Uint8Array) {
      for (let at = 0; at < into.length; at++) into[at] = unit[(source.given + at) % unit.length] ?? 0;
      source.given += into.length;
      return Promise.resolve(into.length);
    },
  };
  return source;
}

Deno.test("of an input without end no more than the cap is ever read", async () => {
  for (const cap of [100, 65_536, 1_000_000]) {
    const source = endless('{"a":');
    const stdin = await readStdin(source, FAR(), cap);
    assertEquals([stdin.is, source.given], ["over", cap]);
    assert(stdin.is === "over" && stdin.head.length === cap);
  }
});

Deno.test("an input that comes byte by byte is read to its end and no further", async () => {
  const bytes = new TextEncoder().encode('{"a":"}","b":[{}]}{"c":1}');
  let at = 0;
  const source: Source = {
    read(into) {
      into[0] = bytes[at++] ?? 0;
      return Promise.resolve(1);
    },
  };
  assertEquals(await readStdin(source, FAR(), 1_000), { is: "json", value: { a: "}", b: [{}] } });
  assertEquals(at, 18);
});

Deno.test("a source that gives nothing is left at the deadline", async () => {
  const silent: Source = { read: () => new Promise(() => {}) };
  // The timer of a signal alone keeps no process alive.
  const alive = setInterval(() => {}, 1_000);
  assertEquals(await readStdin(silent, AbortSignal.timeout(20), 100), { is: "nothing" });
  clearInterval(alive);
});

Deno.test("an input that fills the cap to the byte is read", async () => {
  const text = '{"a":1}';
  const source = endless(text);
  assertEquals(await readStdin(source, FAR(), text.length), { is: "json", value: { a: 1 } });
});

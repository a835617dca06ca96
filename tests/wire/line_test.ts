// Bytes to lines, however they are cut into reads, under a cap.

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { encodeLine, lineTaker } from "../../src/wire/line.ts";

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("lines are the same however the bytes are cut into reads", () => {
  fc.assert(fc.property(fc.array(fc.json(), { maxLength: 5 }), fc.array(fc.nat(40)), (lines, cuts) => {
    const bytes = encode(lines.map((line) => `${line}\n`).join(""));
    const take = lineTaker();
    const taken: string[] = [];
    const scratch = new Uint8Array(64);
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + 1 + (cuts.shift() ?? 40));
      scratch.set(piece);
      const found = take(scratch.subarray(0, piece.length));
      if (found !== "too long") taken.push(...found.map((line) => new TextDecoder().decode(line)));
      at += piece.length;
    }
    assertEquals(taken, lines);
  }));
});

Deno.test("a message and its newline may fill the cap, one byte more may not", () => {
  const chunk = encode("abc\n");
  assertEquals(lineTaker(4)(chunk), [encode("abc")]);
  assertEquals(lineTaker(3)(chunk), "too long");
});

Deno.test("a line that never ends is refused at the cap", () => {
  const take = lineTaker(4);
  assertEquals(take(encode("ab")), []);
  assertEquals(take(encode("cd")), "too long");
});

Deno.test("the cap counts from each newline", () => {
  const take = lineTaker(4);
  assertEquals(take(encode("abc\nde")), [encode("abc")]);
  assertEquals(take(encode("f\n")), [encode("def")]);
});

Deno.test("a message is one line, whatever is in it", () => {
  assertEquals(new TextDecoder().decode(encodeLine({ a: "x\ny" })), '{"a":"x\\ny"}\n');
});

// The forwarder's terminal header.

import { assertEquals } from "@std/assert";
import { readTerminal } from "../../../src/daemon/http/terminal_header.ts";

Deno.test("listed names and the pid are read, all others are dropped", () => {
  const { pid, read } = readTerminal(
    "TERM_PROGRAM=kitty\tTMUX=/tmp/a=b,1,0\tpid=4711\tHOME=/home/me\tLD_PRELOAD=x\tjunk",
  );
  assertEquals(pid, 4711);
  assertEquals(["TERM_PROGRAM", "TMUX", "HOME", "LD_PRELOAD", "pid", "junk"].map(read), [
    "kitty",
    "/tmp/a=b,1,0",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("a pid that is no pid, a header that is missing or too long says nothing", () => {
  for (const value of ["pid=0", "pid=-1", "pid=1e3", "pid=", "pid=12345678901", null, `TMUX=${"x".repeat(4_096)}`]) {
    const { pid, read } = readTerminal(value);
    assertEquals([pid, read("TMUX")], [undefined, undefined], `${value}`.slice(0, 20));
  }
});

Deno.test("bytes above ASCII are read as UTF-8", () => {
  const bytes = new TextEncoder().encode("VULTS_TASK=größe 日本");
  assertEquals(readTerminal(String.fromCharCode(...bytes)).read("VULTS_TASK"), "größe 日本");
});

// The bash that runs the forwarder (`installer.md` 4).

import { assert, assertEquals } from "@std/assert";
import { bashCandidates, chooseBash } from "../../install/choose_bash.ts";
import { runProgram } from "../../install/run_program.ts";
import { inPlace } from "../support/install_place.ts";

const REAL = bashCandidates(undefined).find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // not on this machine
  }
});

Deno.test({
  name: "a real bash with /dev/tcp is chosen, after those that are missing, too old, without it, or no bash at all",
  ignore: REAL === undefined,
  fn: inPlace(async (at) => {
    assert(REAL !== undefined);
    const old = program(at.write("old", `echo 'version 302'; echo 'bash: connect: Connection refused'`));
    const without = program(
      at.write("without", `echo 'version 502'; echo "bash: /dev/tcp/x: No such file or directory"`),
    );
    const silent = program(at.write("silent", `echo 'version 502'`));
    const rubbish = program(at.write("rubbish", `echo hello; echo version 999`));
    const bad = [`${at.home}/gone`, old, without, silent, rubbish];
    assertEquals(await chooseBash(bad, runProgram), undefined);
    assertEquals(await chooseBash([...bad, REAL], runProgram), REAL);
  }),
});

Deno.test("candidates are absolute, each once, the system's first, and fit the first line of a script", () => {
  const found = bashCandidates(`/opt/my tools:relative:/usr/bin::/opt/b:/${"x".repeat(120)}:/bin`);
  assertEquals(found[0], "/bin/bash");
  assertEquals(found.filter((path) => path === "/usr/bin/bash").length, 1);
  assertEquals(found.at(-1), "/opt/b/bash");
  assert(found.every((path) => path.startsWith("/") && !path.includes(" ") && path.length <= 100));
});

function program(path: string): string {
  Deno.writeTextFileSync(path, `#!/bin/sh\n${Deno.readTextFileSync(path)}\n`);
  Deno.chmodSync(path, 0o755);
  return path;
}

// Who stands above a process, and who may answer.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { checkCaller } from "../../src/daemon/http/caller.ts";
import { ancestors } from "../../src/daemon/processes.ts";

function from(pid: string): Request {
  return new Request("http://localhost/", { headers: { "x-vults-caller": pid } });
}

Deno.test("a process and all above it are found, nearest first", async () => {
  const found = await ancestors(Deno.pid);
  assert("programs" in found);
  assertStringIncludes(found.programs[0]?.line ?? "", "deno");
  assertEquals(found.programs[0]?.name, "deno");
  const above = await ancestors(Deno.ppid);
  assert("programs" in above);
  assertEquals(found.programs.slice(1), above.programs);
});

Deno.test("a process that does not run is unknown", async () => {
  assertEquals(await ancestors(4_194_999), { unknown: "no process 4194999 runs" });
});

Deno.test("a command below an agent is refused by the agent's name, one below a shell is not", async () => {
  const below = (...lines: string[]) =>
    checkCaller(from("7"), () => Promise.resolve({ programs: lines.map((line) => ({ name: "", line })) }));
  const refused = await below("deno run main.ts answer c1 allow", "/bin/sh -c vults answer c1 allow", "claude", "-zsh");
  assertEquals([refused?.status, refused?.code], [403, "agent-caller"]);
  assertStringIncludes(refused?.message ?? "", "claude started this command");
  assertEquals(await below("deno run main.ts answer c1 allow", "-zsh", "tmux"), undefined);
});

Deno.test("a real process below a program named like an agent is refused", async () => {
  const root = Deno.makeTempDirSync();
  // The link gives the shell that name, and `:` keeps it from replacing itself by the child.
  Deno.symlinkSync("/bin/sh", `${root}/codex`);
  const child = new Deno.Command(`${root}/codex`, {
    args: ["-c", "/bin/sh -c 'echo $$; read line'; :"],
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  try {
    const { value } = await child.stdout.getReader().read();
    const refused = await checkCaller(from(new TextDecoder().decode(value).trim()));
    assertEquals(refused?.code, "agent-caller");
    assertStringIncludes(refused?.message ?? "", "codex");
  } finally {
    await child.stdin.close();
    await child.status;
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("who cannot be told apart is refused, with the reason", async () => {
  const refused = await checkCaller(from("7"), () => Promise.resolve({ unknown: "there is no ps" }));
  assertEquals([refused?.status, refused?.code], [403, "unknown-caller"]);
  assertStringIncludes(refused?.message ?? "", "there is no ps");
});

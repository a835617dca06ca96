// `vults serve` where nobody takes what it says.

import { assertEquals } from "@std/assert";
import { readIfThere } from "../../src/files.ts";
import { until } from "../support/daemon.ts";
import { home, start, vults } from "../support/vults.ts";

Deno.test("serve serves on when the readers of its stdout and stderr have gone", async () => {
  const at = await home();
  // Something to say on stderr.
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const child = start(["serve", "--port", String(taken.addr.port)], at.env);
  try {
    await Promise.all([child.stdin.close(), child.stdout.cancel(), child.stderr.cancel()]);
    await until(() => readIfThere(`${at.support}/daemon.json`) !== undefined, "daemon.json");
    const { code, stderr } = await vults(["sessions"], at.env);
    assertEquals([code, stderr.includes("is taken")], [0, true], stderr);
  } finally {
    child.kill("SIGTERM");
    assertEquals((await child.status).code, 0);
    await at.remove();
  }
});

Deno.test("any other command ends without a failure when its reader has gone", async () => {
  const at = await home();
  try {
    const child = start(["help"], at.env);
    await Promise.all([child.stdin.close(), child.stdout.cancel(), child.stderr.cancel()]);
    assertEquals((await child.status).code, 0);
  } finally {
    await at.remove();
  }
});

// A daemon in the foreground.

import { assertEquals } from "@std/assert";

const MODULE = new URL("../../src/daemon/until_asked.ts", import.meta.url).href;
const SCRIPT = `import { untilAsked } from ${JSON.stringify(MODULE)};
setTimeout(() => void Promise.reject(new Error("nobody awaits")), 0);
setTimeout(() => { throw new Error("nobody catches"); }, 50);
setTimeout(() => Deno.kill(Deno.pid, "SIGTERM"), 200);
await untilAsked((text) => console.log(text));
console.log("asked");
Deno.exit(0);`;

Deno.test("a failure that nobody handles is logged and ends nothing; a signal asks it to stop", async () => {
  const root = Deno.makeTempDirSync();
  try {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-config", SCRIPT],
      clearEnv: true,
      env: { HOME: root, DENO_DIR: `${root}/deno` },
    }).output();
    assertEquals([code, new TextDecoder().decode(stdout)], [
      0,
      "Went on after a failure: nobody awaits\nWent on after a failure: nobody catches\nasked\n",
    ]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

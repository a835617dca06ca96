// A daemon in the foreground.

import { assertEquals } from "@std/assert";

const MODULE = new URL("../../src/daemon/until_stopped.ts", import.meta.url).href;
const SCRIPT = `import { untilStopped } from ${JSON.stringify(MODULE)};
const stop = () => (console.log("stopped"), Promise.resolve());
setTimeout(() => void Promise.reject(new Error("nobody awaits")), 0);
setTimeout(() => { throw new Error("nobody catches"); }, 50);
setTimeout(() => Deno.kill(Deno.pid, "SIGTERM"), 200);
await untilStopped({ stop }, (text) => console.log(text));
Deno.exit(0);`;

Deno.test("a failure that nobody handles is logged and ends nothing; a signal stops cleanly", async () => {
  const root = Deno.makeTempDirSync();
  try {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-config", SCRIPT],
      clearEnv: true,
      env: { HOME: root, DENO_DIR: `${root}/deno` },
    }).output();
    assertEquals([code, new TextDecoder().decode(stdout)], [
      0,
      "Went on after a failure: nobody awaits\nWent on after a failure: nobody catches\nstopped\n",
    ]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

// A daemon as a process of its own, for tests that kill it: `serve.ts PATHS PORT` with the paths as JSON and a port or `none`.

import { start } from "../../src/daemon/start.ts";
import { untilAsked } from "../../src/daemon/until_asked.ts";

const [paths = "", port = "none"] = Deno.args;
const log = (text: string) => console.error(text);
const asked = untilAsked(log);
const daemon = await start({
  paths: JSON.parse(paths),
  port: port === "none" ? null : Number(port),
  demo: true,
  log,
});
if ("refused" in daemon) {
  console.error(daemon.refused);
  Deno.exit(1);
}
console.log("ready");
await asked;
await daemon.stop();
Deno.exit(0);

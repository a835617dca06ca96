// One install in a process of its own: `install_child.ts ROOT WISH [KILL-AFTER]`. It says "locked" and goes on when its
// stdin ends; with a number it kills itself after that many steps through the file door. Its last line is what it did.

import { realDoors } from "../../install/doors.ts";
import { installLock } from "../../install/install_lock.ts";
import { placePrograms } from "../../install/stable_binary.ts";
import { type InstallPlace, run, steppedDoor, type Wish } from "./install_place.ts";

const [root = "", wish, last] = Deno.args;
const home = `${root}/home`;
const at: InstallPlace = {
  root,
  home,
  support: `${root}/support`,
  write: () => "",
  [Symbol.dispose]: () => {},
};

const lock = await installLock(at.support);
if ("refused" in lock) {
  console.log(lock.refused);
  Deno.exit(1);
}
console.log("locked");
for await (const _ of Deno.stdin.readable);

let steps = 0;
const files = steppedDoor({
  after: () => {
    steps++;
    if (steps === Number(last)) Deno.kill(Deno.pid, "SIGKILL");
  },
});
const programs = wish === "install" ? placed() : undefined;
const configs = { claude: `${home}/.claude/settings.json`, codex: `${home}/.codex/hooks.json` };
const report = await run(at, configs, wish as Wish, { ...realDoors, files });
console.log(JSON.stringify({ programs, did: report.outcomes.map(({ did }) => did), problems: report.problems, steps }));
lock.release();
Deno.exit(0);

function placed() {
  const forwarder = "#!/bin/bash -p\nexit 0\n";
  const bin = `${at.support}/bin`;
  return placePrograms(files, { bin, binary: `${root}/binary`, forwarder, bash: "/bin/bash" });
}

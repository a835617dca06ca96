// Run by `kill_test.ts`: writes rows for ever and says after each flush up to which one they are acknowledged.

import { openStore } from "../../../src/daemon/store/open.ts";
import { card, ending, event, session } from "./world.ts";

const [path = "", from = "1"] = Deno.args;
const store = openStore(path);
store.load();

for (let i = Number(from);; i++) {
  const at = Date.now();
  store.saveSession(session("claude:s1", { summary: `${i}`, updated: at }));
  store.saveEvent(event(`event ${i}`, { at }));
  store.openCard(card(`c${i}`, { opened: at }));
  if (i % 3 === 0) store.flush(false);
  store.endCard(ending(`c${i}`, { at }), `{"i":${i}}`);
  if (i % 5 !== 0) continue;
  store.flush(i % 2 === 0);
  Deno.stdout.writeSync(new TextEncoder().encode(`${store.trouble() ?? i}\n`));
}

// One install at a time (`installer.md` 10, step 1; scenario 33 with two processes is in perform_faults_test.ts).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { installLock } from "../../install/install_lock.ts";
import { inPlace, modeOf } from "../support/install_place.ts";

Deno.test(
  "who finds it held waits, then says who holds it; let go, it is taken",
  inPlace(async (at) => {
    const first = await installLock(at.support);
    assert(!("refused" in first));
    assertEquals(await installLock(at.support, 120), {
      refused: `another vults install is running (pid ${Deno.pid})`,
      mend: "wait for it, or end it, and run again",
    });
    const waiting = installLock(at.support, 30_000);
    first.release();
    const second = await waiting;
    assert(!("refused" in second));
    second.release();
    assertEquals(modeOf(`${at.support}/install.lock`), 0o600);
  }),
);

Deno.test(
  "a missing support folder is made private; one that lets others in is refused with its mend",
  inPlace(async (at) => {
    const lock = await installLock(`${at.support}/deep/er`);
    assert(!("refused" in lock));
    lock.release();
    assertEquals(modeOf(`${at.support}/deep/er`), 0o700);
    Deno.chmodSync(at.support, 0o755);
    const refused = await installLock(at.support);
    assert("refused" in refused);
    assertStringIncludes(refused.refused, "mode 0755 lets others in");
  }),
);

Deno.test(
  "a lock file that cannot be opened is a refusal",
  inPlace(async (at) => {
    Deno.mkdirSync(`${at.support}/install.lock`);
    const lock = await installLock(at.support);
    assert("refused" in lock);
    assertStringIncludes(lock.refused, `Cannot lock "${at.support}/install.lock": `);
  }),
);

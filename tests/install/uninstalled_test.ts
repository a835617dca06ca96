// The memory of what a person took out (`installer.md` 11; scenario 31).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { realDoors, realFiles } from "../../install/doors.ts";
import { readUninstalled, remember, type Uninstalled } from "../../install/uninstalled.ts";
import { inPlace, type InstallPlace, modeOf } from "../support/install_place.ts";

Deno.test(
  "what is remembered is sorted, each once, with the time; what others wrote stays",
  inPlace((at) => {
    Deno.writeTextFileSync(file(at), '{"uninstalled":["codex:/c"],"note":1}');
    const doors = { ...realDoors, now: () => new Date("2026-11-30T12:00:00.000Z") };
    remember(doors, file(at), read(at), { add: ["claude:/a", "codex:/c", "claude:/a"], drop: [] });
    assertEquals(JSON.parse(Deno.readTextFileSync(file(at))), {
      note: 1,
      uninstalled: ["claude:/a", "codex:/c"],
      updatedAt: "2026-11-30T12:00:00.000Z",
    });
    assertEquals(modeOf(file(at)), 0o600);
  }),
);

Deno.test(
  "it is written only when it changes: nothing to forget makes no file",
  inPlace((at) => {
    remember(realDoors, file(at), read(at), { add: [], drop: ["claude:/a"] });
    assertEquals([...Deno.readDirSync(at.support)], []);
    remember(realDoors, file(at), read(at), { add: ["claude:/a"], drop: [] });
    const inode = Deno.statSync(file(at)).ino;
    remember(realDoors, file(at), read(at), { add: ["claude:/a"], drop: ["codex:/c"] });
    assertEquals(Deno.statSync(file(at)).ino, inode);
    remember(realDoors, file(at), read(at), { add: [], drop: ["claude:/a"] });
    assertEquals([...read(at).keys], []);
  }),
);

Deno.test(
  "a file that cannot be understood is an error that names it",
  inPlace((at) => {
    for (const text of ["", "[]", '{"uninstalled":"claude"}', '{"uninstalled":[1]}']) {
      Deno.writeTextFileSync(file(at), text);
      const state = readUninstalled(realFiles, file(at));
      assert("refused" in state, text);
      assertStringIncludes(state.refused, `Cannot use "${file(at)}": `);
    }
  }),
);

function file(at: InstallPlace): string {
  return `${at.support}/hooks-state.json`;
}

function read(at: InstallPlace): Uninstalled {
  const state = readUninstalled(realFiles, file(at));
  assert(!("refused" in state));
  return state;
}

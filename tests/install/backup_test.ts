// Backups (`installer.md` 3; scenario 29).

import { assert, assertEquals } from "@std/assert";
import { backsUp, NAME } from "../support/install_backups.ts";
import { backupsOf } from "../../install/backup.ts";
import { realFiles } from "../../install/doors.ts";
import { inPlace, modeOf, noTemporaries } from "../support/install_place.ts";

Deno.test(
  "the first bytes are kept once and for ever, the later ones with their second and a number",
  inPlace((at) => {
    const { keep, names, folder } = backsUp(at);
    for (const text of ["one", "two", "three"]) keep(text);
    assertEquals(names(), [`${NAME}.20261130T120000Z-001`, `${NAME}.20261130T120000Z-002`, `${NAME}.first`]);
    assertEquals(Deno.readTextFileSync(`${folder}/${NAME}.first`), "one");
    assertEquals(Deno.readTextFileSync(`${folder}/${NAME}.20261130T120000Z-002`), "three");
    noTemporaries(at.root);
  }),
);

Deno.test(
  "files are 0600 in folders of 0700, whatever the umask",
  inPlace((at) => {
    const before = Deno.umask(0);
    try {
      const { keep, names, folder } = backsUp(at);
      for (const text of ["one", "two"]) keep(text);
      assertEquals([modeOf(`${at.support}/backups`), modeOf(folder)], [0o700, 0o700]);
      assertEquals(names().map((name) => modeOf(`${folder}/${name}`)), [0o600, 0o600]);
    } finally {
      Deno.umask(before);
    }
  }),
);

Deno.test(
  "the newest ten stay, besides the first; a second that is used up goes on counting",
  inPlace((at) => {
    const { keep, names, folder } = backsUp(at);
    for (let each = 0; each < 16; each++) keep(`text ${each}`);
    const kept = names();
    assertEquals(kept.length, 11);
    assertEquals(kept[0], `${NAME}.20261130T120000Z-006`);
    assertEquals(kept[9], `${NAME}.20261130T120000Z-015`);
    assertEquals(Deno.readTextFileSync(`${folder}/${NAME}.20261130T120000Z-015`), "text 15");
    assertEquals(Deno.readTextFileSync(`${folder}/${NAME}.first`), "text 0");
  }),
);

Deno.test(
  "a clock that goes back costs an old backup, never the new one",
  inPlace((at) => {
    const { keep, names, setClock } = backsUp(at);
    for (let each = 0; each < 12; each++) keep(`text ${each}`);
    setClock("2020-01-01T00:00:00.900Z");
    keep("newest");
    assertEquals(names()[0], `${NAME}.20200101T000000Z-001`);
    assertEquals(names().length, 11);
  }),
);

Deno.test(
  "bytes that are the newest backup already are not kept again: a change that fails ten times pushes nothing out",
  inPlace((at) => {
    const { keep, names } = backsUp(at);
    for (const text of ["one", "one", "two", "two", "two"]) keep(text);
    assertEquals(names(), [`${NAME}.20261130T120000Z-001`, `${NAME}.first`]);
    keep("one");
    assertEquals(names().length, 3);
  }),
);

Deno.test(
  "a config that we made has no first bytes",
  inPlace((at) => {
    const { keep, names } = backsUp(at);
    keep("ours", false);
    assertEquals(names(), [`${NAME}.20261130T120000Z-001`]);
  }),
);

Deno.test(
  "files of another name in the folder are neither counted nor pruned, and all that is kept is found again",
  inPlace((at) => {
    const { keep, names, folder } = backsUp(at);
    keep("one");
    const others = [`${NAME}.20200101T000000Z-001.mine`, `x${NAME}.20200101T000000Z-001`, "notes"];
    for (const name of others) Deno.writeTextFileSync(`${folder}/${name}`, "");
    for (let each = 0; each < 12; each++) keep(`text ${each}`);
    for (const name of others) assert(names().includes(name), name);
    const found = backupsOf(realFiles, folder, `${at.home}/${NAME}`).map(({ bytes }) =>
      new TextDecoder().decode(bytes)
    );
    assertEquals([found.length, found[0], found.at(-1)], [11, "text 11", "one"]);
  }),
);

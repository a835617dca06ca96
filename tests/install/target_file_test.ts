// A config as it lies on disk, and every reason not to replace it (`installer.md` 10; scenarios 35 to 37, A13).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { realFiles } from "../../install/doors.ts";
import { readTarget } from "../../install/target_file.ts";
import { inPlace, type InstallPlace, steppedDoor } from "../support/install_place.ts";

const AS_ROOT = Deno.uid() === 0;

Deno.test(
  "a plain file is read with its bytes, its fingerprint and its mode",
  inPlace(async (at) => {
    const config = at.write(".claude/settings.json", "\uFEFF{}\r\n", 0o640);
    const target = await readTarget(config);
    assert(!("refused" in target));
    assertEquals([target.config, target.real, target.missing], [config, config, []]);
    assertEquals(target.before, new TextEncoder().encode("\uFEFF{}\r\n"));
    assertEquals(target.fingerprint, "9e1ab83190bccc9ea53ba40f856fbe5e5718bbc45eaf43a0cbd4f42fd4f01657");
    assertEquals(target.identity?.mode, 0o640);
  }),
);

Deno.test(
  "what is not there is absent, and the folders to be made are named, the outer first",
  inPlace(async (at) => {
    const target = await readTarget(`${at.home}/.config/opencode/plugins/vults.js`);
    assert(!("refused" in target));
    assertEquals([target.before, target.fingerprint, target.identity], [undefined, "absent", undefined]);
    const config = `${at.home}/.config`;
    assertEquals(target.missing, [config, `${config}/opencode`, `${config}/opencode/plugins`]);
  }),
);

const LINKS: Record<string, (at: InstallPlace, real: string) => string> = {
  "an absolute link": (at, real) => link(real, `${at.home}/settings.json`),
  "a relative link": (at) => link("store/settings.json", `${at.home}/settings.json`),
  "a chain of links": (at, real) => {
    link(real, `${at.home}/one`);
    return link("one", `${at.home}/two`);
  },
  "a link of the folder": (at) => `${link("store", `${at.home}/.claude`)}/settings.json`,
  "a path with dots": (at) => `${at.home}/store/../store/./settings.json`,
};

for (const [what, make] of Object.entries(LINKS)) {
  Deno.test(
    `${what} leads to the real file`,
    inPlace(async (at) => {
      const real = at.write("store/settings.json", "{}");
      const config = make(at, real);
      const target = await readTarget(config);
      assert(!("refused" in target), JSON.stringify(target));
      assertEquals([target.config, target.real], [config, real]);
      assertEquals(target.before, new TextEncoder().encode("{}"));
    }),
  );
}

Deno.test(
  "a file that is missing behind a linked folder would be made in the real folder",
  inPlace(async (at) => {
    Deno.mkdirSync(`${at.home}/store`);
    link("store", `${at.home}/.claude`);
    const target = await readTarget(`${at.home}/.claude/sub/settings.json`);
    assert(!("refused" in target));
    assertEquals([target.real, target.missing], [`${at.home}/store/sub/settings.json`, [`${at.home}/store/sub`]]);
  }),
);

type Case = { readonly make: (at: InstallPlace) => string; readonly why: string; readonly mend: string };

const REFUSED: Record<string, Case> = {
  "a link to nothing": {
    make: (at) => link(`${at.home}/gone.json`, `${at.home}/settings.json`),
    why: "is a link to nothing",
    mend: "remove the link",
  },
  "a link into a folder that is gone": {
    make: (at) => link("gone/settings.json", `${at.home}/settings.json`),
    why: "is a link to nothing",
    mend: "remove the link",
  },
  "a folder that is a link to nothing": {
    make: (at) => `${link("gone", `${at.home}/.claude`)}/settings.json`,
    why: `/.claude" is a link to nothing`,
    mend: "remove the link",
  },
  "a loop of links": {
    make: (at) => {
      link("b", `${at.home}/a`);
      return link("a", `${at.home}/b`);
    },
    why: "is a link to itself",
    mend: "remove the link",
  },
  "a folder in its place": {
    make: (at) => {
      Deno.mkdirSync(`${at.home}/settings.json`);
      return `${at.home}/settings.json`;
    },
    why: "it is not a regular file",
    mend: "move it away",
  },
  "a pipe in its place": { make: pipe, why: "it is not a regular file", mend: "move it away" },
  "a file where a folder should be": {
    make: (at) => `${at.write(".claude", "")}/settings.json`,
    why: "Not a directory",
    mend: "run again",
  },
  "a missing file in a read-only folder": {
    make: (at) => readOnly(`${at.write("store/other", "")}.json`),
    why: "is read-only",
    mend: "make it writable: chmod u+w /",
  },
};

/** They say what is in them all the same. */
const FIXED: Record<string, Case> = {
  "a read-only file": {
    make: (at) => at.write("settings.json", "{}", 0o444),
    why: `settings.json" is read-only`,
    mend: "make it writable: chmod u+w /",
  },
  "a link to a read-only file of a store": {
    make: (at) => link(at.write("store/x", "{}", 0o444), `${at.home}/settings.json`),
    why: `/store/x" is read-only`,
    mend: "change it where it is made",
  },
  "a file in a read-only folder": {
    make: (at) => readOnly(at.write("store/settings.json", "{}")),
    why: `the folder "`,
    mend: "make it writable: chmod u+w /",
  },
  "a file with two names": {
    make: (at) => {
      const path = at.write("settings.json", "{}");
      Deno.linkSync(path, `${at.home}/second`);
      return path;
    },
    why: "has 2 hard links",
    mend: "cp -p",
  },
};

for (const [what, { make, why, mend }] of Object.entries(REFUSED)) {
  Deno.test(
    `${what} is refused, with the reason and the mend`,
    inPlace(async (at) => {
      const target = await readTarget(make(at));
      assert("refused" in target, "it was not refused");
      assertStringIncludes(target.refused, why);
      assertStringIncludes(target.mend, mend);
      if (what.includes("read-only folder")) Deno.chmodSync(`${at.home}/store`, 0o700);
    }),
  );
}

for (const [what, { make, why, mend }] of Object.entries(FIXED)) {
  Deno.test(
    `${what} can be read, and says why it is not replaced and the mend`,
    inPlace(async (at) => {
      const target = await readTarget(make(at));
      assert(!("refused" in target), JSON.stringify(target));
      assertEquals(new TextDecoder().decode(target.before), "{}");
      assertStringIncludes(target.fixed?.refused ?? "", why);
      assertStringIncludes(target.fixed?.mend ?? "", mend);
      if (what.includes("read-only folder")) Deno.chmodSync(`${at.home}/store`, 0o700);
    }),
  );
}

Deno.test(
  "a path that a shell would expand is named so that the mend means the very file",
  inPlace(async (at) => {
    const target = await readTarget(at.write("it's $(x)/settings.json", "{}", 0o444));
    assert(!("refused" in target));
    assertEquals(target.fixed?.mend, `make it writable: chmod u+w '${at.home}/it'\\''s $(x)/settings.json'`);
  }),
);

Deno.test({
  name: "a file of another user is not replaced, with his number",
  ignore: !AS_ROOT,
  fn: inPlace(async (at) => {
    const config = at.write("settings.json", "{}");
    Deno.chownSync(config, 12_345, null);
    const target = await readTarget(config);
    assert(!("refused" in target));
    assertStringIncludes(target.fixed?.refused ?? "", "belongs to another user (uid 12345)");
  }),
});

for (const step of ["realPath", "lstat", "read"] as const) {
  Deno.test(
    `a file that cannot be looked at (${step}) is refused, never taken for an absent one`,
    inPlace(async (at) => {
      const config = at.write("settings.json", "{}");
      const files = steppedDoor({
        before: (each) => {
          if (each === step) throw new Error("Input/output error (os error 5)");
        },
      }, realFiles);
      assertEquals(await readTarget(config, files), {
        refused: "it cannot be read: Input/output error (os error 5)",
        mend: "mend this and run again",
      });
    }),
  );
}

function link(to: string, path: string): string {
  Deno.symlinkSync(to, path);
  return path;
}

function pipe(at: InstallPlace): string {
  const path = `${at.home}/settings.json`;
  new Deno.Command("mkfifo", { args: [path] }).outputSync();
  return path;
}

function readOnly(path: string): string {
  Deno.chmodSync(path.slice(0, path.lastIndexOf("/")), 0o500);
  return path;
}

// The programs under the stable path (`installer.md` 13; scenarios 40 and 43, A24).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import forwarder from "../../install/assets/vults-forward" with { type: "text" };
import { realFiles } from "../../install/doors.ts";
import { forwarderText, placePrograms, type Programs, removePrograms } from "../../install/stable_binary.ts";
import { allFiles, inPlace, type InstallPlace, modeOf, noTemporaries, steppedDoor } from "../support/install_place.ts";

Deno.test(
  "the binary and the forwarder come into bin with mode 0755, whatever the umask and the original's mode",
  inPlace((at) => {
    const umask = Deno.umask(0o077);
    try {
      const programs = programsOf(at, "one");
      Deno.chmodSync(programs.binary, 0o600);
      assertEquals(placePrograms(realFiles, programs), { forwards: true, changed: ["vults", "vults-forward"] });
      assertEquals(Deno.readTextFileSync(`${programs.bin}/vults`), binary("one"));
      assertEquals(["vults", "vults-forward"].map((name) => modeOf(`${programs.bin}/${name}`)), [0o755, 0o755]);
      noTemporaries(at.root);
    } finally {
      Deno.umask(umask);
    }
  }),
);

Deno.test(
  "the same again touches nothing; a lost mode is given back without a copy; other bytes are copied",
  inPlace((at) => {
    const programs = programsOf(at, "one");
    const path = `${programs.bin}/vults`;
    placePrograms(realFiles, programs);
    const then = Deno.statSync(path);
    assertEquals(placePrograms(realFiles, programs), { forwards: true, changed: [] });
    Deno.chmodSync(path, 0o644);
    assertEquals(placePrograms(realFiles, programs), { forwards: true, changed: [] });
    const now = Deno.statSync(path);
    assertEquals([now.ino, now.mtime, modeOf(path)], [then.ino, then.mtime, 0o755]);
    assertEquals(placePrograms(realFiles, programsOf(at, "two")), { forwards: true, changed: ["vults"] });
    assertEquals(Deno.readTextFileSync(path), binary("two"));
  }),
);

Deno.test(
  "the binary in bin may be the one that runs",
  inPlace((at) => {
    const programs = programsOf(at, "one");
    placePrograms(realFiles, programs);
    const own = { ...programs, binary: `${programs.bin}/vults` };
    assertEquals(placePrograms(realFiles, own), { forwards: true, changed: [] });
  }),
);

Deno.test("the forwarder is the shipped one with the chosen bash in its first line, and nothing else changed", () => {
  const text = forwarderText(forwarder, "/opt/homebrew/bin/bash");
  assertEquals(text.split("\n")[0], "#!/opt/homebrew/bin/bash -p");
  assertEquals(text.split("\n").slice(1), forwarder.split("\n").slice(1));
  let why: unknown;
  try {
    forwarderText("#!/bin/sh\n", "/bin/bash");
  } catch (error) {
    why = error;
  }
  assertStringIncludes(String(why), "does not start with");
});

Deno.test(
  "without a fitting bash it does not forward, and an older forwarder goes: entries that name it fall silent",
  inPlace((at) => {
    const programs = programsOf(at, "one");
    placePrograms(realFiles, programs);
    const without = { ...programs, bash: undefined };
    assertEquals(placePrograms(realFiles, without), { forwards: false, changed: [] });
    assertEquals(Object.keys(allFiles(programs.bin)), ["vults"]);
  }),
);

const REFUSED: Record<string, [(at: InstallPlace) => void, string]> = {
  "a binary that is gone": [(at) => Deno.removeSync(`${at.root}/built`), "No such file"],
  "a file in the place of bin": [(at) => Deno.writeTextFileSync(`${at.support}/bin`, ""), "is not a folder"],
  "a link in the place of bin": [(at) => Deno.symlinkSync(at.home, `${at.support}/bin`), "is not a folder"],
  "a folder in the place of the binary": [
    (at) => Deno.mkdirSync(`${at.support}/bin/vults/x`, { recursive: true }),
    "Cannot put the programs into",
  ],
};

for (const [what, [spoil, why]] of Object.entries(REFUSED)) {
  Deno.test(
    `${what} stops the run with the reason`,
    inPlace((at) => {
      const programs = programsOf(at, "one");
      spoil(at);
      const placed = placePrograms(realFiles, programs);
      assert("refused" in placed);
      assertStringIncludes(placed.refused, why);
      noTemporaries(at.root);
    }),
  );
}

Deno.test(
  "a program that is missing after all was written stops the run",
  inPlace((at) => {
    const programs = programsOf(at, "one");
    const files = steppedDoor({
      after: (step) => {
        if (step === "syncFolder" && Object.keys(allFiles(programs.bin)).includes("vults-forward")) {
          Deno.removeSync(`${programs.bin}/vults-forward`);
        }
      },
    });
    const placed = placePrograms(files, programs);
    assert("refused" in placed);
    assertStringIncludes(placed.refused, `"${programs.bin}/vults-forward" is not there`);
  }),
);

Deno.test(
  "what a killed swap left goes with the next one, and what others put there stays",
  inPlace((at) => {
    const programs = programsOf(at, "one");
    placePrograms(realFiles, programs);
    for (const name of ["vults.new-1", "vults-forward.new-999999", "mine.new-1", "vults.new-x"]) {
      Deno.writeTextFileSync(`${programs.bin}/${name}`, "");
    }
    placePrograms(realFiles, programs);
    const left = ["mine.new-1", "vults", "vults-forward", "vults.new-x"];
    assertEquals(Object.keys(allFiles(programs.bin)).sort(), left);
    assertEquals(removePrograms(realFiles, programs.bin), undefined);
    assertEquals(Object.keys(allFiles(programs.bin)).sort(), ["mine.new-1", "vults.new-x"]);
  }),
);

Deno.test(
  "removing takes the programs and the emptied folder, and is content when nothing is there",
  inPlace((at) => {
    const programs = programsOf(at, "one");
    placePrograms(realFiles, programs);
    assertEquals(removePrograms(realFiles, programs.bin), undefined);
    assertEquals([...Deno.readDirSync(at.support)], []);
    assertEquals(removePrograms(realFiles, programs.bin), undefined);
  }),
);

Deno.test(
  "swapped 200 times while 1,000 hooks run: none fails, each ran one version or the other",
  inPlace(async (at) => {
    const versions = [programsOf(at, "one"), programsOf(at, "two")];
    placePrograms(realFiles, programsOf(at, "one"));
    const shells = Array.from({ length: 4 }, () => hooksOf(`${at.support}/bin/vults`));
    let running = true;
    const runs = Promise.all(shells.map((shell) => shell.output())).finally(() => running = false);
    let swaps = 0;
    for (; swaps < 200 || running; swaps++) {
      programsOf(at, swaps % 2 === 0 ? "two" : "one");
      const placed = placePrograms(realFiles, versions[0] ?? programsOf(at, "one"));
      assertEquals(placed, { forwards: true, changed: ["vults"] });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const lines = (await runs).flatMap(({ stdout }) => new TextDecoder().decode(stdout).trim().split("\n"));
    assertEquals(lines.length, 1_000);
    assertEquals(lines.filter((line) => !/^(one|two) hook --agent claude 0$/.test(line)), []);
    const seen = new Set(lines);
    assertEquals(seen.size, 2, `only one version ran during ${swaps} swaps`);
    noTemporaries(at.root);
  }),
);

/** A stand-in for the binary. Long, so that a torn copy would not run to its end. */
function binary(version: string): string {
  return `#!/bin/sh\n# ${"x".repeat(40_000)}\necho "${version} $*"\n`;
}

function programsOf(at: InstallPlace, version: string): Programs {
  const path = `${at.root}/built`;
  Deno.writeTextFileSync(path, binary(version));
  return { bin: `${at.support}/bin`, binary: path, forwarder, bash: "/bin/bash" };
}

/** A shell of its own that runs an agent's line 250 times and says what came of each. */
function hooksOf(vults: string): Deno.ChildProcess {
  const line = `[ -x '${vults}' ] || exit 9; exec '${vults}' hook --agent claude`;
  const script = `i=0
while [ $i -lt 250 ]; do
  said=$(sh -c "$1" </dev/null 2>&1)
  echo "$said $?"
  i=$((i + 1))
done`;
  const args = ["-c", script, "sh", line];
  return new Deno.Command("sh", { args, clearEnv: true, env: { PATH: "/usr/bin:/bin" }, stdout: "piped" }).spawn();
}

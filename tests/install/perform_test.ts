// What perform leaves on disk (`installer.md` 10; scenarios 1, 8, 32, 36 to 38; A6, A13 to A16, A18).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Doors, realDoors, realFiles } from "../../install/doors.ts";
import type { FilePlan } from "../../install/file_plan.ts";
import { perform } from "../../install/perform.ts";
import {
  allFiles,
  inPlace,
  type InstallPlace,
  modeOf,
  noTemporaries,
  OURS,
  planned,
  run,
  steppedDoor,
  surely,
} from "../support/install_place.ts";

const AS_ROOT = Deno.uid() === 0;

for (
  const [text, what] of [["{}\n", "plain text"], ["\uFEFF{}\r\n", "a BOM and CRLF"], ["", "nothing in it"]] as const
) {
  for (const mode of [0o600, 0o640, 0o644, 0o664, 0o700]) {
    Deno.test(
      `a file of mode ${mode.toString(8)} with ${what} gets our line and keeps the rest, and comes back to the byte`,
      inPlace(async (at) => {
        const config = at.write(".claude/settings.json", text, mode);
        const before = Deno.umask(0o077);
        try {
          const installed = await run(at, { claude: config }, "install");
          assertEquals(installed.problems, []);
          assertEquals(installed.outcomes.map(({ did, problem }) => [did, problem]), [["changed", undefined]]);
          assertEquals([Deno.readTextFileSync(config), modeOf(config)], [text + OURS, mode]);
          assertEquals(await did(at, { claude: config }, "uninstall"), ["changed"]);
          assertEquals([Deno.readTextFileSync(config), modeOf(config)], [text, mode]);
          noTemporaries(at.root);
        } finally {
          Deno.umask(before);
        }
      }),
    );
  }
}

Deno.test(
  "a file that was not there is made 0600 in folders of 0700, which go with it",
  inPlace(async (at) => {
    const config = `${at.home}/.config/opencode/plugins/vults.js`;
    Deno.mkdirSync(`${at.home}/.config`, { mode: 0o755 });
    assertEquals(await did(at, { opencode: config }, "install"), ["created"]);
    assertEquals([modeOf(config), modeOf(`${at.home}/.config/opencode/plugins`)], [0o600, 0o700]);
    assertEquals(await did(at, { opencode: config }, "uninstall"), ["deleted"]);
    assertEquals([...Deno.readDirSync(`${at.home}/.config`)], []);
    assertEquals(manifestOf(at), {});
    const [backup] = Object.entries(allFiles(`${at.support}/backups`));
    assert(backup !== undefined, "a deletion has no backup");
    assertEquals([/vults\.js\.\d{8}T\d{6}Z-001$/.test(backup[0]), backup[1]], [true, OURS]);
  }),
);

Deno.test(
  "folders made for a file that then could not be written go again",
  inPlace(async (at) => {
    const config = `${at.home}/.config/opencode/plugins/vults.js`;
    const files = {
      ...realFiles,
      create(path: string) {
        if (path.startsWith(at.home)) throw new Error("No space left on device (os error 28)");
        return realFiles.create(path);
      },
    };
    const report = await run(at, { opencode: config }, "install", { ...realDoors, files });
    const [outcome] = report.outcomes;
    assertEquals([outcome?.did, outcome?.problem], ["nothing", {
      refused: "No space left on device (os error 28); nothing written",
      mend: "mend this and run again",
    }]);
    assertEquals([...Deno.readDirSync(at.home)], []);
  }),
);

Deno.test(
  "folders that we made stay when something else is in them",
  inPlace(async (at) => {
    const config = `${at.home}/.grok/hooks/vults.json`;
    await did(at, { grok: config }, "install");
    at.write(".grok/own.toml", "");
    assertEquals(await did(at, { grok: config }, "uninstall"), ["deleted"]);
    assertEquals(Object.keys(allFiles(at.home)), [".grok/own.toml"]);
    assertEquals([...Deno.readDirSync(`${at.home}/.grok`)].map(({ name }) => name), ["own.toml"]);
  }),
);

Deno.test(
  "folders of ours that this run may not remove are named, the inner first",
  inPlace(async (at) => {
    const config = `${at.home}/out/deep/er/settings.json`;
    await did(at, { claude: config }, "install");
    const files = steppedDoor({}, {
      ...realFiles,
      remove(path) {
        if (!path.endsWith("settings.json") && !path.endsWith("er")) throw new Deno.errors.NotCapable("no access");
        realFiles.remove(path);
      },
    });
    const { outcomes: [outcome] } = await run(at, { claude: config }, "uninstall", { ...realDoors, files });
    assertEquals([outcome?.did, outcome?.problem], ["deleted", undefined]);
    assertEquals(outcome?.left, [`${at.home}/out/deep`, `${at.home}/out`]);
  }),
);

Deno.test(
  "the same again writes nothing: no byte, no time, no backup, no manifest, no state",
  inPlace(async (at) => {
    const configs = { claude: at.write("a/settings.json", "{}\n"), codex: `${at.home}/b/hooks.json` };
    for (const wish of ["install", "uninstall"] as const) {
      await did(at, configs, wish);
      const then = inodes(at.root);
      assertEquals(await did(at, configs, wish), ["nothing", "nothing"]);
      assertEquals(inodes(at.root), then);
    }
  }),
);

Deno.test(
  "uninstalling is remembered, also where nothing was; only an install forgets it",
  inPlace(async (at) => {
    const configs = { claude: at.write("a/settings.json", "{}\n"), codex: `${at.home}/b/hooks.json` };
    await did(at, configs, "uninstall");
    assertEquals(remembered(at), [`claude:${configs.claude}`, `codex:${configs.codex}`]);
    assertEquals(Object.keys(allFiles(at.home)), ["a/settings.json"]);
    await run(at, { claude: configs.claude }, "install", realDoors, { memory: "keep" });
    assertEquals(remembered(at).length, 2);
    await did(at, { claude: configs.claude }, "install");
    assertEquals(remembered(at), [`codex:${configs.codex}`]);
  }),
);

for (const kind of ["absolute", "relative", "chain", "folder"]) {
  Deno.test(
    `a link (${kind}) stays, and the real file is replaced in its own folder`,
    inPlace(async (at) => {
      const real = at.write("store/settings.json", "{}\n", 0o640);
      const config = `${at.home}/.claude/settings.json`;
      if (kind === "folder") Deno.symlinkSync("store", `${at.home}/.claude`);
      else {
        Deno.mkdirSync(`${at.home}/.claude`);
        Deno.symlinkSync(kind === "absolute" ? real : "../store/settings.json", `${at.home}/.claude/one`);
        Deno.symlinkSync(kind === "chain" ? "one" : Deno.readLinkSync(`${at.home}/.claude/one`), config);
      }
      const links = Object.entries(allFiles(at.home)).filter(([, text]) => text.startsWith("->"));
      assertEquals(await did(at, { claude: config }, "install"), ["changed"]);
      assertEquals([Deno.readTextFileSync(real), modeOf(real), Deno.readTextFileSync(config)], [
        `{}\n${OURS}`,
        0o640,
        `{}\n${OURS}`,
      ]);
      assertEquals(Object.keys(manifestOf(at)), [`claude:${real}`]);
      assertEquals(await did(at, { claude: real }, "uninstall"), ["changed"]);
      assertEquals([Deno.readTextFileSync(config), manifestOf(at)], ["{}\n", {}]);
      assertEquals(Object.entries(allFiles(at.home)).filter(([, text]) => text.startsWith("->")), links);
      noTemporaries(at.root);
    }),
  );
}

Deno.test(
  "a file behind a link of the person's is not deleted: the link would lead nowhere",
  inPlace(async (at) => {
    const config = `${at.home}/.grok/hooks/vults.json`;
    await did(at, { grok: config }, "install");
    Deno.renameSync(config, `${at.home}/moved`);
    Deno.symlinkSync(`${at.home}/moved`, config);
    const plan = { ...await surely(at, "grok", config, "uninstall"), next: undefined, action: "delete" as const };
    const { outcomes: [outcome] } = await perform([plan], realDoors, { support: at.support, memory: "remember" });
    assertStringIncludes(outcome?.problem?.refused ?? "", "is a link; nothing deleted");
    assertEquals(Deno.readTextFileSync(config), OURS);
  }),
);

Deno.test({
  name: "the group of a file stays",
  ignore: !AS_ROOT,
  fn: inPlace(async (at) => {
    const config = at.write("settings.json", "{}\n", 0o2640);
    Deno.chownSync(config, null, 12_345);
    Deno.chmodSync(config, 0o2640);
    await did(at, { claude: config }, "install");
    assertEquals([Deno.statSync(config).gid, modeOf(config)], [12_345, 0o2640]);
  }),
});

Deno.test(
  "another writer between our read and the rename: planned once more, and nothing of either is lost",
  inPlace(async (at) => {
    const config = at.write("settings.json", "{}\n");
    const replan = (plan: FilePlan) => planned(at, plan.agent, plan.config, "install");
    const report = await run(at, { claude: config }, "install", meddling(config, 1), { replan });
    assertEquals(report.outcomes.map(({ did, problem }) => [did, problem]), [["changed", undefined]]);
    assertEquals(Deno.readTextFileSync(config), `{}\nedit 1\n${OURS}`);
    noTemporaries(at.root);
  }),
);

for (const [shown, edits] of [[true, 1], [false, 2]] as const) {
  Deno.test(
    `a writer ${shown ? "after a shown diff" : "who comes twice"}: nothing is written, and the message says so`,
    inPlace(async (at) => {
      const config = at.write("settings.json", "{}\n");
      const other = at.write("hooks.json", "{}\n");
      const replan = shown ? undefined : (plan: FilePlan) => planned(at, plan.agent, plan.config, "install");
      const doors = meddling(config, edits);
      const report = await run(at, { claude: config, codex: other }, "install", doors, { replan });
      assertEquals(report.outcomes.map(({ did, problem }) => [did, problem?.refused]), [
        ["nothing", "changed while vults was working; nothing written"],
        ["changed", undefined],
      ]);
      assertEquals(Deno.readTextFileSync(config), edits === 1 ? "{}\nedit 1\n" : "{}\nedit 1\nedit 2\n");
      assertEquals(Object.keys(manifestOf(at)), [`codex:${other}`]);
      noTemporaries(at.root);
    }),
  );
}

const MEDDLE: Record<string, (config: string) => void> = {
  "the same bytes in another file": (config) => {
    Deno.writeTextFileSync(`${config}.new`, Deno.readTextFileSync(config));
    Deno.renameSync(`${config}.new`, config);
  },
  "another mode": (config) => Deno.chmodSync(config, 0o600),
  "a link in its place": (config) => {
    Deno.renameSync(config, `${config}.real`);
    Deno.symlinkSync(`${config}.real`, config);
  },
  "a second name": (config) => Deno.linkSync(config, `${config}.second`),
  "no file any more": (config) => Deno.removeSync(config),
};

for (const [what, meddle] of Object.entries(MEDDLE)) {
  Deno.test(
    `${what} is a change too: nothing is written`,
    inPlace(async (at) => {
      const config = at.write("settings.json", "{}\n");
      const plan = await surely(at, "claude", config, "install");
      meddle(config);
      const then = allFiles(at.home);
      const report = await perform([plan], realDoors, { support: at.support, memory: "forget" });
      assertEquals(report.outcomes.map(({ did, problem }) => [did, problem?.refused]), [
        ["nothing", "changed while vults was working; nothing written"],
      ]);
      assertEquals([allFiles(at.home), allFiles(at.support)], [then, {}]);
    }),
  );
}

Deno.test(
  "a file that appears where there was none is not written over",
  inPlace(async (at) => {
    const config = `${at.home}/.claude/settings.json`;
    const plan = await surely(at, "claude", config, "install");
    at.write(".claude/settings.json", "the person's own\n");
    const report = await perform([plan], realDoors, { support: at.support, memory: "forget" });
    assertEquals(report.outcomes[0]?.problem?.refused, "changed while vults was working; nothing written");
    assertEquals(Deno.readTextFileSync(config), "the person's own\n");
  }),
);

Deno.test(
  "a result that the CLI would not read is not written, and a check that breaks down is no broken file",
  inPlace(async (at) => {
    const config = at.write("settings.json", "{}\n");
    const plan = await surely(at, "claude", config, "install");
    const checks = [() => "a comma is missing", () => {
      throw new Error("out of memory");
    }];
    const whys: (string | undefined)[] = [];
    for (const check of checks) {
      const report = await perform([{ ...plan, check }], realDoors, { support: at.support, memory: "forget" });
      whys.push(report.outcomes[0]?.problem?.refused);
    }
    assertEquals(whys, [
      "the result would not be read: a comma is missing; nothing written",
      "out of memory; nothing written",
    ]);
    assertEquals([Deno.readTextFileSync(config), allFiles(at.support)], ["{}\n", {}]);
  }),
);

Deno.test(
  "what is reported is what is on disk: a writer right after us is seen",
  inPlace(async (at) => {
    const config = at.write("settings.json", "{}\n");
    const files = steppedDoor({
      after: (step) => {
        if (step === "rename" && Deno.readTextFileSync(config).includes(OURS)) {
          Deno.writeTextFileSync(config, "emptied\n");
        }
      },
    });
    const report = await run(at, { claude: config }, "install", { ...realDoors, files });
    const [outcome] = report.outcomes;
    assertEquals([outcome?.did, outcome?.onDisk], ["changed", new TextEncoder().encode("emptied\n")]);
    assertStringIncludes(outcome?.problem?.refused ?? "", "another program has changed it since");
    // What undoes ours stays known, should that program put it back.
    assertEquals(Object.keys(manifestOf(at)), [`claude:${config}`]);
  }),
);

for (const name of ["hooks-manifest.json", "hooks-state.json"]) {
  Deno.test(
    `an unreadable ${name} stops everything before the first config`,
    inPlace(async (at) => {
      const config = at.write("settings.json", "{}\n");
      const plan = await surely(at, "claude", config, "install");
      Deno.writeTextFileSync(`${at.support}/${name}`, "{");
      const report = await perform([plan], realDoors, { support: at.support, memory: "forget" });
      assertEquals(report.outcomes, []);
      assertStringIncludes(report.problems[0]?.refused ?? "", `Cannot use "${at.support}/${name}"`);
      assertEquals([Deno.readTextFileSync(config), Object.keys(allFiles(at.support))], ["{}\n", [name]]);
    }),
  );
}

Deno.test(
  "a temporary file of a killed run goes, the ones of others stay",
  inPlace(async (at) => {
    const config = at.write("settings.json", "{}\n");
    const uuid = crypto.randomUUID();
    const others = [`.other.json.vults-${uuid}`, ".settings.json.vults-note", `settings.json.vults-${uuid}`];
    for (const name of [`.settings.json.vults-${uuid}`, ...others]) at.write(name, "x");
    Deno.symlinkSync(config, `${at.home}/.settings.json.vults-${crypto.randomUUID()}`);
    Deno.writeTextFileSync(`${at.support}/.hooks-manifest.json.vults-${uuid}`, "x");
    await did(at, { claude: config }, "uninstall");
    const left = Object.keys(allFiles(at.home)).filter((name) => name.includes("vults-"));
    assertEquals(left.filter((name) => Deno.lstatSync(`${at.home}/${name}`).isFile).sort(), [...others].sort());
    assertEquals(left.length, others.length + 1);
    assertEquals(Object.keys(allFiles(at.support)), ["hooks-state.json"]);
  }),
);

Deno.test(
  "no temporary name is one that a plugin or hook folder would load",
  inPlace(async (at) => {
    const config = `${at.home}/plugins/vults.js`;
    const seen = new Set<string>();
    const files = steppedDoor({
      after: () => Object.keys(allFiles(at.home)).forEach((name) => seen.add(name)),
    });
    await run(at, { opencode: config }, "install", { ...realDoors, files });
    seen.delete("plugins/vults.js");
    assert(seen.size > 0, "nothing was seen on the way");
    for (const name of seen) assert(!/\.(js|ts|json)$/.test(name), name);
  }),
);

async function did(at: InstallPlace, configs: Record<string, string>, wish: "install" | "uninstall") {
  const { outcomes, problems } = await run(at, configs, wish);
  assertEquals(problems, []);
  return outcomes.map(({ did, problem }) => problem === undefined ? did : problem.refused);
}

/** A program that adds a line to the config just before each of the first renames over it. */
function meddling(config: string, times: number): Doors {
  let done = 0;
  const files = steppedDoor({
    after: (step) => {
      // A temporary file beside the config is synced only in the middle of writing it.
      const writing = [...Deno.readDirSync(config.slice(0, config.lastIndexOf("/")))].some(({ name }) =>
        name.startsWith(".settings.json.vults-")
      );
      if (step !== "sync" || !writing || done >= times) return;
      done++;
      Deno.writeTextFileSync(config, `edit ${done}\n`, { append: true });
    },
  });
  return { ...realDoors, files };
}

function manifestOf(at: InstallPlace): Record<string, unknown> {
  try {
    return JSON.parse(Deno.readTextFileSync(`${at.support}/hooks-manifest.json`)).agents;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}

function remembered(at: InstallPlace): string[] {
  return JSON.parse(Deno.readTextFileSync(`${at.support}/hooks-state.json`)).uninstalled;
}

function inodes(folder: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(allFiles(folder)).map((name) => {
      const { ino, mtime, size } = Deno.lstatSync(`${folder}/${name}`);
      return [name, [ino, mtime?.getTime(), size]];
    }),
  );
}

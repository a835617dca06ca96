// R5 by fault injection (scenarios 33 to 35 and 38): an install of the programs and two configs, one of them new, ended or
// failing at every step it takes. Whatever happens, each file is the old one or the new one, and the next run mends it.

import { assert, assertEquals } from "@std/assert";
import { type FileDoor, realDoors, realFiles } from "../../install/doors.ts";
import { placePrograms } from "../../install/stable_binary.ts";
import { startInstall } from "../support/install_process.ts";
import {
  allFiles,
  type InstallPlace,
  installPlace,
  modeOf,
  noTemporaries,
  OURS,
  run,
  steppedDoor,
  temporaries,
  type Wish,
} from "../support/install_place.ts";

const OLD = "\uFEFF{}\r\n";
const OLD_PROGRAM = "#!/bin/sh\necho old\n";
const PROGRAM = "#!/bin/sh\necho new\n";
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const FORWARDER = "#!/bin/bash -p\nexit 0\n";

/** These change nothing on disk: ending after one is ending after the step before it. */
const READS: readonly (keyof FileDoor)[] = ["lstat", "realPath", "read", "list"];

const CHANGES: Record<Wish, readonly (keyof FileDoor)[]> = {
  install: ["makeFolder", "create", "write", "sync", "close", "setMode", "rename", "syncFolder"],
  uninstall: ["makeFolder", "create", "write", "sync", "close", "setMode", "rename", "syncFolder", "remove"],
};

for (const wish of ["install", "uninstall"] as const) {
  Deno.test(`an ${wish} killed after any step that changes something: every file is old or new, and the next run mends`, async () => {
    const tried = new Set<keyof FileDoor>();
    for (const [at, step] of (await stepsOf(wish)).entries()) {
      if (READS.includes(step)) continue;
      tried.add(step);
      using place = await readyFor(wish);
      const child = startInstall(place.root, wish, at + 1);
      await child.go();
      assertEquals((await child.status()).signal, "SIGKILL", `step ${at + 1}, ${step}`);
      oldOrNew(place, `killed after step ${at + 1}, ${step}`);
      await mends(place, `after a kill at step ${at + 1}, ${step}`, wish);
    }
    assertEquals([...tried].sort(), [...CHANGES[wish]].sort());
  });
}

const FAILURES: Record<string, () => Error> = {
  EACCES: () => new Deno.errors.PermissionDenied("Permission denied (os error 13)"),
  ENOSPC: () => new Error("No space left on device (os error 28)"),
  EIO: () => new Error("Input/output error (os error 5)"),
};

for (const wish of ["install", "uninstall"] as const) {
  for (const [name, failure] of Object.entries(FAILURES)) {
    Deno.test(`${name} at any step of an ${wish}: said as it is on disk, the other config goes on, the next run mends`, async () => {
      let failed = 0;
      for (let at = 1;; at++) {
        using place = await readyFor(wish);
        const step = await failsAt(place, wish, at, failure);
        if (step !== undefined) failed++;
        await mends(place, `after ${name} at step ${at}, ${step}`, wish);
        if (step === undefined) break;
      }
      assert(failed > 40, `only ${failed} steps were tried`);
    });
  }
}

Deno.test("two installs at once: one waits for the other, and the result is that of one", async () => {
  using place = prepared();
  const first = startInstall(place.root);
  await first.said("locked");
  const second = startInstall(place.root);
  await second.go();
  // The lock is held until the first is told to go on: the second cannot have begun.
  await new Promise((resolve) => setTimeout(resolve, 500));
  assertEquals(second.output(), "");
  assertEquals(allFiles(place.home), { ".claude/settings.json": OLD });
  await first.go();
  assertEquals([(await first.status()).code, (await second.status()).code], [0, 0]);
  assertEquals([first.result().did, second.result().did], [["changed", "created"], ["nothing", "nothing"]]);
  assertEquals(Object.keys(allFiles(`${place.support}/backups`)).length, 1);
  isNew(place, "after two at once");
});

Deno.test("two installs started together, three times over: never a lost line, never two", async () => {
  for (let round = 0; round < 3; round++) {
    using place = prepared();
    const both = [startInstall(place.root), startInstall(place.root)];
    await Promise.all(both.map((each) => each.go()));
    assertEquals((await Promise.all(both.map((each) => each.status()))).map(({ code }) => code), [0, 0]);
    const did = both.map((each) => each.result().did.join(" ")).sort();
    assertEquals(did, ["changed created", "nothing nothing"]);
    isNew(place, `round ${round}`);
  }
});

/** An old program and one config; the other is to be made. */
function prepared(): InstallPlace {
  const place = installPlace();
  place.write(".claude/settings.json", OLD, 0o640);
  Deno.mkdirSync(`${place.support}/bin`, { mode: 0o700 });
  Deno.writeTextFileSync(`${place.support}/bin/vults`, OLD_PROGRAM);
  Deno.chmodSync(`${place.support}/bin/vults`, 0o755);
  Deno.writeTextFileSync(`${place.root}/binary`, PROGRAM);
  return place;
}

async function readyFor(wish: Wish): Promise<InstallPlace> {
  const place = prepared();
  if (wish === "uninstall") await install(place, quick(realFiles));
  return place;
}

/** The steps of a run that nothing disturbs. */
async function stepsOf(wish: Wish): Promise<(keyof FileDoor)[]> {
  using place = await readyFor(wish);
  const steps: (keyof FileDoor)[] = [];
  const files = steppedDoor({ after: (step) => steps.push(step) });
  await perform(place, wish, files);
  return steps;
}

async function perform(place: InstallPlace, wish: Wish, files: FileDoor) {
  return wish === "install"
    ? await install(place, files)
    : await run(place, configsOf(place), wish, { ...realDoors, files });
}

async function install(place: InstallPlace, files: FileDoor) {
  const bin = `${place.support}/bin`;
  const programs = { bin, binary: `${place.root}/binary`, forwarder: FORWARDER, bash: "/bin/bash" };
  const placed = placePrograms(files, programs);
  // As a command does: nothing is opened without its programs.
  if ("refused" in placed) return { outcomes: [], problems: [placed] };
  return await run(place, configsOf(place), "install", { ...realDoors, files });
}

/** Without waiting for the disk: a failing step is no power cut. */
function quick(files: FileDoor): FileDoor {
  return { ...files, sync: () => {}, syncFolder: () => {} };
}

/** The step that failed; `undefined` when there were fewer. A write that fails leaves half of its bytes. */
async function failsAt(place: InstallPlace, wish: Wish, at: number, failure: () => Error) {
  let count = 0;
  let failed: keyof FileDoor | undefined;
  const half = (file: Deno.FsFile, bytes: Uint8Array) => {
    realFiles.write(file, count === at ? bytes.subarray(0, bytes.length / 2) : bytes);
    if (count === at) throw failure();
  };
  const before = (step: keyof FileDoor) => {
    count++;
    if (count !== at) return;
    failed = step;
    if (step !== "write") throw failure();
  };
  const files = steppedDoor({ before }, { ...quick(realFiles), write: half });
  const report = await perform(place, wish, files);
  const what = `failed at step ${at}, ${failed}`;
  oldOrNew(place, what);
  honest(report, what);
  if (failed !== "remove" && failed !== "lstat" && failed !== "list") assertEquals(temporaries(place.root), [], what);
  return failed;
}

type Result = Awaited<ReturnType<typeof run>>;

/** What is told is what is on disk, and a failure costs one config at most. */
function honest({ outcomes, problems }: Result, what: string): void {
  if (outcomes.length === 0) return assert(problems.length > 0, what);
  const whole = outcomes.filter(({ problem }) => problem === undefined).length;
  assert(whole >= 1 && outcomes.length === 2, what);
  for (const { config, did, onDisk } of outcomes) {
    const there = readIfThere(config);
    assertEquals(there, onDisk && DECODER.decode(onDisk), `${what}: ${config} ${did}`);
  }
  const claude = outcomes.find(({ agent }) => agent === "claude");
  assert(claude && ["changed", "nothing"].includes(claude.did), what);
}

async function mends(place: InstallPlace, what: string, wish: Wish): Promise<void> {
  const report = await perform(place, wish, quick(realFiles));
  assertEquals([...report.problems, ...report.outcomes.flatMap(({ problem }) => problem ?? [])], [], what);
  if (wish === "install") {
    isNew(place, what);
    return await mends(place, `${what}, installed and then taken out`, "uninstall");
  }
  assertEquals(allFiles(place.home), { ".claude/settings.json": OLD }, what);
  assertEquals(modeOf(configsOf(place).claude), 0o640, what);
  noTemporaries(place.root);
}

function isNew(place: InstallPlace, what: string): void {
  const { claude, codex } = configsOf(place);
  assertEquals([readIfThere(claude), modeOf(claude)], [OLD + OURS, 0o640], what);
  assertEquals([readIfThere(codex), modeOf(codex)], [OURS, 0o600], what);
  const bin = `${place.support}/bin`;
  assertEquals([readIfThere(`${bin}/vults`), modeOf(`${bin}/vults`)], [PROGRAM, 0o755], what);
  assertEquals([readIfThere(`${bin}/vults-forward`), modeOf(`${bin}/vults-forward`)], [FORWARDER, 0o755], what);
  const manifest = JSON.parse(readIfThere(`${place.support}/hooks-manifest.json`) ?? "{}");
  assertEquals(Object.keys(manifest.agents), [`claude:${claude}`, `codex:${codex}`], what);
  const first = Object.entries(allFiles(`${place.support}/backups`)).find(([name]) =>
    name.endsWith("settings.json.first")
  );
  assertEquals(first?.[1], OLD, what);
  noTemporaries(place.root);
}

/** Each file for itself: what it was, or what it becomes. */
function oldOrNew(place: InstallPlace, what: string): void {
  const { claude, codex } = configsOf(place);
  const bin = `${place.support}/bin`;
  const among = (path: string, texts: (string | undefined)[]) =>
    assert(texts.includes(readIfThere(path)), `${what}: ${path} is torn: ${readIfThere(path)}`);
  among(claude, [OLD, OLD + OURS]);
  among(codex, [undefined, OURS]);
  among(`${bin}/vults`, [OLD_PROGRAM, PROGRAM]);
  among(`${bin}/vults-forward`, [undefined, FORWARDER]);
  assertEquals([modeOf(claude), modeOf(`${bin}/vults`)], [0o640, 0o755], what);
  for (const [name, text] of Object.entries(allFiles(place.support))) {
    const hidden = name.split("/").some((part) => part.startsWith("."));
    if (name.endsWith(".json") && !hidden) JSON.parse(text);
    if (name.endsWith(".first")) assertEquals(text, OLD, what);
  }
}

function configsOf({ home }: InstallPlace) {
  return { claude: `${home}/.claude/settings.json`, codex: `${home}/.codex/hooks.json` };
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

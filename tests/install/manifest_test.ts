// The manifest (`installer.md` 3; scenario 30).

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { realDoors, realFiles } from "../../install/doors.ts";
import { type Manifest, readManifest, withEntry, writeManifest } from "../../install/manifest.ts";
import { type Entry, type ManifestEntry, nextEntry } from "../../install/manifest_entry.ts";
import { inPlace, type InstallPlace, modeOf } from "../support/install_place.ts";

const NOW = new Date("2026-11-30T12:00:00.500Z");
const ENTRY: Entry = {
  config: "/home/u/.claude/settings.json",
  approval: true,
  statusline: false,
  commands: ["b", "a", "b"],
  created: false,
  folders: [],
  containers: ["/hooks"],
  undo: [{ text: "{ }", at: "" }],
  before: "h0",
};
const FIRST = { from: "h0", to: "h1" };

Deno.test(
  "bare agent keys of the older product get their config's path, and what it wrote is understood",
  inPlace((at) => {
    const config = at.write(".claude/settings.json", "{}");
    const old = { config, approval: false, commands: ["x"], installedAt: "2026-01-01T00:00:00Z" };
    const manifest = read(at, { version: 1, agents: { claude: old } });
    assertEquals([...manifest.entries], [[`claude:${config}`, {
      ...old,
      statusline: false,
      created: false,
      folders: [],
      containers: [],
      undo: [],
    }]]);
  }),
);

Deno.test(
  "two keys for one config become one: commands of both, the rest of the newer, in either order",
  inPlace((at) => {
    const config = at.write("real/settings.json", "{}");
    Deno.symlinkSync("real", `${at.home}/.claude`);
    const linked = `${at.home}/.claude/settings.json`;
    const older = { config: linked, approval: true, commands: ["b", "a"], installedAt: "2026-01-01T00:00:00Z", a: 1 };
    const newer = { config, approval: false, commands: ["c", "a"], installedAt: "2026-02-01T00:00:00Z", b: 2 };
    for (
      const agents of [{ claude: older, [`claude:${config}`]: newer }, { claude: newer, [`claude:${linked}`]: older }]
    ) {
      const entries = [...read(at, { version: 1, agents }).entries];
      assertEquals(entries.map(([key]) => key), [`claude:${config}`]);
      const entry = entries[0]?.[1];
      assertEquals([entry?.commands, entry?.approval, entry?.installedAt], [["a", "b", "c"], false, newer.installedAt]);
      assertStringIncludes(JSON.stringify(entry), '"a":1');
    }
  }),
);

Deno.test(
  "members and agents that are not ours survive a write, and ours keep their unknown members",
  inPlace((at) => {
    const foreign = { mine: [1, { deep: true }] };
    const own = { config: `${at.home}/x`, commands: [], installedAt: "", extra: "kept", before: "h9" };
    const agents = { windsurf: foreign, "claude-code:/x": 7, [`codex:${at.home}/x`]: own };
    const manifest = read(at, { version: 1, note: "mine", agents });
    const old = manifest.entries.get(`codex:${at.home}/x`);
    const next = nextEntry(old, { ...ENTRY, config: `${at.home}/x` }, FIRST, NOW);
    writeManifest(realDoors, file(at), withEntry(manifest, `codex:${at.home}/x`, next));
    const written = JSON.parse(Deno.readTextFileSync(file(at)));
    assertEquals([written.version, written.note, written.agents.windsurf, written.agents["claude-code:/x"]], [
      1,
      "mine",
      foreign,
      7,
    ]);
    assertEquals(written.agents[`codex:${at.home}/x`], {
      ...ENTRY,
      config: `${at.home}/x`,
      extra: "kept",
      commands: ["a", "b"],
      undo: [{ at: "", text: "{ }" }],
      before: "h0",
      after: "h1",
      installedAt: "2026-11-30T12:00:00Z",
    });
    assertEquals(modeOf(file(at)), 0o600);
  }),
);

Deno.test("what is the same stays the same object with its time, however it is ordered", () => {
  const old = nextEntry(undefined, ENTRY, FIRST, NOW);
  const later = new Date("2027-01-01T00:00:00Z");
  const same = { ...ENTRY, commands: ["a", "b"], undo: [{ at: "", text: "{ }" }] };
  assert(nextEntry(old, same, undefined, later) === old);
  const manifest: Manifest = { entries: new Map([["claude:/x", old]]), foreign: {}, others: { version: 1 } };
  assert(withEntry(manifest, "claude:/x", old) === manifest);
  assert(withEntry(manifest, "codex:/y", undefined) === manifest);
  const changed = nextEntry(old, { ...same, approval: false }, undefined, later);
  assertEquals([changed.approval, changed.installedAt], [false, "2027-01-01T00:00:00Z"]);
});

Deno.test("the hash to go back to is kept only while nobody else has written in between", () => {
  const first = nextEntry(undefined, ENTRY, FIRST, NOW);
  assertEquals(hashes(first), ["h0", "h1"]);
  assertEquals(hashes(nextEntry(first, ENTRY, { from: "h1", to: "h2" }, NOW)), ["h0", "h2"]);
  assertEquals(hashes(nextEntry(first, ENTRY, { from: "edited", to: "h2" }, NOW)), [undefined, "h2"]);
  const without = { ...ENTRY, before: undefined };
  assertEquals(hashes(nextEntry(first, without, { from: "h1", to: "h2" }, NOW)), [undefined, "h2"]);
  const anew = { ...ENTRY, before: "h7" };
  assertEquals(hashes(nextEntry(first, anew, { from: "h7", to: "h8" }, NOW)), ["h7", "h8"]);
  assertEquals(hashes(nextEntry(undefined, anew, { from: "had-older-entries", to: "h8" }, NOW)), [undefined, "h8"]);
  assertEquals(hashes(nextEntry(undefined, ENTRY, undefined, NOW)), [undefined, undefined]);
});

const UNREADABLE: Record<string, [string, string]> = {
  "broken JSON": ["{", "JSON"],
  "no object": ["[]", "expected object"],
  "another version": ['{"version":2,"agents":{}}', "version"],
  "agents as a list": ['{"version":1,"agents":[]}', "agents"],
  "an own entry without a config": ['{"version":1,"agents":{"claude":{"commands":[]}}}', 'agents["claude"] config'],
  "commands as text": ['{"version":1,"agents":{"codex:/x":{"config":"/x","commands":"y"}}}', "commands"],
  "no UTF-8": ["\xff", ""],
};

for (const [what, [text, why]] of Object.entries(UNREADABLE)) {
  Deno.test(
    `${what} is an error that names the file, never an empty manifest`,
    inPlace((at) => {
      Deno.writeFileSync(file(at), Uint8Array.from(text, (char) => char.charCodeAt(0)));
      const manifest = readManifest(realFiles, file(at));
      assert("refused" in manifest);
      assertStringIncludes(manifest.refused, `Cannot use "${file(at)}": `);
      assertStringIncludes(manifest.refused, why);
    }),
  );
}

Deno.test(
  "no file is an empty manifest, and its first write is whole",
  inPlace((at) => {
    const manifest = readManifest(realFiles, file(at));
    assert(!("refused" in manifest));
    assertEquals(manifest.entries.size, 0);
    writeManifest(realDoors, file(at), manifest);
    assertEquals(JSON.parse(Deno.readTextFileSync(file(at))), { version: 1, agents: {} });
  }),
);

Deno.test(
  "Gemini's entry of an older product keeps its name",
  inPlace((at) => {
    const entry = { config: "/g/settings.json", commands: [], installedAt: "" };
    assertEquals([...read(at, { version: 1, agents: { gemini: entry } }).entries.keys()], ["gemini:/g/settings.json"]);
  }),
);

function file(at: InstallPlace): string {
  return `${at.support}/hooks-manifest.json`;
}

function read(at: InstallPlace, value: unknown): Manifest {
  Deno.writeTextFileSync(file(at), JSON.stringify(value));
  const manifest = readManifest(realFiles, file(at));
  assert(!("refused" in manifest), JSON.stringify(manifest));
  return manifest;
}

function hashes({ before, after }: ManifestEntry): [string | undefined, string | undefined] {
  return [before, after];
}

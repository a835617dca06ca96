// The file door.

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  atomicWrite,
  ensureDir,
  exists,
  privateFolder,
  readIfThere,
  realPath,
  reason,
  shellWord,
  takeLock,
  writeNew,
} from "../src/files.ts";

function inTemp(work: (root: string) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const root = Deno.makeTempDirSync();
    try {
      await work(root);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  };
}

function modeOf(path: string): number {
  return (Deno.lstatSync(path).mode ?? 0) & 0o777;
}

Deno.test(
  "a private folder is made with its parents and mode 0700, and accepted the next time",
  inTemp((root) => {
    assertEquals(privateFolder(`${root}/a/b`), undefined);
    assertEquals(modeOf(`${root}/a/b`), 0o700);
    assertEquals(privateFolder(`${root}/a/b`), undefined);
  }),
);

Deno.test(
  "a folder open to others is refused with its mode and the command that mends it",
  inTemp((root) => {
    for (const [mode, shown] of [[0o755, "0755"], [0o710, "0710"], [0o701, "0701"]] as const) {
      Deno.mkdirSync(`${root}/${shown}`);
      Deno.chmodSync(`${root}/${shown}`, mode);
      assertEquals(
        privateFolder(`${root}/${shown}`),
        `Cannot use the folder "${root}/${shown}": mode ${shown} lets others in (mend it with: chmod 700 ${root}/${shown})`,
      );
    }
  }),
);

Deno.test("a path is one word for a shell, in quotes only where it needs them", () => {
  const rows = [["/a/b-c.d", "/a/b-c.d"], ["/a b", "'/a b'"], ["/it's", "'/it'\\''s'"], ["/$(x)", "'/$(x)'"], [
    "",
    "''",
  ]];
  for (const [path = "", word] of rows) assertEquals(shellWord(path), word);
});

Deno.test(
  "a link and a file are no private folders",
  inTemp((root) => {
    Deno.mkdirSync(`${root}/real`, { mode: 0o700 });
    Deno.symlinkSync(`${root}/real`, `${root}/link`);
    Deno.writeTextFileSync(`${root}/file`, "");
    assertStringIncludes(privateFolder(`${root}/link`) ?? "", "it is a link");
    assertStringIncludes(privateFolder(`${root}/file`) ?? "", `"${root}/file"`);
  }),
);

Deno.test({
  name: "a folder of another user is no private folder (only root can make one)",
  ignore: Deno.uid() !== 0,
  fn: inTemp((root) => {
    Deno.mkdirSync(`${root}/theirs`, { mode: 0o700 });
    Deno.chownSync(`${root}/theirs`, 12_345, null);
    assertStringIncludes(privateFolder(`${root}/theirs`) ?? "", "it belongs to another user (uid 12345)");
  }),
});

Deno.test(
  "an atomic write replaces the whole file with its mode and leaves nothing beside it",
  inTemp((root) => {
    const path = `${root}/file`;
    atomicWrite(path, "one", 0o600);
    atomicWrite(path, new TextEncoder().encode("two"), 0o640);
    assertEquals([readIfThere(path), modeOf(path)], ["two", 0o640]);
    assertEquals([...Deno.readDirSync(root)].map((entry) => entry.name), ["file"]);
  }),
);

Deno.test(
  "an atomic write that fails leaves the old file and nothing beside it",
  inTemp((root) => {
    ensureDir(`${root}/taken/inside`);
    assertThrows(() => atomicWrite(`${root}/taken`, "x", 0o600));
    assertEquals([...Deno.readDirSync(root)].map((entry) => entry.name), ["taken"]);
  }),
);

Deno.test(
  "a new file is never written over another",
  inTemp((root) => {
    writeNew(`${root}/file`, "first", 0o600);
    assertThrows(() => writeNew(`${root}/file`, "second", 0o600), Deno.errors.AlreadyExists);
    assertEquals(readIfThere(`${root}/file`), "first");
  }),
);

Deno.test(
  "reading what is not there gives nothing, reading what cannot be read throws",
  inTemp((root) => {
    assertEquals(readIfThere(`${root}/none`), undefined);
    assertThrows(() => readIfThere(root));
  }),
);

Deno.test(
  "exists sees a link that leads nowhere",
  inTemp((root) => {
    Deno.symlinkSync(`${root}/none`, `${root}/link`);
    assert(exists(`${root}/link`));
    assert(!exists(`${root}/none`));
  }),
);

Deno.test(
  "every spelling of a place has one real path, also of a place that is not there yet",
  inTemp((root) => {
    const real = Deno.realPathSync(root);
    Deno.mkdirSync(`${root}/a/b`, { recursive: true });
    Deno.symlinkSync(`${root}/a`, `${root}/link`);
    for (const spelled of ["a/b", "a//b", "a/./b/", "a/x/../b", "link/b", "link/../a/b"]) {
      assertEquals(realPath(`${root}/${spelled}`), `${real}/a/b`, spelled);
    }
    for (const spelled of ["a/c/d", "link//c/./d", "a/c/x/../d/"]) {
      assertEquals(realPath(`${root}/${spelled}`), `${real}/a/c/d`, spelled);
    }
    assertEquals([realPath("/"), realPath("//nowhere/.."), realPath("/../nowhere")], ["/", "/", "/nowhere"]);
  }),
);

Deno.test({
  name: "a full disk does not keep a lock from being taken (Linux has a file that is always full)",
  ignore: Deno.build.os !== "linux",
  fn: () => {
    const lock = takeLock("/dev/full");
    assert(lock.held);
    lock.release();
  },
});

Deno.test(
  "a lock is held against other processes until it is released, and names its holder",
  inTemp(async (root) => {
    const path = `${root}/lock`;
    const held = takeLock(path);
    assert(held.held);
    const script = `import { takeLock } from ${JSON.stringify(new URL("../src/files.ts", import.meta.url).href)};
    const lock = takeLock(${JSON.stringify(path)});
    console.log(JSON.stringify({ held: lock.held, pid: lock.pid }));`;
    const other = async () => {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", script],
        clearEnv: true,
        env: { HOME: root, DENO_DIR: `${root}/deno` },
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout));
    };
    assertEquals(await other(), { held: false, pid: Deno.pid });
    held.release();
    assertEquals(await other(), { held: true });
  }),
);

Deno.test(
  "what may not be touched is named, without the runtime's advice on its own flags",
  inTemp(async (root) => {
    const script = `
    import { reason } from "${new URL("../src/files.ts", import.meta.url)}";
    for (const work of [
      () => Deno.readFileSync("/a, b"),
      () => Deno.env.get("X"),
      () => Deno.chdir("/"),
      () => new Deno.Command("/bin/true").outputSync(),
    ]) try { work(); console.log("done"); } catch (error) { console.log(reason(error)); }
  `;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "--ext=ts", "-"],
      clearEnv: true,
      env: { HOME: root, DENO_DIR: `${root}/deno` },
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    await new Blob([script]).stream().pipeTo(child.stdin);
    assertEquals(new TextDecoder().decode((await child.output()).stdout).split("\n"), [
      'Requires read access to "/a, b", which vults is not granted',
      'Requires env access to "X", which vults is not granted',
      'Requires read access to "/", which vults is not granted',
      'Requires run access to "/bin/true", which vults is not granted',
      "",
    ]);
    // Under /proc, and in a compiled program.
    for (
      const advice of [
        "run again with the --allow-all flag",
        "specify the required permissions during compilation using `deno compile --allow-all`",
      ]
    ) {
      const error = new Deno.errors.NotCapable(`Requires all access to "/x", ${advice}`);
      assertEquals(reason(error), 'Requires all access to "/x", which vults is not granted');
    }
    assertEquals(reason(new Error('no "x", try --allow-it')), 'no "x", try --allow-it');
  }),
);

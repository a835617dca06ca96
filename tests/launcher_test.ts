import { assert, assertEquals, assertMatch } from "@std/assert";
import { userInfo } from "node:os";
import { launcher } from "../scripts/launcher.ts";
import { commandLine } from "../src/launch.ts";
import { paths } from "../src/paths.ts";
import { findReach } from "../install/reach.ts";
import { place, PLACE_ENV, ROWS } from "../src/permissions.ts";

const HASH = "0123456789abcdef";
const FILES = ["deno", "main.js"];

type Env = Record<string, string>;
type Ran = { code: number; args: string[]; env: Env; stdout: string; stderr: string };
type Box = {
  readonly folder: string;
  readonly file: string;
  run(args: string[], env: Env): Promise<Ran>;
  remove(): Promise<void>;
};

/** A launcher in front of a runtime that only tells how it was started. */
async function box(os: "linux" | "darwin" = "linux"): Promise<Box> {
  const folder = await Deno.makeTempDir({ prefix: "launcher $HOME `x` ' " });
  const file = `${folder}/a vults`;
  await Deno.mkdir(`${folder}/payload`);
  const own = "{ set +eux; unset -f printf env; } 2>/dev/null"; // where sh is bash
  const tells = `#!/bin/sh\n${own}\nprintf '%s\\0' "$@"\nprintf '\\0'\nenv -0\n`;
  await Deno.writeTextFile(`${folder}/payload/deno`, tells, { mode: 0o755 });
  await Deno.writeTextFile(`${folder}/payload/main.js`, "// the program\n");
  const tar = await new Deno.Command("tar", { args: ["-czf", "-", "-C", `${folder}/payload`, "."] }).output();
  await Deno.writeTextFile(file, launcher({ os, hash: HASH, files: FILES }), { mode: 0o755 });
  await Deno.writeFile(file, tar.stdout, { append: true });
  return {
    folder,
    file,
    run: (args, env) => run(file, args, { PATH: "/usr/bin:/bin", ...env }),
    remove: () => Deno.remove(folder, { recursive: true }),
  };
}

async function run(file: string, args: string[], env: Env): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(file, { args, env, clearEnv: true }).output();
  const text = new TextDecoder().decode(stdout);
  const [told = "", variables = ""] = text.split("\0\0");
  const pairs = variables.split("\0").filter((pair) => pair.includes("=")).map((pair) => pair.split(/=(.*)/s));
  return {
    code,
    args: told.split("\0"),
    env: Object.fromEntries(pairs),
    stdout: text,
    stderr: new TextDecoder().decode(stderr),
  };
}

function environments(folder: string): Env[] {
  const HOME = folder;
  return [
    { HOME },
    { HOME, XDG_RUNTIME_DIR: `${folder}/session` },
    { HOME, XDG_RUNTIME_DIR: "", XDG_DATA_HOME: "", XDG_CONFIG_HOME: "", VULTS_SOCKET: "", VULTS_SUPPORT_DIR: "" },
    { HOME, XDG_DATA_HOME: `${folder}/data`, XDG_CONFIG_HOME: `${folder}/config` },
    ...["~/c c", "~", "~/", "c", "~you/c", "-c"].map((XDG_CONFIG_HOME) => ({ HOME, XDG_CONFIG_HOME })),
    { HOME, VULTS_SUPPORT_DIR: `${folder}/a b` },
    { HOME, VIBEBUDDY_SUPPORT_DIR: `${folder}/old`, VULTS_SOCKET: `${folder}/run/x.sock` },
    { HOME, VULTS_SUPPORT_DIR: `${folder}/new`, VIBEBUDDY_SUPPORT_DIR: `${folder}/old` },
    { HOME, XDG_RUNTIME_DIR: `${folder}/session`, VULTS_SOCKET: `${folder}/session/other.sock` },
    { HOME, XDG_RUNTIME_DIR: `${folder}/session`, VULTS_SOCKET: `${folder}/elsewhere/other.sock` },
    { HOME, VULTS_SOCKET: "/x.sock" },
  ];
}

const COMMANDS = [
  ...[...ROWS.keys()].filter((command) => command !== "hook").map((command) => [command]),
  ["hook", "--agent", "claude", "Stop"],
  ["replay", "a file.jsonl", "--agent", "claude", "--wait"],
  ["answer", "c1", "deny", "--message", "two  words\nand a line"],
  ["help"],
  ["nonsense"],
  [],
];

for (const os of ["linux", "darwin"] as const) {
  Deno.test(`the ${os} launcher starts each command with exactly the line of the permission table`, async () => {
    const at = await box(os);
    try {
      for (const [index, env] of environments(at.folder).entries()) {
        const known = paths({ env: (name) => env[name] || undefined, os, uid: Deno.uid() ?? -1 });
        const runtime = `${known.runtime}/${HASH}`;
        // Every row where the places are plain, and the three kinds of rows in every environment.
        for (const args of index < 2 ? COMMANDS : [["hook", "--agent", "claude"], ["serve"], ["cards"]]) {
          const reach = findReach({
            home: env["HOME"] ?? "",
            env: (name) => ({ PATH: "/usr/bin:/bin", ...env })[name] || undefined,
          });
          const where = place(known, env["HOME"] ?? "", `${runtime}/deno`, args.slice(1), {
            binary: at.file,
            ...reach,
          });
          if (args[0] === "hook") await at.run(["version"], env); // a hook unpacks nothing
          const ran = await at.run(args, env);
          const why = `${args.join(" ")} ${JSON.stringify(env)} ${ran.stderr}`;
          assertEquals(ran.args.map(sorted), commandLine(args, where, { main: `${runtime}/main.js` }).map(sorted), why);
        }
      }
    } finally {
      await at.remove();
    }
  });
}

Deno.test("an install is granted the real folders behind links and variables, the missing ones, and the programs it asks", async () => {
  const at = await box();
  try {
    const [home, out] = [`${at.folder}/home`, await Deno.realPath(await Deno.makeTempDir({ prefix: "launcher out " }))];
    for (const folder of [`${home}/.claude`, `${home}/.local/bin`, `${out}/claude`, `${out}/grok`, `${out}/bin`]) {
      await Deno.mkdir(folder, { recursive: true });
    }
    await Deno.writeTextFile(`${out}/claude/settings.json`, "{}");
    await Deno.symlink(`${out}/claude/settings.json`, `${home}/.claude/settings.json`);
    await Deno.symlink(`${out}/grok`, `${home}/.grok`);
    await Deno.symlink(`${out}/nowhere`, `${home}/.qwen`);
    for (const name of ["claude", "bash"]) await Deno.writeTextFile(`${out}/bin/${name}`, "", { mode: 0o755 });
    const env = {
      HOME: home,
      PATH: `/usr/bin:/bin::rel:${out}/bin:${out}/a,b`,
      CODEX_HOME: `${out}/new/codex/`,
      CURSOR_HOME: "~/cursor",
      KIMI_CODE_HOME: "relative",
      XDG_CONFIG_HOME: `${out}/config`,
    };
    const found = findReach({ home, env: (name) => ({ ...env } as Env)[name] });
    assertEquals([...new Set(found.folders)].sort(), [
      `${out}/claude`,
      `${out}/config`,
      `${out}/grok`,
      `${out}/grok/hooks`,
      `${out}/new`,
    ]);
    assertEquals([...new Set(found.above)].sort(), [out, `${out}/grok`]);
    // The first line of a script holds no space.
    assertEquals(found.programs.filter((path) => path.startsWith(out)), [`${out}/bin/claude`]);
    for (const command of ["install", "uninstall", "status", "hooks"]) {
      const ran = await at.run([command], env);
      const known = paths({ env: (name) => (env as Env)[name], os: "linux", uid: Deno.uid() ?? -1 });
      const runtime = `${known.runtime}/${HASH}`;
      const where = place(known, home, `${runtime}/deno`, [], { binary: at.file, ...found });
      const line = commandLine([command], where, { main: `${runtime}/main.js` });
      assertEquals(ran.args.map(sorted), line.map(sorted), `${command} ${ran.stderr}`);
      assertEquals(ran.env["VULTS_BINARY"], at.file);
    }
    await Deno.remove(out, { recursive: true });
  } finally {
    await at.remove();
  }
});

Deno.test("an install is granted the folders above that hold nothing else, as one before has made them, and none but those", async () => {
  const at = await box();
  const out = await Deno.realPath(await Deno.makeTempDir({ prefix: "launcher out " }));
  try {
    const folders = [
      ...["with space/deep/er", "new/opencode/plugins", "pair/codex", "pair/qwen", "far/away"],
      ...[
        "open/cursor",
        "shared/grok/hooks",
        "dotted/copilot/hooks",
        "mine/agentica",
        "mine/home/.gemini",
        "owned/.factory",
      ],
    ];
    for (const folder of folders) await Deno.mkdir(`${out}/${folder}`, { recursive: true, mode: 0o700 });
    await Deno.chmod(`${out}/open`, 0o755);
    await Deno.chmod(`${out}/owned`, 0o1700);
    for (const file of ["shared/a file", "dotted/..hidden"]) await Deno.writeTextFile(`${out}/${file}`, "");
    await Deno.symlink(`${out}/far/away`, `${out}/link`);
    await Deno.symlink(`${out}/mine/home`, `${out}/home`);
    const env: Env = {
      CLAUDE_CONFIG_DIR: `${out}/with space/deep/er`,
      XDG_CONFIG_HOME: `${out}/new`,
      CODEX_HOME: `${out}/pair/codex`,
      QWEN_HOME: `${out}/pair/qwen`,
      KIMI_CODE_HOME: `${out}/link`,
      CURSOR_HOME: `${out}/open/cursor`,
      GROK_HOME: `${out}/shared/grok`,
      COPILOT_HOME: `${out}/dotted/copilot`,
      AGENTICA_HOME: `${out}/mine/agentica`,
      FACTORY_HOME_OVERRIDE: `${out}/owned`,
      KIMI_SHARE_DIR: `${out}/pair/../shared`,
    };
    // A home folder and what it stands in are never among them, by whatever name.
    for (const home of [`${out}/mine/home`, `${out}/home`]) {
      const found = findReach({ home, env: (name) => env[name] });
      const wanted = [
        ...["with space", "with space/deep", "with space/deep/er", "new", "new/opencode", "new/opencode/plugins"],
        ...["new/opencode/plugin", "pair", "pair/codex", "pair/qwen", "link", "far", "far/away", "open/cursor"],
        ...["shared/grok", "shared/grok/hooks", "dotted/copilot", "dotted/copilot/hooks", "mine/agentica"],
        ...["owned/.factory", "owned/.factory/hooks"],
      ];
      const told = new Set(found.folders.map((path) => path.slice(out.length + 1)));
      // Behind a link, what is in the home is granted by its real name.
      assertEquals([...told].filter((path) => !path.startsWith("mine/home/")).sort(), wanted.sort());
      const ran = await at.run(["uninstall"], { ...env, HOME: home, VULTS_SUPPORT_DIR: `${at.folder}/support` });
      const write = ran.args.find((flag) => flag.startsWith("--allow-write=")) ?? "";
      const all = [...found.folders, home, `${at.folder}/support`];
      assertEquals(sorted(write), sorted(`--allow-write=${all.join(",")}`), ran.stderr);
    }
  } finally {
    await at.remove();
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("the file that runs is named by the launcher, whatever the environment says", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support`, VULTS_BINARY: "/evil" };
    assertEquals((await at.run(["install"], env)).env["VULTS_BINARY"], at.file);
    const script = 'cd "$1" && exec sh "./a vults" uninstall';
    const ran = await run("/bin/sh", ["-c", script, "sh", at.folder], { PATH: "/usr/bin:/bin", ...env });
    assertEquals(ran.env["VULTS_BINARY"], `${at.folder}/./a vults`);
  } finally {
    await at.remove();
  }
});

/** Entries of one list have no order, and count once. */
function sorted(flag: string): string {
  const [name = "", list] = flag.split(/=(.*)/s);
  if (list === undefined || !name.startsWith("--allow-")) return flag;
  return `${name}=${[...new Set(list.split(","))].sort().join(",")}`;
}

Deno.test("the environment that the runtime gets is free of what could run foreign code", async () => {
  const at = await box();
  try {
    const support = `${at.folder}/support`;
    const ran = await at.run(["serve"], {
      HOME: at.folder,
      VULTS_SUPPORT_DIR: support,
      VULTS_SOCKET: `${at.folder}/run/v.sock`,
      NODE_OPTIONS: "--require=/tmp/evil.js",
      NODE_CHANNEL_FD: "",
      SSLKEYLOGFILE: "/tmp/keys",
      DENO_DIR: "/tmp/evil",
      DENO_V8_FLAGS: "--prof",
      DENO_AUTH_TOKENS: "a@b",
      DENO_SERVE_ADDRESS: "tcp:0.0.0.0:1",
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://192.0.2.1",
      NOT_DENO_X: "stays",
      MULTI: "a\nDENO_FAKE=1\nb",
    });
    const { PATH, ...rest } = ran.env;
    for (const own of ["PWD", "SHLVL", "_"]) delete rest[own]; // the shells' own
    assertEquals(PATH, "/usr/bin:/bin");
    assertEquals(rest, {
      HOME: at.folder,
      VULTS_SUPPORT_DIR: support,
      VULTS_SOCKET: `${at.folder}/run/v.sock`,
      NOT_DENO_X: "stays",
      MULTI: "a\nDENO_FAKE=1\nb",
      DENO_DIR: `${support}/runtime`,
      DENO_NO_UPDATE_CHECK: "1",
    });
  } finally {
    await at.remove();
  }
});

Deno.test("a hook without a runtime ends with 0 in silence and unpacks nothing; any other command unpacks it, 0700", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    const silent = { code: 0, stdout: "", stderr: "" };
    const { code, stdout, stderr } = await at.run(["hook", "--agent", "claude"], env);
    assertEquals({ code, stdout, stderr }, silent);
    // Cursor may read silence with 0 as a block at its gate, and at no other event.
    const gate = await at.run(["hook", "--agent", "cursor", "--approval", "preToolUse"], env);
    assertEquals([gate.code, gate.stdout, gate.stderr], [1, "", ""]);
    assertEquals((await at.run(["hook", "--agent", "cursor", "stop"], env)).code, 0);
    assertEquals([...Deno.readDirSync(at.folder)].map(({ name }) => name).sort(), ["a vults", "payload"]);
    assertEquals((await at.run(["version"], env)).code, 0);
    const runtimes = `${at.folder}/support/runtime`;
    assertEquals([...Deno.readDirSync(runtimes)].map(({ name }) => name), [HASH]);
    for (const folder of [runtimes, `${runtimes}/${HASH}`]) {
      assertEquals((Deno.statSync(folder).mode ?? 0) & 0o777, 0o700);
    }
    assertEquals((await at.run(["hook", "--agent", "claude"], env)).args.slice(0, 1), ["run"]);
  } finally {
    await at.remove();
  }
});

Deno.test("a runtime that is a link, that others may enter, or that is not ours is never run", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    await at.run(["version"], env);
    const runtimes = `${at.folder}/support/runtime`;
    const runtime = `${runtimes}/${HASH}`;
    const spoil: [() => void, () => void][] = [
      [() => Deno.chmodSync(runtime, 0o755), () => Deno.chmodSync(runtime, 0o700)],
      [() => Deno.chmodSync(runtimes, 0o770), () => Deno.chmodSync(runtimes, 0o700)],
      [
        () => (Deno.renameSync(runtime, `${at.folder}/moved`), Deno.symlinkSync(`${at.folder}/moved`, runtime)),
        () => (Deno.removeSync(runtime), Deno.renameSync(`${at.folder}/moved`, runtime)),
      ],
    ];
    // Only root can give a folder away.
    if (Deno.uid() === 0) {
      spoil.push([() => Deno.chownSync(runtime, 65534, 65534), () => Deno.chownSync(runtime, 0, 0)]);
    }
    for (const [break_, mend] of spoil) {
      break_();
      const refused = await at.run(["version"], env);
      assertEquals([refused.code, refused.stdout], [1, ""]);
      assertMatch(refused.stderr, /^Cannot run from ".*": it is not a folder of yours alone/);
      const hook = await at.run(["hook"], env);
      assertEquals([hook.code, hook.stdout, hook.stderr], [0, "", ""]);
      mend();
      assertEquals((await at.run(["version"], env)).code, 0);
    }
  } finally {
    await at.remove();
  }
});

Deno.test("a runtime of which a part is missing is silent as a hook, and made anew by any other command", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    await at.run(["version"], env);
    const runtime = `${at.folder}/support/runtime/${HASH}`;
    const whole = [...Deno.readDirSync(runtime)].map(({ name }) => name).sort();
    const spoil = [
      () => Deno.removeSync(`${runtime}/main.js`),
      () => Deno.writeTextFileSync(`${runtime}/main.js`, ""),
      () => Deno.removeSync(`${runtime}/deno`),
      () => Deno.chmodSync(`${runtime}/deno`, 0o600),
    ];
    for (const break_ of spoil) {
      break_();
      const hook = await at.run(["hook"], env);
      assertEquals([hook.code, hook.stderr], [0, ""]);
      assertEquals((await at.run(["version"], env)).code, 0);
      assertEquals([...Deno.readDirSync(runtime)].map(({ name }) => name).sort(), whole);
    }
    assertEquals([...Deno.readDirSync(`${at.folder}/support/runtime`)].map(({ name }) => name), [HASH]);
  } finally {
    await at.remove();
  }
});

Deno.test("a runtime that cannot be started fails every command but the hook", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    await at.run(["version"], env);
    await Deno.writeTextFile(`${at.folder}/support/runtime/${HASH}/deno`, "#!/no/such/interpreter\n");
    assert((await at.run(["version"], env)).code !== 0);
    for (const shell of SHELLS) {
      const hook = await run(shell, [at.file, "hook", "--agent", "claude"], { PATH: "/usr/bin:/bin", ...env });
      assertEquals([hook.code, hook.stdout, hook.stderr], [0, "", ""], shell);
    }
  } finally {
    await at.remove();
  }
});

/** Those of the usual shells that are here. */
const SHELLS = ["/bin/sh", "/bin/dash", "/bin/bash"].filter((shell) => {
  try {
    return Deno.statSync(shell).isFile;
  } catch {
    return false; // not on this machine
  }
});

Deno.test("many first starts at once leave one whole runtime", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    const runtimes = `${at.folder}/support/runtime`;
    await Deno.mkdir(`${runtimes}/.new-999999999/left`, { recursive: true, mode: 0o700 }); // by one that was killed
    await Deno.chmod(runtimes, 0o700);
    const runs = await Promise.all(Array.from({ length: 8 }, () => at.run(["version"], env)));
    assertEquals(runs.map(({ code, stderr }) => `${code}${stderr}`), Array(8).fill("0"));
    const left = [...Deno.readDirSync(runtimes)].map(({ name }) => name);
    assertEquals(left, [HASH]);
    const inside = [...Deno.readDirSync(`${runtimes}/${HASH}`)].map(({ name }) => name).sort();
    assertEquals(inside, ["deno", "main.js"]);
  } finally {
    await at.remove();
  }
});

Deno.test("a payload that is cut off is refused, and leaves nothing behind", async () => {
  const at = await box();
  try {
    const bytes = await Deno.readFile(at.file);
    await Deno.writeFile(at.file, bytes.subarray(0, bytes.length - 40));
    const ran = await at.run(["version"], { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` });
    assertEquals([ran.code, ran.stdout], [1, ""]);
    assertMatch(ran.stderr, /Cannot unpack the runtime/);
    assertEquals([...Deno.readDirSync(`${at.folder}/support/runtime`)], []);
  } finally {
    await at.remove();
  }
});

Deno.test("a path with a comma is refused in one line; a hook there stays silent", async () => {
  const at = await box();
  try {
    for (const name of ["HOME", "VULTS_SUPPORT_DIR", "VULTS_SOCKET", "XDG_RUNTIME_DIR"]) {
      const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support`, [name]: `${at.folder}/a,b` };
      const refused = await at.run(["cards"], env);
      assertEquals([refused.code, refused.stdout], [1, ""], name);
      assertMatch(refused.stderr, /^Cannot run vults: .*comma.*\n$/, name);
      const hook = await at.run(["hook"], env);
      assertEquals([hook.code, hook.stdout, hook.stderr], [0, "", ""], name);
    }
    const file = await at.run(["replay", "a,b.jsonl"], { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` });
    assertEquals(file.code, 1);
    assertMatch(file.stderr, /^Cannot read "a,b.jsonl"/);
  } finally {
    await at.remove();
  }
});

Deno.test("a path that is not whole is refused by the name of its variable; a hook there stays silent", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    await at.run(["version"], env);
    for (const name of PLACE_ENV.filter((name) => name !== "XDG_CONFIG_HOME")) {
      for (const path of ["rel.sock", "./x", "~/x", "-x"]) {
        const refused = await at.run(["cards"], { ...env, [name]: path });
        const said = `${name} must be a whole path, got "${path}"\n`;
        assertEquals([refused.code, refused.stdout, refused.stderr], [1, "", said]);
        const hook = await at.run(["hook"], { ...env, [name]: path });
        assertEquals([hook.code, hook.stdout, hook.stderr], [0, "", ""], said);
      }
    }
  } finally {
    await at.remove();
  }
});

/** What an agent's shell may have exported, for a bash that is asked for functions, options and code of its own. */
const FOREIGN: Env = {
  ...Object.fromEntries(
    ["[", "ls", "cd", "id", "env", "sed", "printf", "trap", "exec", "set", "unset", "eval", "export", "refuse", "ours"]
      .map((name) => [`BASH_FUNC_${name}%%`, "() { echo FOREIGN; echo FOREIGN >&2; }"]),
  ),
  SHELLOPTS: "xtrace:nounset:errexit:noglob",
  BASHOPTS: "nullglob",
  ENV: "/nowhere",
};

Deno.test("no shell runs functions or options of the environment, whatever it takes itself for", async () => {
  const at = await box();
  try {
    const env = { HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    await at.run(["version"], env);
    for (const shell of await shellsNamedSh(at.folder)) {
      for (const foreign of [FOREIGN, { BASH_VERSION: "5.2", BASH: "/nowhere" }]) {
        const given = { PATH: "/usr/bin:/bin", ...env, ...foreign };
        const ran = await run(shell, [at.file, "hook", "two  words"], given);
        assertEquals([ran.code, ran.args[0], ran.args.slice(-2), ran.stderr], [
          0,
          "run",
          ["hook", "two  words"],
          "",
        ]);
        assert(!ran.stdout.split("\0\0")[0]?.includes("FOREIGN"), shell);
      }
    }
  } finally {
    await at.remove();
  }
});

/** Each shell by the name that `#!` gives it. */
async function shellsNamedSh(folder: string): Promise<string[]> {
  return await Promise.all(SHELLS.map(async (shell, index) => {
    await Deno.mkdir(`${folder}/shell${index}`);
    await Deno.symlink(await Deno.realPath(shell), `${folder}/shell${index}/sh`);
    return `${folder}/shell${index}/sh`;
  }));
}

Deno.test("a hook in a folder that has been deleted runs all the same, elsewhere", async () => {
  const at = await box();
  try {
    const env = { PATH: "/usr/bin:/bin", HOME: at.folder, VULTS_SUPPORT_DIR: `${at.folder}/support` };
    await at.run(["version"], env);
    const gone = `${at.folder}/gone`;
    const script = `cd "$1" && rmdir "$1" && exec "$2" "$3" hook`;
    for (const shell of await shellsNamedSh(at.folder)) {
      await Deno.mkdir(gone);
      const ran = await run("/bin/sh", ["-c", script, "sh", gone, shell, at.file], env);
      assertEquals([ran.code, ran.args[0], ran.env["PWD"]], [0, "run", "/"], shell);
    }
  } finally {
    await at.remove();
  }
});

Deno.test("an unset HOME is taken from the user database", async () => {
  const at = await box();
  try {
    const ran = await at.run(["version"], { VULTS_SUPPORT_DIR: `${at.folder}/support` });
    assertEquals(ran.code, 0, ran.stderr);
    assertEquals(ran.env["HOME"], userInfo().homedir);
  } finally {
    await at.remove();
  }
});

Deno.test("the launcher is POSIX sh that every shell here reads", async () => {
  const at = await box();
  try {
    const header = `${at.folder}/header`;
    await Deno.writeTextFile(header, launcher({ os: "linux", hash: HASH, files: FILES }));
    for (const shell of SHELLS) {
      const checked = await new Deno.Command(shell, { args: ["-n", header] }).output();
      assertEquals([checked.code, new TextDecoder().decode(checked.stderr)], [0, ""], shell);
    }
  } finally {
    await at.remove();
  }
});

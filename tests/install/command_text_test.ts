// The commands of our entries, run as agents run them: by every shell, from folders with hostile names, and after the
// binary has gone (`installer.md` 14.41, 14.42, A22, A26, A29, A30).

import { assert, assertEquals, assertThrows } from "@std/assert";
import { NAME } from "../../src/brand.ts";
import { type Bin, commandText, commandWords, refusedFolder, type Use } from "../../install/command_text.ts";
import { hookEntries } from "../../install/events.ts";
import { type TargetName, TARGETS } from "../../install/target_name.ts";

type Line = { readonly agent: TargetName; readonly use: Use; readonly forwards: boolean };
type Ran = { readonly code: number; readonly printed: string; readonly told: readonly string[] };

const KEY = "0123456789ab";
const HOSTILE = [" ", "'", '"', "$", "(", "&", ";", "é"];
const LINES = everyLine();

for (const name of ["sh", "dash", "bash", "zsh", "fish"]) {
  const shell = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map((folder) => `${folder}/${name}`)
    .find(isFile);
  const isSh = name === "dash" && shell !== undefined && Deno.realPathSync(shell) === Deno.realPathSync("/bin/sh");
  const ignore = shell === undefined || isSh;
  const suffix = ignore ? ` (skipped: ${isSh ? "it is sh" : `no ${name}`} here)` : "";

  Deno.test({ name: `${name} runs each command's own program from a hostile folder${suffix}`, ignore }, async () => {
    await using place = temporary();
    for (const line of LINES) {
      // Grok's is refused with a "$": see below.
      const hostile = line.agent === "grok" ? HOSTILE.filter((character) => character !== "$") : HOSTILE;
      const bin = { folder: place.bin(`a b${hostile.join("x")}`), forwards: line.forwards };
      await runsTheRightProgram(shell ?? "", line, bin, place);
    }
  });

  Deno.test({ name: `${name} reads each hostile character by itself${suffix}`, ignore }, async () => {
    await using place = temporary();
    for (const character of HOSTILE) {
      const bin = { folder: place.bin(`a${character}b`), forwards: true };
      for (const agent of ["claude", "antigravity"] as const) {
        await runsTheRightProgram(
          shell ?? "",
          { agent, use: { is: "plain", event: "Stop" }, forwards: true },
          bin,
          place,
        );
      }
    }
  });

  Deno.test(
    { name: `${name} is silent with exit 0 when the binary has gone, 1 at Cursor's gate${suffix}`, ignore },
    async () => {
      await using place = temporary();
      for (const line of LINES) {
        const text = commandText(line.agent, line.use, { folder: `${place.root}/it's gone`, forwards: line.forwards });
        const { code, printed } = await run(shell ?? "", text, place);
        assertEquals([code, printed], [line.agent === "cursor" && line.use.is === "gate" ? 1 : 0, ""], text);
      }
    },
  );
}

Deno.test("agentica's list runs the same programs without a shell", async () => {
  await using place = temporary();
  for (const line of LINES.filter(({ agent }) => agent === "agentica")) {
    const bin = { folder: place.bin(`a b${HOSTILE.join("x")}`), forwards: line.forwards };
    const [program = "", ...args] = commandWords(line.agent, line.use, bin);
    const { told } = await spawn(program, args, place);
    assertEquals(told, [program, ...args]);
  }
});

Deno.test("each use has the words of the reference", () => {
  const bin = { folder: "/s/bin", forwards: true };
  const hook = "[ -x '/s/bin/vults' ] || exit 0; exec '/s/bin/vults' hook --agent";
  const forward = "[ -x '/s/bin/vults-forward' ] || exit 0; exec '/s/bin/vults-forward'";
  assertEquals(commandText("claude", { is: "plain" }, bin), `${forward} claude`);
  assertEquals(commandText("copilot", { is: "plain", event: "agentStop" }, bin), `${forward} copilot agentStop`);
  assertEquals(
    commandText("codex", { is: "gate", event: "PermissionRequest" }, bin),
    `${hook} codex --approval PermissionRequest`,
  );
  assertEquals(commandText("claude", { is: "questions" }, bin), `${hook} claude --ask PreToolUse`);
  assertEquals(
    commandText("cursor", { is: "gate", event: "preToolUse" }, bin),
    "[ -x '/s/bin/vults' ] || exit 1; exec '/s/bin/vults' hook --agent cursor --approval preToolUse",
  );
  assertEquals(commandText("grok", { is: "hook", event: "SessionEnd" }, bin), `${hook} grok SessionEnd`);
  assertEquals(
    commandText("antigravity", { is: "plain", event: "Stop" }, bin),
    "[ -x '/s/bin/vults-forward' ] && '/s/bin/vults-forward' antigravity Stop; exit 0",
  );
  const line = "[ -x '/s/bin/vults-statusline' ] || exit 0; exec '/s/bin/vults-statusline'";
  assertEquals(commandText("claude", { is: "statusline", key: KEY }, bin), `${line} ${KEY}`);
  assertEquals(commandText("grok", { is: "statusline", key: KEY }, bin), `${line} grok ${KEY}`);
  assertEquals(commandWords("agentica", { is: "plain" }, bin), ["/s/bin/vults-forward", "agentica"]);
  assertEquals(commandWords("agentica", { is: "gate" }, bin), [
    "/s/bin/vults",
    "hook",
    "--agent",
    "agentica",
    "--approval",
  ]);
});

Deno.test("without the forwarder the hook runs what nobody answers, and the status line", () => {
  const bin = { folder: "/s/bin", forwards: false };
  const hook = "[ -x '/s/bin/vults' ] || exit 0; exec '/s/bin/vults' hook --agent";
  assertEquals(commandText("claude", { is: "plain" }, bin), `${hook} claude`);
  assertEquals(commandText("copilot", { is: "plain", event: "agentStop" }, bin), `${hook} copilot agentStop`);
  assertEquals(commandText("grok", { is: "statusline", key: KEY }, bin), `${hook} grok --statusline ${KEY}`);
  assertEquals(
    commandText("antigravity", { is: "plain", event: "Stop" }, bin),
    "[ -x '/s/bin/vults' ] && '/s/bin/vults' hook --agent antigravity Stop; exit 0",
  );
});

Deno.test("a folder that a command cannot name is refused, and says how to mend it", () => {
  for (const folder of ["relative/bin", "/a\nb", "/a\0b", "/a\\b"]) {
    for (const agent of TARGETS) {
      const refused = refusedFolder(folder, agent);
      assert(refused !== undefined, folder);
      assert(refused.refused.includes(JSON.stringify(folder)), refused.refused);
      assert(refused.mend.includes("VULTS_SUPPORT_DIR"));
    }
  }
  for (const agent of TARGETS) assertEquals(refusedFolder("/a$b", agent) !== undefined, agent === "grok", agent);
  for (const character of HOSTILE.filter((one) => one !== "$")) {
    for (const agent of TARGETS) assertEquals(refusedFolder(`/a${character}b`, agent), undefined);
  }
});

Deno.test("a folder that was refused makes no command", () => {
  assertThrows(() => commandText("grok", { is: "plain" }, { folder: "/a$b", forwards: true }), Error, "refused");
  assertThrows(() => commandWords("claude", { is: "plain" }, { folder: "/a\nb", forwards: true }), Error, "refused");
});

/** Every command that an install can write, for each agent and both forms of `bin`. */
function everyLine(): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const agent of TARGETS) {
    for (const forwards of [true, false]) {
      const claude = agent === "claude" ? { claude: { carried: [] } } : {};
      const entries = [true, false].flatMap((approval) => hookEntries(agent, { approval, forwards, ...claude }));
      const uses: readonly Use[] = agent === "claude" || agent === "grok"
        ? [...entries.map(({ use }) => use), { is: "statusline", key: KEY }]
        : entries.map(({ use }) => use);
      for (const use of uses) lines.set(JSON.stringify([agent, forwards, use]), { agent, use, forwards });
    }
  }
  return [...lines.values()];
}

async function runsTheRightProgram(shell: string, { agent, use }: Line, bin: Bin, place: Place): Promise<void> {
  const text = commandText(agent, use, bin);
  const { code, printed, told } = await run(shell, text, place);
  assertEquals(told, commandWords(agent, use, bin), text);
  // What the program prints and its exit code are the command's; Antigravity would take a failure as a refusal.
  assertEquals([code, printed], [agent === "antigravity" ? 0 : 3, "printed"], text);
}

async function run(shell: string, text: string, place: Place): Promise<Ran> {
  return await spawn(shell, ["-c", text], place);
}

async function spawn(program: string, args: readonly string[], place: Place): Promise<Ran> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin", HOME: place.root, TOLD: place.record },
    cwd: place.root,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { code, printed: text(stdout) + text(stderr), told: place.told() };
}

type Place = {
  readonly root: string;
  readonly record: string;
  /** A folder with all three programs in it, each telling how it was called; beside it decoys that tell otherwise. */
  readonly bin: (name: string) => string;
  /** What the last program told, once. */
  readonly told: () => readonly string[];
};

function temporary(): Place & AsyncDisposable {
  const root = Deno.makeTempDirSync({ prefix: "vults-command-" });
  const record = `${root}/told`;
  const bin = (name: string): string => {
    const folder = `${root}/${name}`;
    if (isFile(`${folder}/${NAME}`)) return folder;
    Deno.mkdirSync(folder, { recursive: true });
    for (const program of [NAME, `${NAME}-forward`, `${NAME}-statusline`]) script(`${folder}/${program}`, '"$0" "$@"');
    // Where a shell would look if it split the path, or cut it short.
    for (const cut of [" ", "'", '"', "$", "(", "&", ";"].map((character) => name.indexOf(character))) {
      if (cut > 0 && !isFile(`${root}/${name.slice(0, cut)}`)) script(`${root}/${name.slice(0, cut)}`, "a decoy ran");
    }
    return folder;
  };
  const told = (): readonly string[] => {
    if (!isFile(record)) return [];
    const lines = Deno.readTextFileSync(record).split("\n").slice(0, -1);
    Deno.removeSync(record);
    return lines;
  };
  const dispose = async () => await Deno.remove(root, { recursive: true });
  return { root, record, bin, told, [Symbol.asyncDispose]: dispose };
}

function script(path: string, words: string): void {
  Deno.writeTextFileSync(path, `#!/bin/sh\nprintf '%s\\n' ${words} >>"$TOLD"\nprintf printed\nexit 3\n`, {
    mode: 0o755,
  });
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false; // not there
  }
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
